// Tasks for receipts of unknown orders or loans; two persons assign or return the money.
import { subtract } from '#contract/core/money.ts';
import { sql } from '../database/sql.ts';
import { Refusal } from '#contract/refusals.ts';
import type { Hooks, TaskHandler, Work } from '../action.ts';
import { openTask, recordMove } from '../tasks/actions.ts';
import { bookingCheck } from './booking/booking-check.ts';
import { paymentCheck } from './payment/batches.ts';
import { bankDifference } from './reconciliation/differences.ts';
import { payerAccountOf } from './payment/payers.ts';
import { lockReceipt, markReceipt, type ReceiptRow } from './queries.ts';
import { recourseTask } from './payment/recourse.ts';
import { startReturn } from './payment/returns.ts';
import { statementCheck } from './statement/statements.ts';
import { suspendReceipt } from './suspense.ts';
import { targetOf, usedOf } from './target-queries.ts';

/** Order or loan to which a person assigns the money. */
type Target = { type: 'order' | 'loan'; id: number };

async function receiptDetail({ tx, services }: Work, id: number) {
  const receipt = await lockReceipt(tx, id);
  if (!receipt) return {};
  const { amount, virtualAccount, day, at, fromBank, subjectType, subjectId, memo } = receipt;
  const fromAccountTail = payerAccountOf(services, receipt)?.slice(-4) ?? null;
  const payer = { fromBank, fromAccountTail };
  const rest = { virtualAccount, subjectType, subjectId, memo };
  return { amount, day, at, ...payer, ...rest };
}

/** Locks the receipt. Refuses TASK_DONE if it is no longer in suspense. */
async function lockLying(work: Work, id: number): Promise<ReceiptRow> {
  const row = await lockReceipt(work.tx, id);
  if (row?.state !== 'suspense') throw new Refusal('TASK_DONE');
  return row;
}

/**
 * Assigns the receipt to an order or loan. Because a person decided this, the payer's account
 * number does not matter any more. The money counts from the time at which the bank received it.
 * Refuses DECISION_INVALID if the order or loan cannot take the money.
 */
async function give(work: Work, row: ReceiptRow, target: Target): Promise<void> {
  const reception = await work.services.hooks.received[target.type](work, {
    ...row,
    fromBank: null,
    fromAccount: null,
    type: 'matched',
    subjectId: target.id,
  });
  if (reception.state === 'suspense') {
    throw new Refusal('DECISION_INVALID', { fields: { orderId: reception.reason } });
  }
}

/**
 * Previews the assignment by carrying it out and rolling it back: amount used and amount left over.
 */
async function lookAhead(work: Work, row: ReceiptRow, target: Target) {
  const { tx } = work;
  await tx.run(sql`savepoint look_ahead`);
  await give(work, row, target);
  const { used } = await usedOf(tx, row.id, target);
  await tx.run(sql`rollback to savepoint look_ahead`);
  const subject = await targetOf(tx, target);
  if (!subject) throw new Error(`receipt ${row.id} was given to nobody`);
  return { ...subject, used, rest: subtract(row.amount, used) };
}

const unmatchedPayment: TaskHandler<'unmatched_payment'> = {
  async detail(work, task) {
    return { ...task.detail, ...(await receiptDetail(work, task.subjectId)) };
  },

  async decide(work, task, decided) {
    const row = await lockLying(work, task.subjectId);
    if (decided.decision === 'return') {
      if (!row.fromAccount || !row.fromBank) {
        throw new Refusal('DECISION_INVALID', { fields: { decision: '沒有付款人的帳號可退' } });
      }
      await startReturn(work, row, task.id);
      return;
    }
    const { orderId, loanId, reason } = decided;
    const type = orderId ? 'order' : loanId ? 'loan' : null;
    if (!type) throw new Refusal('DECISION_INVALID', { fields: { orderId: '請選擇對象' } });
    const target: Target = { type, id: Number(orderId ?? loanId) };
    const foreseen = await lookAhead(work, row, target);
    const { returned: _returned, ...detail } = task.detail;
    await openTask(work, {
      kind: 'match_check',
      subject: { type: 'receipt', id: row.id, label: task.subjectLabel },
      detail: { ...detail, target: { ...target, ...foreseen }, note: reason ?? null },
      makerId: work.operator.id,
    });
    await recordMove(work, {
      subject: { type: 'receipt', id: row.id },
      action: 'receipt.match_proposed',
      reason: reason ?? null,
      snapshot: { target: type, subjectId: target.id },
    });
  },
};

/**
 * Task of the second person, whose approval alone moves the money from suspense to the order or
 * loan.
 */
const matchCheck: TaskHandler<'match_check'> = {
  async detail(work, task) {
    return { ...task.detail, ...(await receiptDetail(work, task.subjectId)) };
  },

  async decide(work, task, { decision, reason }) {
    const row = await lockLying(work, task.subjectId);
    const { target, why = '' } = task.detail;
    if (decision === 'return') {
      await suspendReceipt(work, row.id, { ...row, date: row.day }, why, { returned: reason });
      return;
    }
    if (!target) throw new Error(`task ${task.id} proposes nobody`);
    const { type, id } = target;
    await give(work, row, { type, id });
    await markReceipt(work.tx, row.id, 'matched', { type, id });
    await recordMove(work, {
      subject: { type: 'receipt', id: row.id },
      action: 'receipt.matched',
      from: 'suspense',
      to: 'matched',
      reason: reason ?? null,
      snapshot: { target: type, subjectId: id, maker: task.makerId },
    });
  },
};

export const bankingTasks: Hooks['tasks'] = {
  unmatched_payment: unmatchedPayment,
  match_check: matchCheck,
  bank_difference: bankDifference,
  statement_check: statementCheck,
  payment_check: paymentCheck,
  booking_check: bookingCheck,
  recourse: recourseTask,
};
