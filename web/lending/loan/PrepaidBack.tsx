// Request to pay prepaid money back: to the registered account, with the next payouts.
import { useState } from 'react';
import type { Loan } from '#contract/lending/calls.ts';
import { api } from '../../site/kit/api.ts';
import { Alert } from '../../ui/display/Alert.tsx';
import { Money } from '../../ui/display/Amount.tsx';
import { Button } from '../../ui/Button.tsx';
import { Dialog } from '../../ui/overlay/Dialog.tsx';
import { toast } from '../../ui/overlay/toasts.tsx';
import { useLoanAct } from './use-loan-act.ts';

export function PrepaidBack({ loan }: { loan: Loan }) {
  const [open, setOpen] = useState(false);
  const { busy, problem, run } = useLoanAct();
  const askBack = async () => {
    if (await run((options) => api.servicing.returnPrepaid({ id: loan.id }, options))) {
      setOpen(false);
      toast('預收款將退回');
    }
  };
  return (
    <>
      <Button look="quiet" size="sm" onClick={() => setOpen(true)}>
        申請退回
      </Button>
      <Dialog
        open={open}
        onClose={() => setOpen(false)}
        title="退回預收款"
        footer={
          <>
            <Button onClick={() => setOpen(false)}>保留</Button>
            <Button look="primary" busy={busy} onClick={() => void askBack()}>
              退回 <Money amount={loan.prepaid} />
            </Button>
          </>
        }
      >
        <p>
          款項會在下一個營業日退回您的綁定帳戶，由他人代付的部分退回原付款帳戶，不收手續費。退回後，已送出的提前清償指示會失效；下期仍請於應還日前還款。
        </p>
        {problem && <Alert tone="danger" live title={problem} />}
      </Dialog>
    </>
  );
}
