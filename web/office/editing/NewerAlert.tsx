// Alert that somebody else saved meanwhile: who saved, the saved version, and what to do with one's
// own changes.
import { useEffect, useRef, useState, type ReactNode } from 'react';
import { Alert } from '../../ui/display/Alert.tsx';
import { Button } from '../../ui/Button.tsx';
import { Dialog } from '../../ui/overlay/Dialog.tsx';
import { ReadingPane } from './ReadingPane.tsx';

export function NewerAlert({
  by,
  look,
  onKeep,
  onTake,
}: {
  by: string | null;
  /** Content of the newer version, for reading. */
  look: ReactNode;
  onKeep: () => void;
  onTake: () => void;
}) {
  const box = useRef<HTMLDivElement>(null);
  const [open, setOpen] = useState(false);
  useEffect(() => box.current?.focus(), []);
  const take = () => {
    setOpen(false);
    onTake();
  };
  return (
    <div ref={box} tabIndex={-1} className="rounded-card">
      <Alert tone="warn" live title={`此內容剛被 ${by ?? '其他同仁'} 修改`}>
        <p>您的內容還在這一頁，尚未儲存。請先看看較新的版本，再決定要留下哪一個。</p>
        <div className="mt-3 flex flex-wrap gap-3">
          <Button size="sm" onClick={() => setOpen(true)}>
            查看較新的版本
          </Button>
          <Button size="sm" onClick={onKeep}>
            保留我的內容
          </Button>
          <Button size="sm" onClick={onTake}>
            改用較新的版本
          </Button>
        </div>
      </Alert>
      <Dialog
        open={open}
        onClose={() => setOpen(false)}
        title="較新的版本"
        size="lg"
        footer={
          <>
            <Button onClick={() => setOpen(false)}>返回我的內容</Button>
            <Button onClick={take}>改用較新的版本</Button>
          </>
        }
      >
        {open && <ReadingPane label="較新的內容">{look}</ReadingPane>}
      </Dialog>
    </div>
  );
}
