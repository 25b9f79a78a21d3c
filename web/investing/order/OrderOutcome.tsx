// Outcome of an order: paid, expired, cancelled or being refunded; and its refunds.
import { useState } from 'react';
import type { Order } from '#contract/investing/calls.ts';
import { refundedTo } from '#contract/investing/refund-words.ts';
import { isOrderStatus, ORDER } from '#contract/investing/order-status.ts';
import { HeldPayouts } from '../../identity/account/HeldPayouts.tsx';
import { GoButton } from '../../site/kit/Go.tsx';
import * as paths from '../../site/kit/paths.ts';
import { Alert, type AlertTone } from '../../ui/display/Alert.tsx';
import { DateText, Money, Percent } from '../../ui/display/Amount.tsx';
import { Button } from '../../ui/Button.tsx';
import { Card, CardHead, Facts } from '../../ui/display/Card.tsx';
import { Joined, Peak } from '../../ui/drawings/Peaks.tsx';
import { OrderDialog } from './OrderActs.tsx';
import { CaseName, OrderTag, refundReason, RefundTag } from './order-words.tsx';

/** Lists the refunds of an order: amount, reason, deducted fee, and progress. */
export function Refunds({ order }: { order: Order }) {
  if (order.refunds.length === 0) return null;
  return (
    <Card as="section">
      <CardHead title="退款" />
      <ul className="refunds">
        {order.refunds.map(({ id, amount, fee, reason, status, toPayer }) => (
          <li
            className="grid grid-cols-[minmax(0,1fr)_auto_auto] gap-x-4 gap-y-1 items-center
              py-2.5 not-last:border-b not-last:border-line"
            key={id}
          >
            <span>
              {refundReason(reason)}
              {toPayer && <small className="block">由他人代付，退回原付款帳戶</small>}
              {fee > 0 && (
                <small className="block">
                  已扣退款手續費 <Money amount={fee} />
                </small>
              )}
            </span>
            <Money amount={amount} />
            <RefundTag status={status} />
          </li>
        ))}
      </ul>
      {order.refunds.some(({ status }) => status === 'payable') && <HeldPayouts />}
      <p className="mt-3 text-sm text-ink-3">
        {order.refunds.every(({ toPayer }) => toPayer)
          ? '他人代付的款項只退回原付款帳戶，確認帳戶後匯出。'
          : '退款匯入您驗證過的本人帳戶，通常在次一營業日完成。'}
      </p>
    </Card>
  );
}

type Words = { tone: AlertTone; title: string; text: string };

function wordsFor(order: Order): Words {
  const { status } = order;
  if (status >= 10 && status <= 15) {
    return {
      tone: 'ok',
      title: '款項已入帳，出資成功',
      text:
        status === 10
          ? '案件募滿後由借款人簽約、撥款，每個進度都會通知您。未募滿時全額退回，不收手續費。'
          : '案件已經募滿，等待借款人簽約與撥款，完成後會通知您。',
    };
  }
  if (status >= 20 && status <= 40) {
    return { tone: 'info', title: '案件已撥款', text: '每期的收回與契約，請見出資明細。' };
  }
  if (status === 50) {
    return {
      tone: 'warn',
      title: '帳號已失效',
      text: '期限內未收到足額款項，保留的名額已經釋出，請勿再轉帳到這個帳號。',
    };
  }
  if (status === 55) {
    return { tone: 'info', title: '這筆出資已取消', text: '虛擬帳號已失效，請勿再轉帳。' };
  }
  // An order that was paid in part only comes back less a fee, which its list of refunds shows.
  const part = order.refunds.some(({ fee }) => fee > 0) ? '扣除退款手續費後' : '全額';
  const to = refundedTo({
    own: order.refunds.some(({ toPayer }) => !toPayer),
    payer: order.refunds.some(({ toPayer }) => toPayer),
  });
  return status === 65
    ? { tone: 'info', title: '款項已退回', text: `出資沒有成立，款項已${part}退回${to}。` }
    : { tone: 'info', title: '款項退回中', text: `出資沒有成立，款項會${part}退回${to}。` };
}

/** Orders the same amount of the same case again, after a confirmation. */
function Again({ order }: { order: Order }) {
  const [ask, setAsk] = useState<Parameters<typeof OrderDialog>[0]['asked']>(null);
  return (
    <>
      <Button look="primary" onClick={() => setAsk({ order, act: 'again' })}>
        {ORDER[50].action}
      </Button>
      <OrderDialog asked={ask} onClose={() => setAsk(null)} />
    </>
  );
}

function Actions({ order }: { order: Order }) {
  const { status } = order;
  if (status >= 20 && status <= 40) {
    return (
      <GoButton to={paths.myHolding(order.id)} look="primary">
        {ORDER[20].action}
      </GoButton>
    );
  }
  if (status === 50) {
    return <Again order={order} />;
  }
  return (
    <GoButton to={paths.investment()} look="primary">
      看其他案件
    </GoButton>
  );
}

function OrderCard({ order }: { order: Order }) {
  return (
    <Card as="section" className={order.status === 50 ? 'bg-sunken shadow-none' : ''}>
      <CardHead title={<span className="num">{order.orderNo}</span>}>
        <OrderTag {...order} />
      </CardHead>
      <Facts
        facts={[
          {
            name: '案件',
            value: <CaseName of={order} />,
            note: order.planName,
          },
          { name: '金額', value: <Money amount={order.amount} /> },
          { name: '已收到', value: <Money amount={order.paidAmount} /> },
          { name: '年化利率', value: <Percent value={order.annualRate} /> },
          { name: '期數', value: `${order.installments} 期` },
          { name: '成立時間', value: <DateText at={order.createdAt} /> },
          ...(order.paidAt
            ? [{ name: '入帳時間', value: <DateText at={order.paidAt} /> }]
            : [{ name: '匯款期限', value: <DateText at={order.payBy} /> }]),
        ]}
      />
    </Card>
  );
}

/** Shown after the deadline, while money that was sent in time may still arrive. */
export function AwaitingBank({ order }: { order: Order }) {
  return (
    <div className="mx-auto grid max-w-narrow gap-6">
      <Alert tone="info" title="已過匯款期限，請勿再轉帳">
        期限前轉出的款項仍會計入，入帳後這一頁會自動更新。銀行確認當天所有的入帳之後（通常是次一營業日），
        仍未足額的訂單才會失效，已收到的款項退回您的本人帳戶。
      </Alert>
      <OrderCard order={order} />
      <Refunds order={order} />
      <div className="flex flex-wrap gap-3 max-md:*:flex-[1_1_100%]">
        <GoButton to={paths.myInvest()}>查看出資訂單</GoButton>
      </div>
    </div>
  );
}

export function OrderOutcome({ order }: { order: Order }) {
  const { tone, title, text } = wordsFor(order);
  if (!isOrderStatus(order.status)) return null;
  return (
    <div className="mx-auto grid max-w-narrow gap-6">
      {order.status === 10 || order.status === 15 ? (
        <Peak drawing={<Joined />} title={title} live>
          <p>{text}</p>
        </Peak>
      ) : (
        <Alert tone={tone} title={title} live>
          {text}
        </Alert>
      )}
      <OrderCard order={order} />
      <Refunds order={order} />
      <div className="flex flex-wrap gap-3 max-md:*:flex-[1_1_100%]">
        <Actions order={order} />
        <GoButton to={paths.myInvest()}>查看出資訂單</GoButton>
      </div>
    </div>
  );
}
