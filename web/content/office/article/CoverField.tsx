// Cover picture of an article: a chosen one, or one drawn automatically.
import { useState } from 'react';
import type { Picture } from '#contract/content/shapes.ts';
import { Button } from '../../../ui/Button.tsx';
import { FieldGroup } from '../../../ui/fields/Field.tsx';
import { PictureBox } from '../picture/PictureBox.tsx';
import { PicturePicker } from '../picture/PicturePicker.tsx';

export function CoverField({
  value,
  current,
  currentId,
  readOnly,
  onValueChange,
}: {
  value: string | null;
  /** The saved article's picture; `currentId` is the id that it belongs to. */
  current: Picture | null;
  currentId: string | null;
  readOnly: boolean;
  onValueChange: (id: string | null) => void;
}) {
  const [open, setOpen] = useState(false);
  const [picked, setPicked] = useState<Picture | null>(null);
  const shown = picked?.id === value ? picked : value === currentId ? current : null;
  return (
    <FieldGroup label="封面" optional hint={value === null ? '未選擇時由系統繪製插畫' : shown?.alt}>
      {shown && <PictureBox picture={shown} />}
      {!readOnly && (
        <div className="mt-3 flex flex-wrap gap-3">
          <Button size="sm" onClick={() => setOpen(true)}>
            選擇封面
          </Button>
          {value !== null && (
            <Button size="sm" look="quiet" onClick={() => onValueChange(null)}>
              改用系統插畫
            </Button>
          )}
        </div>
      )}
      <PicturePicker
        open={open}
        title="選擇封面"
        onClose={() => setOpen(false)}
        onPick={(picture) => {
          setPicked(picture);
          onValueChange(picture.id);
          setOpen(false);
        }}
      />
    </FieldGroup>
  );
}
