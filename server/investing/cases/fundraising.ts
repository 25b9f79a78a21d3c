// Ends of a reservation or a whole case: cancelling, expiry, and what a change of the loan's status
// means for the case and its orders.
import { formatMoney, type Money, negate, subtract, sum, ZERO } from '#contract/core/money.ts';
import { orderNoOf } from '#contract/investing/order-number.ts';
import { type Hooks, hooks } from '../../hooks.ts';
import type { Work } from '../../work.ts';
import { lockLoan } from '../../database/db.ts';
import { tell, tellMany } from '../../notices/front.ts';
import { refundFeeAt } from '../../settings/front.ts';
import { keepUnlent } from '../order/covered.ts';
import { assertNotDebited, lockedOwnOrder, moveOrder, wrongStatus } from '../order/orders.ts';
import {
  closeFunding,
  lockLiveOrders,
  lockOrder,
  loanOfOrder,
  lockedLoanStatus,
  moveExposure,
  moveFunding,
  openFunding,
  type OrderRow,
} from '../queries.ts';
import { openRefunds } from '../order/refunds.ts';
import type { ToRefund } from '../order/refund-sources.ts';
import { deathReason, expiryFee, type Stored } from '../rules.ts';
import { noticeKinds } from '../words.ts';

/**
 * Cancels a reservation as long as nothing was paid on it; no money moves. Refuses DEBIT_UNDER_WAY
 * while a debit of it is at the bank, whose money would only come and go back.
 */
export async function cancelOrder(work: Work, orderId: number, memberId: number): Promise<void> {
  const order = await lockedOwnOrder(work, orderId, memberId);
  if (order.stored !== 0) throw await wrongStatus(work.tx, order);
  await assertNotDebited(work, orderId);
  await moveOrder(work, order, { to: 55 }, 'order.cancelled');
  await moveExposure(work.tx, [{ memberId, reserved: negate(order.amount) }]);
  await moveFunding(work.tx, order.loanId, { reserved: negate(order.amount), orders: -1 });
}

/**
 * Expires an order whose deadline is before the end of the days that the bank has closed. Its place
 * in the case becomes free, and a partial payment is refunded less the fee. Does nothing if the
 * order was paid meanwhile, or while a debit of it is at the bank, which may have been in time.
 */
export async function expireOrder(work: Work, orderId: number, before: Date): Promise<void> {
  const { tx } = work;
  const own = await loanOfOrder(tx, orderId);
  if (!own) return;
  await lockLoan(tx, own.loanId);
  const order = await lockOrder(tx, orderId);
  if (order.payBy >= before || (order.stored !== 0 && order.stored !== 5)) return;
  if (await hooks.debitsUnderWay.order(tx, orderId)) return;
  const partly = order.stored === 5;
  let after = await moveOrder(work, order, { to: 50 }, 'order.expired');
  if (partly) after = await moveOrder(work, after, { to: 60 }, 'order.refunding', 'expired');
  await moveExposure(tx, [{ memberId: order.memberId, reserved: negate(order.amount) }]);
  const { paidAmount: paid } = order;
  const fee = expiryFee(paid, await refundFeeAt(tx, order.createdAt));
  const back = { amount: paid, fee, reason: 'expired' } as const;
  const to = partly
    ? await openRefunds(work, [{ order: after, back, whole: true, from: 'order' }])
    : null;
  const orderNo = orderNoOf(order.id);
  const values = { orderNo, paid: formatMoney(paid), fee: formatMoney(fee) };
  const said = to
    ? noticeKinds.expiredInPart({ ...values, to: to.get(order.id) ?? '' })
    : noticeKinds.expired({ orderNo });
  await tell(work, order.memberId, said);
  await moveFunding(tx, order.loanId, { reserved: negate(order.amount), orders: -1 });
}

/**
 * hooks.loanMoved: applies a change of the loan's status to its case and to the orders in the case.
 */
export const followLoan: Hooks['loanMoved'][number] = async (work, move) => {
  const { tx } = work;
  if (move.to === 40) await openFunding(tx, move.id);
  else if (move.from === 40 && move.to === 50) {
    const orders = await lockLiveOrders(tx, move.id);
    for (const order of orders) await moveOrder(work, order, { to: 20 }, 'order.funded');
    await tellOfFunding(work, move.id, orders);
    await closeFunding(tx, move.id);
  } else if (move.from === 55 && move.to === 60) await lendOut(work, move.id);
  else if (move.from >= 60 && move.to === 50) await reserveAgain(work, move.id);
  else if (move.from >= 40 && deathReason(move.to) !== null) await sendAllBack(work, move.id);
};

/** Notifies each investor once, however many orders they have in the case. */
async function tellOfFunding(work: Work, loanId: number, orders: readonly OrderRow[]) {
  const { caseNo } = await lockedLoanStatus(work.tx, loanId);
  const byMember = Map.groupBy(orders, ({ memberId }) => memberId);
  const notices = [...byMember].map(([memberId, own]) => {
    const amount = formatMoney(sum(own.map((order) => order.amount)));
    return { memberId, said: noticeKinds.caseFunded({ caseNo, amount }) };
  });
  await tellMany(work, notices);
}

/** The loan was disbursed: reserved amounts become outstanding principal. */
async function lendOut(work: Work, loanId: number): Promise<void> {
  const orders = await lockLiveOrders(work.tx, loanId);
  await moveExposure(
    work.tx,
    orders.map(({ memberId, amount }) => ({
      memberId,
      reserved: negate(amount),
      outstanding: amount,
    })),
  );
}

/** The disbursement was returned: outstanding amounts become reserved again. */
async function reserveAgain(work: Work, loanId: number): Promise<void> {
  const orders = await lockLiveOrders(work.tx, loanId);
  await moveExposure(
    work.tx,
    orders.map(({ memberId, amount }) => ({
      memberId,
      reserved: amount,
      outstanding: negate(amount),
    })),
  );
}

/**
 * The loan failed: every order ends, and all money is refunded in full without a fee, except what
 * the platform covered because the bank took the investor's payment back.
 */
async function sendAllBack(work: Work, loanId: number): Promise<void> {
  const { tx } = work;
  const loan = await lockedLoanStatus(tx, loanId);
  const reason = deathReason(loan.status);
  if (reason === null) return;
  const orders = await lockLiveOrders(tx, loanId);
  const covered = await keepUnlent(
    work,
    orders.map(({ id }) => id),
  );
  const owed = new Map(
    orders.map(({ id, paidAmount }) => [id, subtract(paidAmount, covered.get(id) ?? ZERO)]),
  );
  const owedTo = ({ id }: OrderRow) => owed.get(id) ?? ZERO;
  const refunds: ToRefund[] = [];
  for (const order of orders) {
    const amount = owedTo(order);
    const ended = await endOrder(work, order, { reason, owed: amount });
    if (amount > 0) {
      const back = { amount, fee: ZERO, reason };
      refunds.push({ order: ended, back, whole: true, from: 'order' });
    }
  }
  await moveExposure(
    tx,
    orders.map(({ memberId, amount }) => ({ memberId, reserved: negate(amount) })),
  );
  const to = await openRefunds(work, refunds);
  for (const order of orders) {
    const end = { caseNo: loan.caseNo, reason, owed: owedTo(order), to: to.get(order.id) ?? '' };
    await tellOfEnd(work, order, end);
  }
  const held = (stored: readonly Stored[]) =>
    sum(orders.filter((order) => stored.includes(order.stored)).map(({ amount }) => amount));
  await moveFunding(tx, loanId, {
    reserved: negate(held([0, 5])),
    paid: negate(held([10, 20])),
    orders: -orders.length,
  });
  await closeFunding(tx, loanId);
}

async function endOrder(
  work: Work,
  order: OrderRow,
  { reason, owed }: Pick<End, 'reason' | 'owed'>,
): Promise<OrderRow> {
  if (order.stored === 0) return moveOrder(work, order, { to: 55 }, 'order.released', reason);
  const base =
    order.stored === 5 ? await moveOrder(work, order, { to: 50 }, 'order.released', reason) : order;
  const ended = await moveOrder(work, base, { to: 60 }, 'order.refunding', reason);
  // If the bank has already reversed the payment, there is nothing to refund.
  return owed > 0 ? ended : moveOrder(work, ended, { to: 65 }, 'order.refunded');
}

const endWords = {
  failed: { what: '案件未募滿', why: '募集期滿仍未募滿' },
  cancelled: { what: '案件已取消', why: '已取消' },
  unsigned: { what: '案件已失效', why: '借款人未於期限內完成簽約' },
} as const;

type End = { caseNo: string; reason: keyof typeof endWords; owed: Money; to: string };

function tellOfEnd(work: Work, order: OrderRow, { caseNo, reason, owed, to }: End) {
  const values = { ...endWords[reason], caseNo, orderNo: orderNoOf(order.id) };
  const said =
    owed > 0
      ? noticeKinds.caseEnded({ ...values, to, paid: formatMoney(owed) })
      : noticeKinds.caseEndedUnpaid(values);
  return tell(work, order.memberId, said);
}
