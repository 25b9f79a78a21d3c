// Page /investment/bank-transfer?order=: where to pay, and the order's current state.
import { subtract } from '#contract/core/money.ts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useSearchParams } from 'react-router';
import type { Order } from '#contract/investing/calls.ts';
import { ApiFailure } from '../../api.ts';
import { queryOf } from '../../site/kit/api.ts';
import { deferredApi } from '../../site/kit/deferred-calls.ts';
import { titleOf } from '../../site/kit/brand.ts';
import { GoButton } from '../../site/kit/Go.tsx';
import * as paths from '../../site/kit/paths.ts';
import { useTitle } from '../../site/use-title.ts';
import { useAct } from '../../use-act.ts';
import { Alert, EmptyState, ErrorState, Loading, Skeleton } from '../../ui/display/Alert.tsx';
import { Money } from '../../ui/display/Amount.tsx';
import { Button } from '../../ui/Button.tsx';
import { Card, CardHead } from '../../ui/display/Card.tsx';
import { useNow } from '../../ui/clock.ts';
import { Dialog } from '../../ui/overlay/Dialog.tsx';
import { DryRiver } from '../../ui/drawings/drawings.tsx';
import { formatMoney } from '../../ui/format.ts';
import { announce, toast } from '../../ui/overlay/toasts.tsx';
import { OrderMandate } from './OrderMandate.tsx';
import { Flow, FlowSteps } from '../Flow.tsx';
import { AWAITING_BANK, awaitsBank, isUnpaid } from './order-action.ts';
import { AwaitingBank, OrderOutcome, Refunds } from './OrderOutcome.tsx';
import { TransferCard, WaysToPay } from './TransferCard.tsx';
import '../own.css';

export const meta = () => [{ title: titleOf('匯款資訊') }, { name: 'robots', content: 'noindex' }];

const POLL_MS = 20_000;
const COUNTER_REMIT = 2;

const isWaiting = (order: Order | undefined) => order !== undefined && isUnpaid(order);

/**
 * Returns whether the order is paid but its money not lent yet; once it is lent, the order is a
 * holding.
 */
const isPaid = ({ status }: Order) => status === 10 || status === 15;

/**
 * Loads the order; loads it again every 20 s while it waits for money, and when the window gets the
 * focus.
 */
function useOrder(id: string) {
  const query = useQuery({
    ...queryOf('investing', 'holding', { invest_id: id }),
    enabled: /^[1-9]\d{0,17}$/.test(id),
    staleTime: 0,
    refetchInterval: ({ state }) => (isWaiting(state.data?.data.order) ? POLL_MS : false),
  });
  const { refetch } = query;
  useEffect(() => {
    const look = () => void refetch();
    window.addEventListener('focus', look);
    return () => window.removeEventListener('focus', look);
  }, [refetch]);
  const order = query.data?.data.order;
  const paid = order?.paidAmount;
  const [seen, setSeen] = useState(paid);
  useEffect(() => {
    if (paid === undefined || paid === seen) return;
    if (seen !== undefined && paid > seen) announce(`已收到 ${formatMoney(subtract(paid, seen))}`);
    setSeen(paid);
  }, [paid, seen]);
  return query;
}

/** `since`: when the order was placed; the refund fee is the one of that time. */
function MustKnow({ since }: { since: string }) {
  const fee = useQuery(queryOf('lending', 'refundFee', { at: since }));
  const refundFee = fee.data?.data.refundFee;
  return (
    <Card as="section">
      <CardHead title="轉帳前請留意" />
      <ul className="list-disc ps-5">
        <li>請由您本人的帳戶轉出；他人帳戶的款項會退回原帳戶。</li>
        <li>可以分次轉帳，期限前累計足額即可。期限含假日，以銀行的入帳時間為準。</li>
        <li>一張訂單一組虛擬帳號，請勿用於其他訂單。</li>
        <li>
          多轉或逾期的款項會退回您的本人帳戶
          {refundFee !== undefined && (
            <>
              ，每筆收取退款手續費 <Money amount={refundFee} />
            </>
          )}
          。
        </li>
        <li>跨行轉帳的手續費由您的銀行收取。</li>
      </ul>
    </Card>
  );
}

function Cancel({ order }: { order: Order }) {
  const [open, setOpen] = useState(false);
  const client = useQueryClient();
  const {
    busy,
    problem,
    run: cancel,
  } = useAct(
    async () => {
      await deferredApi.investing.cancelOrder({ id: order.id });
      setOpen(false);
      toast('已取消這筆出資');
    },
    { afterwards: () => client.invalidateQueries({ queryKey: ['investing'] }) },
  );
  return (
    <>
      <Button look="quiet" onClick={() => setOpen(true)}>
        取消出資
      </Button>
      <Dialog
        open={open}
        onClose={() => setOpen(false)}
        title="取消這筆出資？"
        footer={
          <>
            <Button onClick={() => setOpen(false)}>保留訂單</Button>
            <Button look="danger" busy={busy} busyLabel="取消中……" onClick={() => void cancel()}>
              取消出資
            </Button>
          </>
        }
      >
        <p>
          取消後虛擬帳號立即失效，保留的 <Money amount={order.amount} />{' '}
          會釋出給其他出資人。如果您已經轉帳，請先不要取消，等候入帳。
        </p>
        {problem && (
          <div className="mt-4">
            <Alert tone="danger" live title={problem} />
          </div>
        )}
      </Dialog>
    </>
  );
}

function Waiting({ order }: { order: Order }) {
  const now = useNow();
  if (awaitsBank(order, now)) return <AwaitingBank order={order} />;
  return (
    <>
      <p className="no-print mb-6">
        已為您保留 <Money amount={order.amount} />
        。入帳後這一頁會自動更新，通常在轉帳後幾分鐘內。
      </p>
      <div className="transfer-columns lg:grid-cols-[6fr_5fr] xl:grid-cols-[7fr_5fr]">
        <div className="grid gap-6">
          {order.virtualAccount && <TransferCard order={order} account={order.virtualAccount} />}
          <div className="no-print empty:hidden">
            <OrderMandate order={order} />
          </div>
          <Refunds order={order} />
          <div className="no-print flex flex-wrap gap-3 max-md:*:flex-[1_1_100%]">
            <GoButton to={paths.myInvest()}>我已完成轉帳，查看訂單</GoButton>
            {order.status === 0 && <Cancel order={order} />}
          </div>
        </div>
        <div className="grid gap-6 no-print">
          <Card as="section">
            <CardHead title="怎麼轉帳" />
            <WaysToPay counter={order.paymentMode === COUNTER_REMIT} />
          </Card>
          <MustKnow since={order.createdAt} />
        </div>
      </div>
    </>
  );
}

const titleFor = (order: Order | undefined, now: number) => {
  if (order && awaitsBank(order, now)) return AWAITING_BANK.text;
  if (!order || isWaiting(order)) return '匯款資訊';
  return isPaid(order) ? '出資成功' : '訂單狀態';
};

export default function BankTransferPage() {
  const [params] = useSearchParams();
  const now = useNow();
  const id = params.get('order') ?? '';
  const query = useOrder(id);
  const order = query.data?.data.order;
  useTitle(order && `${titleFor(order, now)} ${order.orderNo}`);
  const failure = query.error instanceof ApiFailure ? query.error : null;
  const none = failure?.code === 'ORDER_NOT_FOUND' || !/^[1-9]\d{0,17}$/.test(id);
  const step = order && isPaid(order) ? 3 : 1;
  const showSteps = order && (isWaiting(order) || step === 3);
  return (
    <Flow title={titleFor(order, now)} step={showSteps && <FlowSteps current={step} />}>
      {none && (
        <EmptyState
          title="找不到這筆出資"
          drawing={<DryRiver />}
          actions={<GoButton to={paths.myInvest()}>查看我的出資訂單</GoButton>}
        />
      )}
      {!none && query.isPending && (
        <Loading>
          <Skeleton shape="block" className="h-96" />
        </Loading>
      )}
      {!none && query.isLoadingError && !order && (
        <ErrorState onRetry={() => void query.refetch()} requestId={failure?.requestId} />
      )}
      {order && (isWaiting(order) ? <Waiting order={order} /> : <OrderOutcome order={order} />)}
    </Flow>
  );
}
