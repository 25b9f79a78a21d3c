// Returns money without an owner to its payer, and processes the bank's outcome.
import { day, formatDay } from '#contract/core/day.ts';
import {
  formatMoney,
  isPositive,
  type Money,
  negate,
  subtract,
  ZERO,
} from '#contract/core/money.ts';
import type { Operator } from '../../call.ts';
import { type Hooks, type BatchHook, type Settled, hooks } from '../../hooks.ts';
import type { Work } from '../../work.ts';
import { lockLoan } from '../../database/db.ts';
import { post } from '../../ledger/front.ts';
import { keepAge } from '../../tasks/front.ts';
import { draftBatch } from './batches.ts';
import { orderPayment } from './payments.ts';
import {
  countReturns,
  lockReceipt,
  lockReceipts,
  lodgedFrom,
  markReceipt,
  type ReceiptRow,
} from '../queries.ts';
import { keepForRecourse, type Missing } from './recourse.ts';
import { forgetSource, sourceOrAsk } from './sources.ts';
import { suspendReceipt } from '../suspense.ts';

/** hooks.batches.return: sends money without an owner back to the payer's own account. */
export const returnBatch: BatchHook = {
  async pay(work, batchId, receiptIds) {
    for (const id of receiptIds) {
      const row = await lockReceipt(work.tx, id);
      const source = row?.state === 'returned' ? await sourceOrAsk(work, id) : null;
      if (!row || !source) continue;
      const { count } = await countReturns(work.tx, id);
      await orderPayment(work, {
        purpose: 'return',
        subjectId: id,
        memberId: null,
        account: source,
        sourceId: id,
        amount: row.amount,
        memo: '退回',
        batchId,
        attempt: count + 1,
      });
    }
  },

  async giveBack(work, receiptIds, reason) {
    // All receipts are locked before the books: whoever holds one of them may wait for the books.
    for (const { id, state, ...row } of await lockReceipts(work.tx, receiptIds)) {
      if (state !== 'returned') continue;
      await post(work, [
        {
          id: `receipt:${id}:return:withdrawn:${work.requestId}`,
          kind: 'return_withdrawn',
          on: work.today,
          entries: [
            { account: 'refund_payable', amount: row.amount },
            { account: 'suspense', amount: -row.amount },
          ],
        },
      ]);
      await lieAgain(work, id, `覆核人員退回：${reason}`);
      await keepAge(work, 'unmatched_payment', { type: 'receipt', id });
    }
  },
};

/** Moves the receipt into suspense again, with a task that contains the reason. */
async function lieAgain(work: Work, id: number, why: string): Promise<void> {
  await markReceipt(work.tx, id, 'suspense');
  const row = await lockReceipt(work.tx, id);
  if (row) await suspendReceipt(work, id, { ...row, date: row.day }, why);
}

/** hooks.settled.return: the money was sent, or it came back. */
export const returnSettled: Hooks['settled']['return'] = async (work, settled) => {
  const { subjectId: receiptId, paymentId, amount, outcome } = settled;
  if (outcome === 'returned') return returnCameBack(work, settled);
  await lockReceipt(work.tx, receiptId);
  await post(work, [
    {
      id: `receipt:${receiptId}:return:${outcome}:${paymentId}`,
      kind: 'return',
      on: day(settled.day),
      memo: `payment:${settled.reference}`,
      entries: [
        { account: 'refund_payable', amount },
        { account: 'trust_bank', amount: -amount },
      ],
    },
  ]);
};

/**
 * The money of a return is owed to its payer again. What the platform covered of it meanwhile, as
 * the bank took back the receipt behind it, is the platform's; the rest is in suspense again with a
 * new task. The loan is locked first, as by a reversal: the later of both must see the earlier one.
 */
async function returnCameBack(work: Work, settled: Settled): Promise<void> {
  const { tx } = work;
  const { subjectId: receiptId, paymentId, amount } = settled;
  const lodged = await lodgedFrom(tx, receiptId);
  if (lodged !== null && lodged.loanId !== null) await lockLoan(tx, lodged.loanId);
  const row = await lockReceipt(tx, receiptId);
  if (settled.late) await bookLate(work, settled);
  const takenAs = `returned:${paymentId}`;
  const kept =
    lodged === null
      ? ZERO
      : await hooks.lodgedBack[lodged.purpose](work, lodged.subjectId, takenAs);
  const left = subtract(amount, kept);
  if (!isPositive(left)) return;
  const transfer = `receipt:${receiptId}:return:returned:${paymentId}`;
  await post(work, [
    {
      id: transfer,
      kind: 'return_withdrawn',
      on: day(settled.day),
      memo: `payment:${settled.reference}`,
      entries: [
        { account: 'refund_payable', amount: left },
        { account: 'suspense', amount: negate(left) },
      ],
    },
  ]);
  // Meanwhile the bank reversed the receipt itself and the platform covered it, so this money is
  // the platform's.
  const source = { account: 'suspense', amount: left } as const;
  const ours = row?.state === 'reversed';
  if (ours && (await keepForRecourse(work, receiptId, source, `${transfer}:kept`))) return;
  await lieAgainAfter(work, settled, kept);
}

/** The bank had carried the return out, so that the money is back in the trust account. */
const bookLate = (work: Work, { subjectId, paymentId, amount, ...settled }: Settled) =>
  post(work, [
    {
      id: `receipt:${subjectId}:return:late:${paymentId}`,
      kind: 'return_returned',
      on: day(settled.day),
      memo: `payment:${settled.reference}`,
      entries: [
        { account: 'trust_bank', amount },
        { account: 'refund_payable', amount: negate(amount) },
      ],
    },
  ]);

/** Tells a person why the rest of a return lies in suspense again. */
async function lieAgainAfter(
  work: Work,
  { subjectId: receiptId, reason, unsent }: Settled,
  kept: Money,
): Promise<void> {
  const said = reason ?? '未說明原因';
  const why = unsent ? said : `退回匯款遭銀行退件：${said}`;
  if (!unsent) await forgetSource(work, receiptId, why);
  const setOff = `；其中 ${formatMoney(kept)} 已抵充遭銀行沖正的入帳`;
  await lieAgain(work, receiptId, isPositive(kept) ? `${why}${setOff}` : why);
}

/**
 * Starts the return of receipts to their payers: drafts one batch that another person must approve,
 * without those whose payer's account is not known yet.
 */
export async function startReturns(
  work: Work & { operator: Operator },
  receipts: readonly (Pick<ReceiptRow, 'id' | 'amount'> & { taskId: number })[],
): Promise<void> {
  const items = [];
  for (const { id, amount, taskId } of receipts) {
    await markReceipt(work.tx, id, 'returned');
    await post(work, [
      {
        id: `receipt:${id}:return:${taskId}`,
        kind: 'return',
        on: work.today,
        entries: [
          { account: 'suspense', amount },
          { account: 'refund_payable', amount: -amount },
        ],
      },
    ]);
    if (await sourceOrAsk(work, id)) items.push({ subjectId: id, amount });
  }
  if (items.length > 0) await draftBatch(work, 'return', items);
}

/**
 * Handles the reversal of a receipt that is being returned to its payer. Money whose return was not
 * ordered yet goes back to suspense; returns the amount already ordered, which is missing.
 */
export async function takeReturnBack(
  work: Work,
  { id, amount, seq, day: on }: ReceiptRow,
): Promise<Missing | null> {
  if ((await countReturns(work.tx, id)).under > 0) {
    return {
      amount,
      loanId: null,
      memberId: null,
      label: `${formatDay(on)} 入帳 ${seq} 退回原付款人之後`,
    };
  }
  await post(work, [
    {
      id: `receipt:${id}:return:withdrawn:${work.requestId}`,
      kind: 'return_withdrawn',
      on: work.today,
      entries: [
        { account: 'refund_payable', amount },
        { account: 'suspense', amount: -amount },
      ],
    },
  ]);
  return null;
}
