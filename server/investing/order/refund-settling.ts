// Outcomes of refunds as the bank reports them: paid, or returned.
import { formatMoney, isPositive, minOf, negate, subtract } from '#contract/core/money.ts';
import { orderNoOf } from '#contract/investing/order-number.ts';
import { refundedTo } from '#contract/investing/refund-words.ts';
import type { Hooks, Settled } from '../../hooks.ts';
import type { Work } from '../../work.ts';
import { askForSource, lodgeReturn } from '../../banking/front.ts';
import { holdMember } from '../../identity/front.ts';
import { post } from '../../ledger/front.ts';
import { tell } from '../../notices/front.ts';
import { recordMove } from '../../tasks/front.ts';
import { keepForAccount } from '../../verification/front.ts';
import { lockLoan } from '../../database/db.ts';
import type { Transfer } from '../../ledger/rules.ts';
import { coveredIn, keepCovered } from './covered.ts';
import { moveOrder } from './orders.ts';
import { endIfPaidBack } from './refund-sources.ts';
import {
  loanOfOrder,
  lockOrder,
  lockRefund,
  markRefund,
  type OrderRow,
  refundById,
  type RefundRow,
} from '../queries.ts';
import { askAgain, subjectOf } from './refunds.ts';
import { noticeKinds } from '../words.ts';

/**
 * hooks.settled.refund: marks the refund as paid, and ends the order if the refund contained all
 * its money; or handles a refund that the bank returned.
 */
export const refundSettled: Hooks['settled']['refund'] = async (work, settled) => {
  const { tx, now } = work;
  const known = await refundById(tx, settled.subjectId);
  const own = known && (await loanOfOrder(tx, known.orderId));
  if (!own) throw new Error(`payment ${settled.paymentId} settles no refund`);
  const isLeft = settled.late && (await holdMember(tx, known.memberId)) === null;
  await lockLoan(tx, own.loanId);
  const order = await lockOrder(tx, known.orderId);
  const refund = await lockRefund(tx, known.id);
  const from = settled.late ? 'confirmed' : 'sent';
  if (refund?.status !== from || refund.paymentId !== settled.paymentId) {
    throw new Error(`refund ${known.id} was not ${from} as payment ${settled.paymentId}`);
  }
  if (isLeft) return leaveToAPerson(work, order, refund, settled);
  if (settled.outcome === 'returned') return refundReturned(work, order, refund, settled);
  await markRefund(tx, refund.id, {
    status: 'confirmed',
    paymentId: settled.paymentId,
    settledAt: now,
  });
  await recordMove(work, {
    subject: subjectOf(refund.id),
    action: 'refund.confirmed',
    from: 'sent',
    to: 'confirmed',
  });
  if (refund.whole) await endIfPaidBack(work, order);
  await post(work, [moved(order, refund, settled)]);
  const values = {
    orderNo: orderNoOf(order.id),
    amount: formatMoney(refund.amount),
    to: refundedTo({ own: refund.receiptId === null, payer: refund.receiptId !== null }),
    feeNote: refund.fee > 0 ? `（已扣除退款手續費 ${formatMoney(refund.fee)}）` : '',
  };
  await tell(work, refund.memberId, noticeKinds.refunded(values));
};

/**
 * Returns the entries by which money owed to the member leaves the trust account or comes back to
 * it.
 */
function moved(
  order: OrderRow,
  refund: RefundRow,
  { paymentId, reference, day: on, late }: Settled,
): Transfer {
  const amount = late ? negate(refund.amount) : refund.amount;
  return {
    id: `refund:${refund.id}:${late ? 'returned' : 'paid'}:${paymentId}`,
    kind: late ? 'refund_returned' : 'refund_paid',
    on,
    loanId: order.loanId,
    memo: `payment:${reference}`,
    entries: [
      { account: 'refund_payable', order: order.id, member: order.memberId, amount },
      { account: 'trust_bank', amount: negate(amount) },
    ],
  };
}

/**
 * Money that the bank returned for a closed member account is no longer owed to the member. What
 * the platform covered of it ends the claim on the payer; the rest stays in suspense until a person
 * decides.
 */
async function leaveToAPerson(
  work: Work,
  order: OrderRow,
  refund: RefundRow,
  settled: Settled,
): Promise<void> {
  await recordMove(work, {
    subject: subjectOf(refund.id),
    action: 'refund.returned',
    from: 'confirmed',
    to: 'confirmed',
    reason: settled.reason,
  });
  const kept = minOf(await coveredIn(work, refund), refund.amount);
  if (isPositive(kept)) {
    await post(work, [moved(order, { ...refund, amount: kept }, settled)]);
    await keepCovered(work, refund, settled.paymentId);
  }
  const amount = subtract(refund.amount, kept);
  if (amount === 0) {
    const settledAt = work.now;
    await markRefund(work.tx, refund.id, { status: 'confirmed', paymentId: null, settledAt });
    return;
  }
  await lodgeReturn(
    work,
    { ...settled, amount },
    {
      loanId: order.loanId,
      virtualAccount: '0',
      kind: 'refund_returned',
      why: `會員已關閉帳戶，${orderNoOf(refund.orderId)} 的退款遭銀行退匯，請人工處理`,
    },
  );
}

/**
 * Makes the refund payable again, with one task to release it and one to correct the member's bank
 * account, or with a task to name another account of the third party. What the platform covered of
 * it meanwhile ends the claim on the payer instead.
 */
async function refundReturned(
  work: Work,
  order: OrderRow,
  refund: RefundRow,
  settled: Settled,
): Promise<void> {
  const { late, reason } = settled;
  await markRefund(work.tx, refund.id, { status: 'payable', paymentId: null, settledAt: null });
  await recordMove(work, {
    subject: subjectOf(refund.id),
    action: 'refund.returned',
    from: refund.status,
    to: 'payable',
    reason,
  });
  if (late) await post(work, [moved(order, refund, settled)]);
  const payable = { ...refund, status: 'payable', paymentId: null } as const;
  const left = await keepCovered(work, payable, settled.paymentId);
  const kept = subtract(refund.amount, left.amount);
  if (isPositive(kept)) {
    await tell(work, refund.memberId, noticeKinds.refundKept({ amount: formatMoney(kept) }));
  }
  if (left.amount === 0) {
    if (refund.whole) await endIfPaidBack(work, order, 'reversed');
    return;
  }
  if (late && refund.whole && order.stored === 65) {
    await moveOrder(work, order, { to: 60 }, 'order.refund_returned');
  }
  await askForPayee(work, left, settled);
}

/**
 * Asks for another account after the bank returned a refund; it is released again as soon as there
 * is one.
 */
async function askForPayee(work: Work, refund: RefundRow, settled: Settled): Promise<void> {
  const { late, unsent, reason } = settled;
  // The bank has said nothing about the account, and the member need not do anything.
  if (unsent) return askAgain(work, refund, reason);
  if (refund.receiptId !== null) return askPayer(work, refund, settled, refund.receiptId);
  const { memberId } = refund;
  const waits = await keepForAccount(work, { memberId, paymentId: settled.paymentId, reason });
  if (!waits) await askAgain(work, refund, reason);
  const values = { amount: formatMoney(refund.amount) };
  await tell(
    work,
    refund.memberId,
    late ? noticeKinds.refundCameBack(values) : noticeKinds.refundReturned(values),
  );
}

/** Money of a third party waits for another account of theirs, and never goes to the member. */
async function askPayer(work: Work, refund: RefundRow, settled: Settled, receiptId: number) {
  const reason = settled.reason ?? '未說明原因';
  await askForSource(work, receiptId, `${orderNoOf(refund.orderId)} 的退款遭銀行退匯：${reason}`);
  const values = { amount: formatMoney(refund.amount) };
  await tell(work, refund.memberId, noticeKinds.payerRefundReturned(values));
}
