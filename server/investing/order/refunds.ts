// Refunds to investors: each is a row of its own, is released by a person, and is settled when the
// bank reports.
import { formatMoney, type Money, money, negate, subtract, add } from '#contract/core/money.ts';
import type { Day } from '#contract/core/day.ts';
import { orderNoOf } from '#contract/investing/order-number.ts';
import { REFUND_REASON } from '#contract/investing/refund-words.ts';
import { Refusal } from '#contract/refusals.ts';
import type { Hooks, Work } from '../../action.ts';
import type { BatchHook, Settled } from '../../money-hooks.ts';
import { draftBatch, lodgeReturn, orderPayment } from '../../banking/actions.ts';
import { lockLoan } from '../../database/db.ts';
import { holdMember } from '../../identity/actions.ts';
import { post } from '../../ledger/actions.ts';
import { type Entry, feeEntries, type Transfer } from '../../ledger/rules.ts';
import { tell } from '../../notices/actions.ts';
import { closeTask, holdTask, keepAge, openTask, recordMove } from '../../tasks/actions.ts';
import { heldBy, payoutAccountOf } from '../../verification/actions.ts';
import { moveOrder } from './orders.ts';
import {
  countPayments,
  insertRefunds,
  loanOfOrder,
  lockOrder,
  lockRefund,
  markRefund,
  type OrderRow,
  refundById,
  type RefundRow,
  voidRefund,
} from '../queries.ts';
import type { GoingBack } from '../rules.ts';
import { noticeKinds } from '../words.ts';

export const reasonText: Record<RefundRow['reason'], string> = REFUND_REASON;

/** Amount to refund, and where the money is until then: in its order, or still in suspense. */
export type ToRefund = {
  order: OrderRow;
  back: GoingBack;
  /**
   * True if the refund contains all the order's money, so that the order, which is already in
   * status 60, ends when the refund is confirmed.
   */
  whole: boolean;
  from: 'order' | { receiptId: number; on: Day };
};

/** Why a refund waits while the money of its member is held. */
export const WAITS_FOR_SCREENING = '會員的名單比對尚待審查，款項暫停';

const subjectOf = (refundId: number) => ({ type: 'refund', id: refundId }) as const;

/**
 * Makes refunds payable: each gets a row, a transfer (the fee becomes income, the rest goes to
 * refund_payable) and a task. A refund that is not larger than its fee is settled at once.
 */
export async function openRefunds(work: Work, rows: readonly ToRefund[]): Promise<void> {
  if (rows.length === 0) return;
  const nets = rows.map(({ order, back, whole }) => ({
    orderId: order.id,
    memberId: order.memberId,
    amount: subtract(back.amount, back.fee),
    fee: back.fee,
    reason: back.reason,
    whole,
  }));
  const ids = await insertRefunds(work.tx, nets, work.now);
  await post(
    work,
    rows.map((row, i) => transferOf(work, row, ids[i]?.id ?? 0)),
  );
  for (const [i, { order, back, whole }] of rows.entries()) {
    const id = ids[i]?.id ?? 0;
    const amount = subtract(back.amount, back.fee);
    await recordMove(work, {
      subject: subjectOf(id),
      action: 'refund.opened',
      to: amount === 0 ? 'confirmed' : 'payable',
      reason: back.reason,
      snapshot: { order: order.id, amount, fee: back.fee },
    });
    if (amount > 0) await askForRelease(work, { id, orderId: order.id, amount });
    else if (whole) await moveOrder(work, order, { to: 65 }, 'order.refunded');
  }
}

function transferOf(work: Work, { order, back, from }: ToRefund, refundId: number): Transfer {
  const net = subtract(back.amount, back.fee);
  const source: Entry =
    from === 'order'
      ? { account: 'order_funds', order: order.id, amount: back.amount }
      : { account: 'suspense', amount: back.amount };
  const own = { account: 'refund_payable', order: order.id, member: order.memberId } as const;
  return {
    id:
      from === 'order'
        ? `order:${order.id}:refund:${refundId}`
        : `order:${order.id}:receipt:${from.receiptId}:back`,
    kind: 'refund',
    on: from === 'order' ? work.today : from.on,
    loanId: order.loanId,
    memo: `${refundId}`,
    entries: [
      source,
      ...(net > 0 ? [{ ...own, amount: negate(net) }] : []),
      ...feeEntries(back.fee),
    ],
  };
}

function askForRelease(work: Work, refund: { id: number; orderId: number; amount: Money }) {
  return openTask(work, {
    kind: 'refund_release',
    subject: {
      ...subjectOf(refund.id),
      label: `${orderNoOf(refund.orderId)} 退款 ${formatMoney(refund.amount)}`,
    },
    detail: { orderId: refund.orderId, amount: refund.amount },
  });
}

/**
 * Withdraws a refund that was not sent yet, because the bank reversed the receipt on which it is
 * based. Returns false if it was sent or has a different amount; the missing money must then be
 * covered in another way.
 */
export async function withdrawRefund(
  work: Work,
  refundId: number,
  gross: Money,
  transferId: string,
): Promise<boolean> {
  await holdTask(work, 'refund_release', subjectOf(refundId));
  const refund = await lockRefund(work.tx, refundId);
  if (!refund || add(refund.amount, refund.fee) !== gross) return false;
  const feeOnly = refund.amount === 0;
  if (refund.status !== 'payable' && !feeOnly) return false;
  const { orderId, memberId } = refund;
  const payable = { account: 'refund_payable', order: orderId, member: memberId } as const;
  await post(work, [
    {
      id: transferId,
      kind: 'refund_withdrawn',
      on: work.today,
      memo: `${refundId}`,
      entries: [
        ...(feeOnly ? [] : [{ ...payable, amount: refund.amount }]),
        ...feeEntries(refund.fee).map((line) => ({ ...line, amount: negate(money(line.amount)) })),
        { account: 'suspense', amount: negate(gross) },
      ],
    },
  ]);
  await voidRefund(work.tx, refundId, work.now);
  await closeTask(work, 'refund_release', subjectOf(refundId), 'withdrawn', '原入帳經銀行沖正');
  await recordMove(work, {
    subject: subjectOf(refundId),
    action: 'refund.withdrawn',
    from: refund.status,
    to: 'confirmed',
  });
  return true;
}

/** Task in which an operator reviews a refund and releases it once, to the member's own account. */
export const refundTasks: Hooks['tasks'] = {
  refund_release: {
    async detail({ tx, services }, task) {
      const refund = await refundById(tx, task.subjectId);
      if (!refund) return task.detail;
      const account = await payoutAccountOf(tx, services, refund.memberId);
      return {
        orderId: refund.orderId,
        orderNo: orderNoOf(refund.orderId),
        memberId: refund.memberId,
        amount: refund.amount,
        fee: refund.fee,
        reason: reasonText[refund.reason],
        status: refund.status,
        account: account ? `${account.bankName} ****${account.accountTail}` : null,
        ...('returned' in task.detail ? { returned: task.detail['returned'] } : {}),
      };
    },

    async decide(work, task) {
      const { tx, services } = work;
      const refund = await lockRefund(tx, task.subjectId);
      if (refund?.status !== 'payable') throw new Refusal('ORDER_STATUS');
      if (await heldBy(tx, refund.memberId)) throw new Refusal('MONEY_HELD');
      const account = await payoutAccountOf(tx, services, refund.memberId);
      if (!account) {
        throw new Refusal('DECISION_INVALID', { fields: { decision: '會員沒有生效中的收款帳戶' } });
      }
      await draftBatch(work, 'refund', [{ subjectId: refund.id, amount: refund.amount }]);
    },
  },
};

/**
 * hooks.batches.refund: pays each refund to the member's current account; refunds that cannot be
 * paid wait again.
 */
export const refundBatch: BatchHook = {
  async pay(work, batchId, refundIds) {
    for (const id of refundIds) {
      const refund = await lockRefund(work.tx, id);
      if (refund?.status !== 'payable') continue;
      const account = await payoutAccountOf(work.tx, work.services, refund.memberId);
      if (await heldBy(work.tx, refund.memberId)) await askAgain(work, refund, WAITS_FOR_SCREENING);
      else if (account) await sendRefund(work, refund, account, batchId);
      else await askAgain(work, refund, '會員沒有生效中的收款帳戶');
    }
  },

  async giveBack(work, refundIds, reason) {
    for (const id of refundIds) {
      const refund = await lockRefund(work.tx, id);
      if (refund?.status !== 'payable') continue;
      await askAgain(work, refund, `覆核退回：${reason}`);
      await keepAge(work, 'refund_release', subjectOf(id));
    }
  },
};

async function sendRefund(
  work: Work,
  refund: RefundRow,
  account: Parameters<typeof orderPayment>[1]['account'],
  batchId: number,
): Promise<void> {
  const { count } = await countPayments(work.tx, refund.id);
  const paymentId = await orderPayment(work, {
    purpose: 'refund',
    subjectId: refund.id,
    memberId: refund.memberId,
    account,
    amount: refund.amount,
    memo: `退款 ${orderNoOf(refund.orderId)}`,
    batchId,
    attempt: count + 1,
  });
  await markRefund(work.tx, refund.id, { status: 'sent', paymentId, settledAt: null });
  await recordMove(work, {
    subject: subjectOf(refund.id),
    action: 'refund.released',
    from: 'payable',
    to: 'sent',
  });
}

/** Opens the release task again for a refund that was not sent, with the reason in `why`. */
async function askAgain(work: Work, refund: RefundRow, why: string | null): Promise<void> {
  const label = `${orderNoOf(refund.orderId)} 退款 ${formatMoney(refund.amount)}`;
  await openTask(work, {
    kind: 'refund_release',
    subject: { ...subjectOf(refund.id), label },
    detail: { orderId: refund.orderId, amount: refund.amount, returned: why },
  });
}

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
  if (isLeft) return leaveToAPerson(work, refund, settled, own.loanId);
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
  if (refund.whole && order.stored === 60)
    await moveOrder(work, order, { to: 65 }, 'order.refunded');
  await post(work, [moved(order, refund, settled)]);
  const values = {
    orderNo: orderNoOf(order.id),
    amount: formatMoney(refund.amount),
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
 * Money that the bank returned for a closed member account is no longer owed to the member; it
 * stays in suspense until a person decides.
 */
async function leaveToAPerson(work: Work, refund: RefundRow, settled: Settled, loanId: number) {
  await recordMove(work, {
    subject: subjectOf(refund.id),
    action: 'refund.returned',
    from: 'confirmed',
    to: 'confirmed',
    reason: settled.reason,
  });
  await lodgeReturn(work, settled, {
    loanId,
    virtualAccount: '0',
    kind: 'refund_returned',
    why: `會員已關閉帳戶，${orderNoOf(refund.orderId)} 的退款遭銀行退匯，請人工處理`,
  });
}

/**
 * Makes the refund payable again, with one task to release it and one to correct the member's bank
 * account.
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
  if (late) {
    if (refund.whole && order.stored === 65) {
      await moveOrder(work, order, { to: 60 }, 'order.refund_returned');
    }
    await post(work, [moved(order, refund, settled)]);
  }
  await askAgain(work, refund, reason);
  const label = `${orderNoOf(refund.orderId)} 退款 ${formatMoney(refund.amount)}`;
  await openTask(work, {
    kind: 'attention',
    subject: { ...subjectOf(refund.id), label },
    detail: {
      orderId: refund.orderId,
      amount: refund.amount,
      returned: reason,
      why: '退款遭銀行退回，請與會員確認收款帳戶',
    },
  });
  const values = { amount: formatMoney(refund.amount) };
  await tell(
    work,
    refund.memberId,
    late ? noticeKinds.refundCameBack(values) : noticeKinds.refundReturned(values),
  );
}
