// Refunds to investors and to third parties who paid for them: each is a row of its own and is
// released by a person.
import {
  add,
  formatMoney,
  isPositive,
  minOf,
  type Money,
  money,
  negate,
  subtract,
  ZERO,
} from '#contract/core/money.ts';
import { orderNoOf } from '#contract/investing/order-number.ts';
import { REFUND_REASON } from '#contract/investing/refund-words.ts';
import { Refusal } from '#contract/refusals.ts';
import type { Hooks, BatchHook } from '../../hooks.ts';
import type { Work } from '../../work.ts';
import {
  draftBatch,
  orderPayment,
  payeesByPayment,
  sourceOrAsk,
  takeLodged,
  waitingInBatch,
} from '../../banking/front.ts';
import { post } from '../../ledger/front.ts';
import {
  closeTask,
  holdTask,
  keepAge,
  openTask,
  recordMove,
  renewTask,
} from '../../tasks/front.ts';
import { flagsOfPayments } from '../../verification/front.ts';
import { type Entry, feeEntries, type Transfer } from '../../ledger/rules.ts';
import { payableOfMember, payableOfSource } from './refund-source-queries.ts';
import {
  destinations,
  endIfPaidBack,
  lackOf,
  partsOf,
  payeeOf,
  payeeOrAsk,
  type RefundPart,
  type ToRefund,
  whyRefundWaits,
} from './refund-sources.ts';
import {
  countPayments,
  insertRefunds,
  loanOfOrder,
  lowerRefund,
  lockRefund,
  markRefund,
  refundById,
  type RefundRow,
} from '../queries.ts';

export const reasonText: Record<RefundRow['reason'], string> = REFUND_REASON;

const REVERSED = '原入帳經銀行沖正';
const REVERSED_IN_PART = '部分入帳經銀行沖正，退款金額已減少';

export const subjectOf = (refundId: number) => ({ type: 'refund', id: refundId }) as const;

/**
 * Makes refunds payable: each gets a row, a transfer (the fee becomes income, the rest goes to
 * refund_payable) and a task. A refund that is not larger than its fee is settled at once. Money of
 * third parties is a refund of its own, to them. Returns by order to whose accounts the money goes,
 * in the words that members read.
 */
export async function openRefunds(
  work: Work,
  ended: readonly ToRefund[],
): Promise<ReadonlyMap<number, string>> {
  const rows = await partsOf(work, ended);
  if (rows.length === 0) return new Map();
  const nets = rows.map(({ order, back, whole, receiptId }) => ({
    orderId: order.id,
    memberId: order.memberId,
    amount: subtract(back.amount, back.fee),
    fee: back.fee,
    reason: back.reason,
    whole,
    receiptId,
  }));
  const ids = await insertRefunds(work.tx, nets, work.now);
  await post(
    work,
    rows.map((row, i) => transferOf(work, row, ids[i]?.id ?? 0)),
  );
  for (const [i, { order, back, receiptId }] of rows.entries()) {
    const id = ids[i]?.id ?? 0;
    const amount = subtract(back.amount, back.fee);
    await recordMove(work, {
      subject: subjectOf(id),
      action: 'refund.opened',
      to: amount === 0 ? 'confirmed' : 'payable',
      reason: back.reason,
      snapshot: { order: order.id, amount, fee: back.fee, receipt: receiptId },
    });
    // Money of a third party whose account is not known waits for two persons who name it.
    const mayLeave = receiptId === null || (await sourceOrAsk(work, receiptId)) !== null;
    if (amount > 0 && mayLeave) await askForRelease(work, { id, orderId: order.id, amount });
  }
  for (const { order, whole } of ended) if (whole) await endIfPaidBack(work, order);
  return destinations(rows);
}

function transferOf(work: Work, { order, back, from }: RefundPart, refundId: number): Transfer {
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

type ToRelease = Pick<RefundRow, 'id' | 'orderId' | 'amount'>;

/** Returns the refund as the subject of a task. */
const releaseOf = ({ id, orderId, amount }: ToRelease) => ({
  ...subjectOf(id),
  label: `${orderNoOf(orderId)} 退款 ${formatMoney(amount)}`,
});

function askForRelease(work: Work, refund: ToRelease) {
  return openTask(work, {
    kind: 'refund_release',
    subject: releaseOf(refund),
    detail: { orderId: refund.orderId, amount: refund.amount },
  });
}

/**
 * Withdraws what a refund that was not sent yet contains of a receipt, because the bank reversed
 * the receipt; the rest, which other receipts paid, remains to be refunded. The same holds for a
 * refund of a closed account that came back and lies in suspense. Returns the NT$ that are in
 * suspense of the receipt again: nothing if the refund was sent, so that the money must be covered.
 */
export async function withdrawRefund(
  work: Work,
  refundId: number,
  gross: Money,
  transferId: string,
): Promise<Money> {
  const taskId = await holdTask(work, 'refund_release', subjectOf(refundId));
  const refund = await lockRefund(work.tx, refundId);
  if (!refund) return ZERO;
  const taken = minOf(gross, add(refund.amount, refund.fee));
  const isThere =
    refund.status === 'payable' ||
    refund.amount === 0 ||
    (await takeReturned(work, refund, minOf(taken, refund.amount), transferId));
  if (!isThere) return ZERO;
  const left = await takeFromRefund(work, refund, taken, transferId);
  if (left.amount === 0) {
    await closeTask(work, 'refund_release', subjectOf(refundId), 'withdrawn', REVERSED);
  } else if (taskId !== null) {
    const { label } = releaseOf(left);
    await renewTask(work, taskId, label, { amount: left.amount, returned: REVERSED_IN_PART });
  }
  return taken;
}

/** Takes a part of a refund that came back for a closed account, if it still lies in suspense. */
export async function takeReturned(
  work: Work,
  { orderId: order, memberId: member, paymentId }: RefundRow,
  amount: Money,
  transferId: string,
): Promise<boolean> {
  const own = await loanOfOrder(work.tx, order);
  return takeLodged(work, paymentId, amount, {
    owed: { account: 'refund_payable', order, member },
    kind: 'refund_returned',
    loanId: own?.loanId ?? null,
    for: transferId,
  });
}

/**
 * Moves a part of a payable refund, including its fee if that is needed, into the suspense of the
 * receipt that the transfer's id names. Returns the refund as it is afterwards.
 */
export async function takeFromRefund(
  work: Work,
  refund: RefundRow,
  taken: Money,
  transferId: string,
): Promise<RefundRow> {
  if (!isPositive(taken)) return refund;
  const { id, orderId: order, memberId: member } = refund;
  const net = minOf(taken, refund.amount);
  const fee = subtract(taken, net);
  const undone = feeEntries(fee).map((line) => ({ ...line, amount: negate(money(line.amount)) }));
  await post(work, [
    {
      id: transferId,
      kind: 'refund_withdrawn',
      on: work.today,
      memo: `${id}`,
      entries: [
        ...(net > 0 ? [{ account: 'refund_payable', order, member, amount: net } as const] : []),
        ...undone,
        { account: 'suspense', amount: negate(taken) },
      ],
    },
  ]);
  const left = { amount: subtract(refund.amount, net), fee: subtract(refund.fee, fee) };
  await lowerRefund(work.tx, id, left, work.now);
  const status = left.amount === 0 ? 'confirmed' : refund.status;
  await recordMove(work, {
    subject: subjectOf(id),
    action: refund.amount > 0 && left.amount === 0 ? 'refund.withdrawn' : 'refund.lowered',
    from: refund.status,
    to: status,
    snapshot: { taken, ...left },
  });
  return { ...refund, ...left, status };
}

/** Task in which an operator reviews a refund and releases it once, to its payee. */
export const refundTasks: Hooks['tasks'] = {
  refund_release: {
    async detail(work, task) {
      const refund = await refundById(work.tx, task.subjectId);
      if (!refund) return task.detail;
      const isOpen = task.status === 'open';
      const payees = isOpen ? await payeesByPayment(work, [refund]) : null;
      return {
        orderId: refund.orderId,
        orderNo: orderNoOf(refund.orderId),
        memberId: refund.memberId,
        amount: refund.amount,
        fee: refund.fee,
        reason: reasonText[refund.reason],
        status: refund.status,
        thirdParty: refund.receiptId !== null,
        payee: payees?.get(refund.id) ?? null,
        ...('returned' in task.detail ? { returned: task.detail['returned'] } : {}),
      };
    },

    async flags(work, task, deciding) {
      const read = deciding ? lockRefund : refundById;
      const refund = await read(work.tx, task.subjectId);
      return refund?.receiptId === null ? flagsOfPayments(work, [refund]) : [];
    },

    async decide(work, task) {
      const { tx } = work;
      const refund = await lockRefund(tx, task.subjectId);
      if (refund?.status !== 'payable') throw new Refusal('ORDER_STATUS');
      if (await whyRefundWaits(tx, refund)) throw new Refusal('MONEY_HELD');
      if (!(await payeeOf(work, refund))) {
        throw new Refusal('DECISION_INVALID', { fields: { decision: lackOf(refund) } });
      }
      await draftBatch(work, 'refund', [{ subjectId: refund.id, amount: refund.amount }]);
    },
  },
};

/**
 * hooks.batches.refund: pays each refund to the member's current account, or to the third party
 * from whom the money is; refunds that cannot be paid wait again.
 */
export const refundBatch: BatchHook = {
  async pay(work, batchId, refundIds) {
    for (const id of refundIds) {
      const refund = await lockRefund(work.tx, id);
      if (refund?.status !== 'payable') continue;
      const payee = await payeeOrAsk(work, refund);
      const why = await whyRefundWaits(work.tx, refund);
      if (why !== null) await askAgain(work, refund, why);
      else if (payee) await sendRefund(work, refund, payee, batchId);
      else if (refund.receiptId === null) await askAgain(work, refund, lackOf(refund));
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

  async keepBack(work, id, reason) {
    const refund = await lockRefund(work.tx, id);
    if (refund?.status !== 'payable') return;
    const { orderId, amount } = refund;
    const returned = `覆核時保留：${reason}`;
    await openTask(work, {
      kind: 'refund_release',
      subject: releaseOf(refund),
      detail: { orderId, amount, returned, heldBack: true },
    });
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
    sourceId: refund.receiptId,
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
export async function askAgain(work: Work, refund: RefundRow, why: string | null): Promise<void> {
  await openTask(work, {
    kind: 'refund_release',
    subject: releaseOf(refund),
    detail: { orderId: refund.orderId, amount: refund.amount, returned: why },
  });
}

/** Asks for the release of refunds, except those that are in a batch already. */
async function askForReleases(
  work: Work,
  payable: readonly { id: number; cameBack?: string | null }[],
): Promise<void> {
  const ids = payable.map(({ id }) => id);
  const waiting = await waitingInBatch(work.tx, 'refund', ids);
  for (const { id, cameBack = null } of payable.filter((one) => !waiting.has(one.id))) {
    const refund = await refundById(work.tx, id);
    if (refund) await (cameBack ? askAgain(work, refund, cameBack) : askForRelease(work, refund));
  }
}

/** hooks.accountReady: a member's refunds that waited for their account may be released. */
export const releaseOwn = async (work: Work, memberId: number): Promise<void> =>
  askForReleases(work, await payableOfMember(work.tx, memberId));

/** hooks.sourceConfirmed: refunds to a third party that waited for the account may be released. */
export const releaseSourced = async (work: Work, receiptId: number): Promise<void> =>
  askForReleases(work, await payableOfSource(work.tx, receiptId));
