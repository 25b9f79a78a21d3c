// On the page where an order is paid: whether it is debited, changing to that, or the offer of it.
import { useQueryClient } from '@tanstack/react-query';
import { subtract } from '#contract/core/money.ts';
import type { Order } from '#contract/investing/calls.ts';
import { debitCodeText } from '#contract/mandates/return-codes.ts';
import { withdrawnText } from '#contract/mandates/status.ts';
import { api } from '../../site/kit/api.ts';
import { Go } from '../../site/kit/Go.tsx';
import * as paths from '../../site/kit/paths.ts';
import { Button } from '../../ui/Button.tsx';
import { Alert } from '../../ui/display/Alert.tsx';
import { DateText, Money } from '../../ui/display/Amount.tsx';
import { toast } from '../../ui/overlay/toasts.tsx';
import { useAct } from '../../use-act.ts';
import {
  accountText,
  coversOrder,
  type Mandate,
  useMandate,
} from '../../lending/loan/use-mandate.ts';

/** Payment mode of orders that are debited. */
export const BY_MANDATE = 3;

function Change({ order, mandate }: { order: Order; mandate: Mandate }) {
  const client = useQueryClient();
  const { busy, problem, run } = useAct(
    async () => {
      await api.investing.reApply({ id: order.id, payment_mode: BY_MANDATE });
      toast('這筆出資將自動扣款');
    },
    { afterwards: () => client.invalidateQueries({ queryKey: ['investing'] }) },
  );
  return (
    <Alert title="改用授權扣款，不必自己轉帳">
      <div className="grid gap-3">
        <p>將自 {accountText(mandate)} 扣取這筆出資。</p>
        <div>
          <Button size="sm" busy={busy} busyLabel="變更中……" onClick={() => void run()}>
            改用授權扣款
          </Button>
        </div>
        {problem && <p className="text-danger">{problem}</p>}
      </div>
    </Alert>
  );
}

export function OrderMandate({ order }: { order: Order }) {
  const overview = useMandate().data?.data;
  if (!overview?.offered) return null;
  const { mandate, debits } = overview;
  const debit = debits.find(({ orderId }) => orderId === order.id);
  const lacking = subtract(order.amount, order.paidAmount);
  // A debit that was withdrawn by the member's own choice may be chosen again.
  const isCovered = mandate !== null && coversOrder(mandate, lacking);
  const mayChooseAgain =
    debit?.attempt === 1 &&
    (debit.withdrawn === 'transfer' || (debit.withdrawn === 'stopped' && isCovered));
  if ((debit?.status === 'refused' || debit?.status === 'withdrawn') && !mayChooseAgain) {
    const why = debit.withdrawn ? withdrawnText[debit.withdrawn] : debitCodeText(debit.code ?? '');
    return (
      <Alert tone="warn" title={`扣款未成功：${why}`}>
        請在期限前自行轉帳，或取消這筆出資。
      </Alert>
    );
  }
  if (debit && !mayChooseAgain) {
    return (
      <Alert tone="ok" title="正在扣款，請勿再轉帳">
        <DateText at={debit.debitOn} weekday /> 自您授權的帳戶扣取 <Money amount={debit.amount} />
        ，銀行回覆後這一頁會自動更新。
      </Alert>
    );
  }
  if (!mandate || !isCovered) {
    if (order.paymentMode === BY_MANDATE) {
      return <Alert tone="warn" title="授權扣款已停止或不涵蓋這筆出資，請自行轉帳" />;
    }
    if (mandate?.status === 'active' || mandate?.status === 'pending') return null;
    return (
      <Alert title="不想每次自己轉帳？">
        授權之後，出資款可以自動扣取。<Go to={paths.myMandate()}>設定授權扣款</Go>
      </Alert>
    );
  }
  if (order.paymentMode === BY_MANDATE) {
    return (
      <Alert tone="ok" title="這筆出資將自動扣款，請勿轉帳">
        將在一分鐘內送出，自 {accountText(mandate)} 扣取 <Money amount={lacking} />。
      </Alert>
    );
  }
  return order.status === 0 ? <Change order={order} mandate={mandate} /> : null;
}
