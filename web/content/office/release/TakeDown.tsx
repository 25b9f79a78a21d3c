// Button that hides a public text at once; a reason is enough, no second person.
import { useState } from 'react';
import { createPortal } from 'react-dom';
import type { ReleaseKind } from '#contract/content/release.ts';
import { api } from '../../../office/api.ts';
import { Button } from '../../../ui/Button.tsx';
import { ReasonDialog } from '../../../office/kit/ReasonDialog.tsx';

type Props = {
  kind: Exclude<ReleaseKind, 'image'>;
  id: string;
  version: number;
  verb?: '下架' | '取消排程';
  /** Puts the stored text into the form. */
  onDone: () => Promise<unknown>;
};

export function TakeDown({ kind, id, version, verb = '下架', onDone }: Props) {
  const [open, setOpen] = useState(false);
  return (
    // React passes the dialog's submission on to the editor's form, which must not see it.
    <div className="contents" role="presentation" onSubmit={(event) => event.stopPropagation()}>
      <Button look="quiet" wide onClick={() => setOpen(true)}>
        {verb}
      </Button>
      {createPortal(
        <ReasonDialog
          open={open}
          onClose={() => setOpen(false)}
          title={`${verb}這份內容？`}
          about="立即生效，不需要另一位同仁。再次公開需要重新送交覆核。"
          button={`確認${verb}`}
          look="danger"
          done={verb === '下架' ? '已下架，公開頁面不再顯示' : '已取消排程'}
          refresh="content"
          onAct={async ({ reason, idempotencyKey }) => {
            await api.content.takeDownContent({ kind, id, version, reason }, { idempotencyKey });
            await onDone();
          }}
        />,
        document.body,
      )}
    </div>
  );
}
