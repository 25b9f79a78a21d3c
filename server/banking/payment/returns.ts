// Stray money on its way back to whoever sent it, and what comes of it at the bank.
import { day } from '#contract/core/day.ts';
import type { BatchHook, Hooks, Operator, Work } from '../../action.ts';
import { post } from '../../ledger/actions.ts';
import { draftBatch } from './batches.ts';
import { payerAccountOf } from './payers.ts';
import { orderPayment } from './payments.ts';
import { countReturns, lockReceipt, markReceipt, type ReceiptRow } from '../queries.ts';
import { keepForRecourse, type Missing } from './recourse.ts';
import { suspendReceipt } from '../suspense.ts';

/** hooks.batches.return: the payer's own account gets back what nobody here could use. */
export const returnBatch: BatchHook = {
  async pay(work, batchId, receiptIds) {
    for (const id of receiptIds) {
      const row = await lockReceipt(work.tx, id);
      if (row?.state !== 'returned' || !row.fromAccount || !row.fromBank) continue;
      const { count } = await countReturns(work.tx, id);
      await orderPayment(work, {
        purpose: 'return',
        subjectId: id,
        memberId: null,
        account: {
          bankCode: row.fromBank,
          account: payerAccountOf(work.services, row) ?? '',
          holder: '原匯款人',
        },
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
    }
  },
};

/** Waits for a person once more, with a task that says why. */
async function lieAgain(work: Work, id: number, why: string): Promise<void> {
  await markReceipt(work.tx, id, 'suspense');
  const row = await lockReceipt(work.tx, id);
  if (row) await suspendReceipt(work, id, { ...row, date: row.day }, why);
}

/** hooks.settled.return: the money has left, or lies in suspense again with a new task. */
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
  // The bank took the receipt itself back meanwhile, and we covered it: this money is ours.
  const source = { account: 'suspense', amount } as const;
  const ours = row?.state === 'reversed';
  if (ours && (await keepForRecourse(work, receiptId, source, `${transfer}:kept`))) return;
  const reason = settled.reason ?? '未說明原因';
  await lieAgain(work, receiptId, `退回匯款遭銀行退件：${reason}`);
};

/** Sends a receipt back to its payer: a batch that another person has yet to agree to. */
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
  await draftBatch(work, 'return', [{ subjectId: id, amount }]);
}

/**
 * The bank takes a receipt back that is being returned to its payer: what has not been ordered is
 * in suspense again; what was ordered is missing, and is answered.
 */
export async function takeReturnBack(
  work: Work,
  { id, amount, seq, day: on }: ReceiptRow,
): Promise<Missing | null> {
  if ((await countReturns(work.tx, id)).under > 0) {
    return { amount, loanId: null, memberId: null, label: `${on} 入帳 ${seq} 退回原付款人之後` };
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
