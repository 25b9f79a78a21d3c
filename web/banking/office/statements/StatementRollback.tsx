// Rolling back a statement file on its page: asking for it with a reason, and what became of it.
import { useQueryClient } from '@tanstack/react-query';
import { Undo2 } from 'lucide-react';
import { useState } from 'react';
import { z } from 'zod';
import type { ImportedStatement } from '#contract/banking/statements.ts';
import { Link } from '../../../office/links/Link.tsx';
import { TextAreaField } from '../../../form/select-fields.tsx';
import { Form, SubmitButton, useZodForm } from '../../../form/Form.tsx';
import { REQUIRED } from '../../../form/words.ts';
import { api } from '../../../office/api.ts';
import * as paths from '../../../office/paths.ts';
import { Alert } from '../../../ui/display/Alert.tsx';
import { DateText } from '../../../ui/display/Amount.tsx';
import { Button, buttonShape } from '../../../ui/Button.tsx';
import { Dialog } from '../../../ui/overlay/Dialog.tsx';
import { toast } from '../../../ui/overlay/toasts.tsx';

const shape = z.object({
  reason: z.string({ error: REQUIRED }).trim().min(1, REQUIRED).max(500),
});

/** Whether the file only said what is at the bank, because the bank itself reports what happens. */
const hasOnlySaid = ({ booked, preview }: ImportedStatement) =>
  booked === 0 && preview?.books === false;

function AskForm({ of, onDone }: { of: ImportedStatement; onDone: () => void }) {
  const { id } = of;
  const form = useZodForm(shape);
  const client = useQueryClient();
  return (
    <Form
      form={form}
      label="復原對帳單"
      onSubmit={async ({ reason }, { idempotencyKey }) => {
        await api.banking.rollBackStatement({ id, reason }, { idempotencyKey });
        await client.invalidateQueries({ queryKey: ['banking'] });
        toast('已送出，等待另一位同仁核可');
        onDone();
      }}
    >
      {hasOnlySaid(of) ? (
        <p>核可後，移除這份檔案帶來的銀行明細與餘額，之後可以匯入正確的檔案。帳上的款項不變。</p>
      ) : (
        <>
          <p>核可後，這份檔案入帳的款項全部沖回，之後可以匯入正確的檔案。</p>
          <p>款項已經動用時不能復原。</p>
        </>
      )}
      <TextAreaField name="reason" label="原因" limit={500} />
      <div className="flex flex-wrap justify-end gap-3">
        <Button onClick={onDone}>取消</Button>
        <SubmitButton look="danger">提出復原</SubmitButton>
      </div>
    </Form>
  );
}

/** Offers to roll back a file that booked something, or said something about the bank. */
export function RollbackButton({ of }: { of: ImportedStatement }) {
  const [open, setOpen] = useState(false);
  const counts = of.booked > 0 || hasOnlySaid(of);
  if (of.state !== 'done' || !counts || of.rollback?.taskId) return null;
  return (
    <div>
      <Button icon={<Undo2 size={18} aria-hidden="true" />} onClick={() => setOpen(true)}>
        {hasOnlySaid(of) ? '復原這份檔案' : '復原這份檔案的入帳'}
      </Button>
      <Dialog open={open} onClose={() => setOpen(false)} title="復原對帳單">
        {open && <AskForm of={of} onDone={() => setOpen(false)} />}
      </Dialog>
    </div>
  );
}

/** The latest request to roll the file back, and its outcome. */
export function RollbackState({ of }: { of: ImportedStatement }) {
  const { rollback } = of;
  if (rollback === null) return null;
  const { agreed, askedBy, askedAt, decidedBy, decidedAt, reason, taskId } = rollback;
  const title =
    agreed === null ? '已提出復原，等待另一位同仁核可' : agreed ? '已復原' : '已決定不復原';
  return (
    <Alert tone={agreed === false ? 'info' : 'warn'} title={title}>
      <p>原因：{reason}</p>
      <p className="text-sm">
        {askedBy ?? '—'} 於 <DateText at={askedAt} /> 提出
        {decidedAt && (
          <>
            ，{decidedBy ?? '—'} 於 <DateText at={decidedAt} /> 決定
          </>
        )}
      </p>
      {taskId && (
        <p className="mt-3">
          <Link to={paths.task(taskId)} {...buttonShape()}>
            前往核可
          </Link>
        </p>
      )}
    </Alert>
  );
}
