// Receipts that found no subject: an operator matches them by hand or sends them back.
import { day } from '#contract/day.ts';
import { Refusal } from '#contract/refusals.ts';
import type { Hooks } from '../action.ts';
import { post } from '../ledger/actions.ts';
import { recordMove } from '../tasks/actions.ts';
import { orderPayment } from './actions.ts';
import { lockReceipt, markReceipt } from './queries.ts';

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
            id: `return:${row.id}`,
            kind: 'return',
            on: work.today,
            entries: [
              { account: 'suspense', amount: row.amount },
              { account: 'refund_payable', amount: -row.amount },
            ],
          },
        ]);
        const account = { bankCode: row.fromBank, account: fromAccount, holder: '原匯款人' };
        const { id: subjectId, amount } = row;
        await orderPayment(work, {
          purpose: 'return',
          subjectId,
          memberId: null,
          account,
          amount,
          memo: '退回',
        });
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
};

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
  await markReceipt(work.tx, settled.subjectId, 'suspense');
};
