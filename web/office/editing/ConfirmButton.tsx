// A button that asks for confirmation before it deletes something.
import { useState } from 'react';
import { createPortal } from 'react-dom';
import { useAct } from '../../use-act.ts';
import { Button } from '../../ui/Button.tsx';
import { Dialog } from '../../ui/overlay/Dialog.tsx';

export function ConfirmButton({
  title,
  text,
  verb,
  onConfirm,
}: {
  title: string;
  text: string;
  verb: string;
  /** Runs after the confirmation; must itself show an error if it fails. */
  onConfirm: () => Promise<unknown>;
}) {
  const [open, setOpen] = useState(false);
  const { busy, run } = useAct(async () => {
    await onConfirm();
    setOpen(false);
  });
  return (
    <>
      <Button look="quiet" wide onClick={() => setOpen(true)}>
        {verb}
      </Button>
      {createPortal(
        <Dialog
          open={open}
          onClose={() => setOpen(false)}
          title={title}
          alert
          footer={
            <>
              <Button onClick={() => setOpen(false)}>返回</Button>
              <Button look="danger" busy={busy} onClick={() => void run()}>
                確認{verb}
              </Button>
            </>
          }
        >
          <p>{text}</p>
        </Dialog>,
        document.body,
      )}
    </>
  );
}
