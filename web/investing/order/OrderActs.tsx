// Actions for the owner of an order in the list: pay, order again, cancel, view.
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import type { Order } from '#contract/investing/calls.ts';
import { ApiFailure } from '../../api.ts';
import { api } from '../../site/kit/api.ts';
import { deferredApi } from '../../site/kit/deferred-calls.ts';
import { Go, GoButton } from '../../site/kit/Go.tsx';
import * as paths from '../../site/kit/paths.ts';
import { useAct } from '../../use-act.ts';
import { Alert } from '../../ui/display/Alert.tsx';
import { Money, Percent } from '../../ui/display/Amount.tsx';
import { Button } from '../../ui/Button.tsx';
import { Facts } from '../../ui/display/Card.tsx';
import { useNow } from '../../ui/clock.ts';
import { Dialog } from '../../ui/overlay/Dialog.tsx';
import { formatMoney } from '../../ui/format.ts';
import { toast } from '../../ui/overlay/toasts.tsx';
import { actionOf, awaitsBank, isUnpaid } from './order-action.ts';

type PendingAct = { order: Order; act: 'again' | 'cancel' };

export function OrderActs({ order, onAsk }: { order: Order; onAsk: (asked: PendingAct) => void }) {
  const now = useNow();
  const { to, label } = actionOf(order, now);
  const isPayable = isUnpaid(order) && !awaitsBank(order, now);
  const which = <span className="visually-hidden">，訂單 {order.orderNo}</span>;
  return (
    <span className="inline-flex flex-wrap gap-x-2 gap-y-1 items-center">
      {order.status === 50 ? (
        <Button size="sm" onClick={() => onAsk({ order, act: 'again' })}>
          重新出資
          {which}
        </Button>
      ) : (
        <GoButton to={to} size="sm" look={isPayable ? 'primary' : 'secondary'}>
          {label}
          {which}
        </GoButton>
      )}
      {order.status === 0 && isPayable && (
        <Button size="sm" look="quiet" onClick={() => onAsk({ order, act: 'cancel' })}>
          取消出資
          {which}
        </Button>
      )}
      <GoButton to={paths.investCase(order.caseId)} size="sm" look="quiet">
        看案件
        {which}
      </GoButton>
    </span>
  );
}

/** Links to the unpaid order of the same case if the refusal names one, otherwise to the case. */
function Refused({ problem, failure, order }: { problem: string; failure: unknown; order: Order }) {
  const unpaid = failure instanceof ApiFailure ? failure.data['orderId'] : undefined;
  return (
    <Alert tone="danger" live title={problem}>
      {typeof unpaid === 'string' || typeof unpaid === 'number' ? (
        <Go to={paths.bankTransfer({ order: unpaid })}>查看那一筆的匯款資訊</Go>
      ) : (
        <Go to={paths.investCase(order.caseId)}>看案件目前的狀態</Go>
      )}
    </Alert>
  );
}

function Terms({ order }: { order: Order }) {
  return (
    <Facts
      align="end"
      facts={[
        { name: '案件', value: `${order.purpose} ${order.caseNo}` },
        { name: '金額', value: <Money amount={order.amount} /> },
        { name: '年化利率', value: <Percent value={order.annualRate} /> },
        { name: '期數', value: `${order.installments} 期` },
      ]}
    />
  );
}

function useOrderAct(asked: PendingAct | null, onClose: () => void) {
  const navigate = useNavigate();
  const client = useQueryClient();
  const act = useAct(async ({ order, act }: PendingAct) => {
    if (act === 'cancel') {
      await deferredApi.investing.cancelOrder({ id: order.id });
      toast('已取消出資');
      onClose();
    } else {
      const input = { id: order.id, payment_mode: order.paymentMode };
      const { data } = await api.investing.reApply(input);
      void navigate(paths.bankTransfer({ order: data.id }));
    }
    void client.invalidateQueries({ queryKey: ['investing'] });
  });
  const close = () => {
    act.clear();
    onClose();
  };
  return { ...act, run: () => (asked ? act.run(asked) : undefined), close };
}

/** Dialog that asks for confirmation of an action and describes its consequences. */
export function OrderDialog({ asked, onClose }: { asked: PendingAct | null; onClose: () => void }) {
  const { run, busy, problem, failure, close } = useOrderAct(asked, onClose);
  // The last action stays visible while the dialog closes.
  const [last, setLast] = useState<PendingAct | null>(null);
  if (asked && asked !== last) setLast(asked);
  const cancels = last?.act === 'cancel';
  return (
    <Dialog
      open={asked !== null}
      onClose={close}
      title={cancels ? '取消這筆出資' : '重新出資'}
      footer={
        <>
          <Button onClick={close}>返回</Button>
          <Button
            look={cancels ? 'danger' : 'primary'}
            busy={busy}
            busyLabel={cancels ? '取消中……' : '送出中……'}
            onClick={() => void run()}
          >
            {cancels ? '取消出資' : `重新出資 ${formatMoney(last?.order.amount ?? 0)}`}
          </Button>
        </>
      }
    >
      {last && (
        <div className="grid gap-4">
          <p>
            {cancels
              ? '取消後名額會釋出，虛擬帳號失效，請勿再轉帳到這個帳號。'
              : '會以相同金額建立一筆新訂單，有新的虛擬帳號與匯款期限，請勿再使用舊的帳號。'}
          </p>
          <Terms order={last.order} />
          {problem && <Refused problem={problem} failure={failure} order={last.order} />}
        </div>
      )}
    </Dialog>
  );
}
