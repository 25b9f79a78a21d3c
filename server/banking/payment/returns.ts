// Returns money without an owner to its payer, and processes the bank's outcome.
import { day, formatDay } from '#contract/core/day.ts';
import type { Hooks, Operator, Work } from '../../action.ts';
import type { BatchHook } from '../../money-hooks.ts';
import { post } from '../../ledger/actions.ts';
import { draftBatch } from './batches.ts';
import { orderPayment } from './payments.ts';
import { countReturns, lockReceipt, markReceipt, type ReceiptRow } from '../queries.ts';
import { keepForRecourse, type Missing } from './recourse.ts';
import { forgetSource, sourceOrAsk } from './sources.ts';
import { suspendReceipt } from '../suspense.ts';
import { keepAge } from '../../tasks/actions.ts';

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
    for (const id of receiptIds) {
      const row = await lockReceipt(work.tx, id);
      if (row?.state !== 'returned') continue;
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

/** hooks.settled.return: the money was sent, or it is in suspense again with a new task. */
export const returnSettled: Hooks['settled']['return'] = async (work, settled) => {
  const { subjectId: receiptId, paymentId, amount, outcome, late } = settled;
  const how = late ? 'late' : outcome;
  const transfer = `receipt:${receiptId}:return:${how}:${paymentId}`;
  const row = await lockReceipt(work.tx, receiptId);
  if (outcome === 'confirmed') {
    await post(work, [
      {
        id: transfer,
        kind: 'return',
        on: day(settled.day),
        memo: `payment:${settled.reference}`,
        entries: [
          { account: 'refund_payable', amount },
          { account: 'trust_bank', amount: -amount },
        ],
      },
    ]);
    return;
  }
  await post(work, [
    {
      id: transfer,
      kind: late ? 'return_returned' : 'return_withdrawn',
      on: day(settled.day),
      memo: `payment:${settled.reference}`,
      entries: [
        { account: late ? 'trust_bank' : 'refund_payable', amount },
        { account: 'suspense', amount: -amount },
      ],
    },
  ]);
  // Meanwhile the bank reversed the receipt itself and the platform covered it, so this money is
  // the platform's.
  const source = { account: 'suspense', amount } as const;
  const ours = row?.state === 'reversed';
  if (ours && (await keepForRecourse(work, receiptId, source, `${transfer}:kept`))) return;
  const reason = settled.reason ?? '未說明原因';
  if (settled.unsent) return lieAgain(work, receiptId, reason);
  await forgetSource(work, receiptId, `退回匯款遭銀行退件：${reason}`);
  await lieAgain(work, receiptId, `退回匯款遭銀行退件：${reason}`);
};

/**
 * Starts the return of a receipt to its payer: drafts a batch that another person must approve,
 * once the payer's account is known.
 */
export async function startReturn(
  work: Work & { operator: Operator },
  { id, amount }: Pick<ReceiptRow, 'id' | 'amount'>,
  taskId: number,
): Promise<void> {
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
  if (await sourceOrAsk(work, id)) await draftBatch(work, 'return', [{ subjectId: id, amount }]);
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
