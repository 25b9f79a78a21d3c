// Withdrawing an application before the disbursement; investors are refunded in full.
import { useState } from 'react';
import type { Loan } from '#contract/lending/calls.ts';
import { withdrawalWord } from '#contract/lending/loan-status.ts';
import { deferredApi } from '../../site/kit/deferred-calls.ts';
import { Alert } from '../../ui/display/Alert.tsx';
import { Button } from '../../ui/Button.tsx';
import { Dialog } from '../../ui/overlay/Dialog.tsx';
import { toast } from '../../ui/overlay/toasts.tsx';
import { mayWithdraw } from './loan-stages.ts';
import { useLoanAct } from './use-loan-act.ts';

export function WithdrawButton({ loan }: { loan: Loan }) {
  const [open, setOpen] = useState(false);
  const { busy, problem, run } = useLoanAct();
  if (!mayWithdraw(loan)) return null;
  const verb = withdrawalWord(loan.status);
  const withdraw = async () => {
    if (await run((options) => deferredApi.lending.cancelLoan({ id: loan.id }, options))) {
      setOpen(false);
      toast(`申貸案已${verb}`);
    }
  };
  return (
    <>
      <Button look="quiet" onClick={() => setOpen(true)}>
        {verb === '撤回' ? '撤回申請' : '取消申貸'}
      </Button>
      <Dialog
        open={open}
        onClose={() => setOpen(false)}
        title={`${verb}這筆申貸案？`}
        alert
        footer={
          <>
            <Button look="primary" onClick={() => setOpen(false)}>
              保留申貸案
            </Button>
            <Button look="danger" busy={busy} onClick={() => void withdraw()}>
              確定{verb}
            </Button>
          </>
        }
      >
        <p>
          {verb}後這筆申請就結束了，不收取任何費用；需要時可以再次申請。
          {loan.fundedAmount > 0 && '已到位的出資會全額退還出資人。'}
        </p>
        {problem && <Alert tone="danger" live title={problem} />}
      </Dialog>
    </>
  );
}
