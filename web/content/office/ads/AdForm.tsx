// Form fields of an advertisement: text, picture, link, and period.
import { useState } from 'react';
import { useWatch } from 'react-hook-form';
import type { Picture } from '#contract/content/shapes.ts';
import { Bind, TextField } from '../../../form/fields.tsx';
import { TextAreaField } from '../../../form/select-fields.tsx';
import { Button } from '../../../ui/Button.tsx';
import { Card, CardHead } from '../../../ui/display/Card.tsx';
import { TextInput } from '../../../ui/fields/TextInput.tsx';
import type { Ad } from './ad.ts';
import { PictureBox } from '../picture/PictureBox.tsx';
import { PicturePicker } from '../picture/PicturePicker.tsx';
import { PositionField } from '../support/QuestionForm.tsx';
import { ALT_MAX } from '../words.ts';

function DayField({
  name,
  label,
  hint,
  optional = false,
}: {
  name: string;
  label: string;
  hint?: string;
  optional?: boolean;
}) {
  return (
    <Bind name={name} label={label} hint={hint} optional={optional} verb="選擇">
      {(field) => (
        <TextInput
          {...field}
          type="date"
          value={field.value ?? ''}
          onChange={(event) => field.onChange(event.target.value || (optional ? null : ''))}
        />
      )}
    </Bind>
  );
}

function PictureField({
  picked,
  readOnly,
  onPick,
}: {
  picked: Picture | null;
  readOnly: boolean;
  onPick: (picture: Picture) => void;
}) {
  const [open, setOpen] = useState(false);
  return (
    <Bind name="imageId" label="圖片" verb="選擇" group>
      {(field) => (
        <>
          <div className="grid max-w-80 justify-items-start gap-3">
            {picked && <PictureBox picture={picked} />}
            {!readOnly && (
              <Button size="sm" onClick={() => setOpen(true)}>
                {picked ? '更換圖片' : '選擇圖片'}
              </Button>
            )}
          </div>
          <PicturePicker
            open={open}
            title="選擇圖片"
            onClose={() => setOpen(false)}
            onPick={(picture) => {
              field.onChange(picture.id);
              onPick(picture);
              setOpen(false);
            }}
          />
        </>
      )}
    </Bind>
  );
}

/** Preview as on the home page; variables in braces are not filled in. */
function Sight({ picture }: { picture: Picture | null }) {
  const [title, text, label] = useWatch({ name: ['title', 'text', 'label'] }) as string[];
  return (
    <Card as="section">
      <CardHead title="首頁上的樣子" />
      <div className="grid gap-5 items-center md:grid-cols-2">
        {picture && <PictureBox picture={picture} decorative />}
        <div className="grid gap-2">
          <p className="text-h3 font-bold text-ink">{title || '標題'}</p>
          <p>{text}</p>
          <p className="font-bold text-primary">{label || '按鈕文字'}</p>
        </div>
      </div>
    </Card>
  );
}

export function AdWords({
  ad,
  readOnly,
  onAlt,
}: {
  ad: Ad | null;
  readOnly: boolean;
  /** Called with the description of a newly chosen picture. */
  onAlt: (alt: string) => void;
}) {
  const [picked, setPicked] = useState<Picture | null>(ad?.image ?? null);
  return (
    <>
      <fieldset disabled={readOnly} className="grid gap-6">
        <legend className="visually-hidden">廣告內容</legend>
        <TextField name="title" label="標題" maxLength={30} autoComplete="off" />
        <TextAreaField name="text" label="說明" limit={80} />
        <div className="grid grid-cols-1 gap-6 md:grid-cols-2">
          <TextField name="link" label="連到" hint="站內路徑，例如 /investment" maxLength={200} />
          <TextField
            name="label"
            label="按鈕文字"
            hint="動詞加受詞，例如 試算還款"
            maxLength={12}
          />
        </div>
        <PictureField
          picked={picked}
          readOnly={readOnly}
          onPick={(picture) => {
            setPicked(picture);
            onAlt(picture.alt);
          }}
        />
        <TextAreaField
          name="alt"
          label="圖片說明"
          limit={ALT_MAX}
          hint="圖片在這則廣告中呈現的內容，看不見圖片的人靠它知道"
        />
      </fieldset>
      <Sight picture={picked} />
    </>
  );
}

export function AdSettings({ readOnly }: { readOnly: boolean }) {
  return (
    <Card as="section">
      <CardHead title="刊登期間" />
      <fieldset disabled={readOnly} className="grid gap-6">
        <legend className="visually-hidden">刊登期間</legend>
        <DayField name="startsOn" label="開始日" hint="台北時間當日 0 時起" />
        <DayField name="endsOn" label="結束日" optional hint="含當日；不填則持續刊登" />
        <PositionField hint="數字小的排前面" />
      </fieldset>
    </Card>
  );
}
