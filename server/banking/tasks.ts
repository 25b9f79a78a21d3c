// Receipts that found no subject: an operator matches them by hand or sends them back.
import { day } from '#contract/day.ts';
import { Refusal } from '#contract/refusals.ts';
import type { BatchHook, Hooks, Work } from '../action.ts';
import { post } from '../ledger/actions.ts';
import { recordMove } from '../tasks/actions.ts';
import { orderPayment, suspendReceipt } from './actions.ts';
import { draftBatch, paymentCheck } from './batches.ts';
import { countReturns, lockReceipt, markReceipt } from './queries.ts';

export const bankingTasks: Hooks['tasks'] = {
  unmatched_payment: {
    async detail({ tx, services }, task) {
      const receipt = await lockReceipt(tx, task.subjectId);
      if (!receipt) return task.detail;
      const { fromAccount, ...rest } = receipt;
      const opened = fromAccount ? services.secrets.open(fromAccount) : null;
      return { ...task.detail, ...rest, fromAccountTail: opened?.slice(-4) ?? null };
    },

    async decide(work, task, { decision, orderId, loanId, reason }) {
      const { tx, services } = work;
      const row = await lockReceipt(tx, task.subjectId);
      if (!row || row.state !== 'suspense') throw new Refusal('TASK_DONE');
      const fromAccount = row.fromAccount ? services.secrets.open(row.fromAccount) : null;
      if (decision === 'return') {
        if (!fromAccount || !row.fromBank) {
          throw new Refusal('DECISION_INVALID', { fields: { decision: '沒有付款人的帳號可退' } });
        }
        await markReceipt(tx, row.id, 'returned');
        await post(work, [
          {
            id: `return:${row.id}:${task.id}`,
            kind: 'return',
            on: work.today,
            entries: [
              { account: 'suspense', amount: row.amount },
              { account: 'refund_payable', amount: -row.amount },
            ],
          },
        ]);
        await draftBatch(work, 'return', [{ subjectId: row.id, amount: row.amount }]);
        return;
      }
      const target = orderId ? 'order' : loanId ? 'loan' : null;
      if (!target) throw new Refusal('DECISION_INVALID', { fields: { orderId: '請選擇對象' } });
      const subjectId = Number(orderId ?? loanId);
      // Accepted by a person at the bank's time: the payer's account no longer speaks against it.
      const reception = await services.hooks.received[target](work, {
        ...row,
        fromBank: null,
        fromAccount: null,
        type: 'matched',
        subjectId,
      });
      if (reception.state === 'suspense') {
        throw new Refusal('DECISION_INVALID', { fields: { orderId: reception.reason } });
      }
      await markReceipt(tx, row.id, 'matched', { type: target, id: subjectId });
      await recordMove(work, {
        subject: { type: 'receipt', id: row.id },
        action: 'receipt.matched',
        from: 'suspense',
        to: 'matched',
        reason: reason ?? null,
        snapshot: { target, subjectId },
      });
    },
  },

  payment_check: paymentCheck,
};

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
          account: work.services.secrets.open(row.fromAccount),
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
          id: `return:${id}:withdrawn:${work.requestId}`,
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
  const confirmed = settled.outcome === 'confirmed';
  await post(work, [
    {
      id: `return:${settled.subjectId}:${settled.outcome}:${settled.paymentId}`,
      kind: 'return',
      on: day(settled.day),
      entries: [
        { account: 'refund_payable', amount: settled.amount },
        { account: confirmed ? 'trust_bank' : 'suspense', amount: -settled.amount },
      ],
    },
  ]);
  if (confirmed) return;
  await lieAgain(work, settled.subjectId, `退回匯款遭銀行退件：${settled.reason ?? '未說明原因'}`);
};
