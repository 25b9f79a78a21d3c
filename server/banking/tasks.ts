// Tasks for receipts of unknown orders or loans; two persons assign or return the money.
import { Refusal } from '#contract/refusals.ts';
import type { DecisionOf } from '#contract/tasks/decisions.ts';
import type { Hooks, TaskHandler } from '../hooks.ts';
import type { Work } from '../work.ts';
import { proposal } from '../tasks/front.ts';
import { bookingCheck } from './booking/booking-check.ts';
import { pendingForReceipt } from './booking/booking-queries.ts';
import { shortfallTask } from './booking/shortfall.ts';
import { paymentCheck } from './payment/batches.ts';
import { bankDifference } from './reconciliation/differences.ts';
import {
  give,
  lookAhead,
  ownerOf,
  payingMembersOf,
  proposalFor,
  subjectNumberOf,
  type Target,
  targetNumbered,
} from './matching/matching.ts';
import { matchesCheck } from './matching/lot.ts';
import { payerLine } from './payment/payees.ts';
import { payerAccountOf, payerNameOf } from './payment/payers.ts';
import { lockReceipt, lockSuspended, markReceipt, type ReceiptRow } from './queries.ts';
import { recourseTask } from './payment/recourse.ts';
import { startReturns } from './payment/returns.ts';
import { payerSource } from './payment/source-task.ts';
import { statementRollback } from './statement/rollback.ts';
import { statementCheck } from './statement/statements.ts';
import { suspendReceipt } from './suspense.ts';

function receiptDetail({ services }: Work, receipt: ReceiptRow) {
  const { amount, virtualAccount, day, at, fromBank, subjectType, subjectId, memo } = receipt;
  const fromAccountTail = payerAccountOf(services, receipt)?.slice(-4) ?? null;
  const payer = { fromBank, fromAccountTail, fromName: payerNameOf(services, receipt) };
  const subjectNumber = subjectNumberOf(receipt);
  const rest = { virtualAccount, subjectType, subjectId, subjectNumber, memo };
  return { amount, day, at, ...payer, ...rest };
}

/** Locks the receipt. Refuses TASK_DONE if it is no longer in suspense. */
async function lockLying(work: Work, id: number): Promise<ReceiptRow> {
  const row = await lockSuspended(work.tx, id);
  if (!row) throw new Refusal('TASK_DONE');
  return row;
}

type Chosen = Extract<DecisionOf<'unmatched_payment'>, { decision: 'match' }>;

/** Returns the chosen order or loan; refuses DECISION_INVALID if none was chosen. */
async function chosenTarget(work: Work, { number, orderId, loanId }: Chosen): Promise<Target> {
  if (number) return targetNumbered(work, number);
  if (orderId) return { type: 'order', id: orderId };
  if (loanId) return { type: 'loan', id: loanId };
  throw new Refusal('DECISION_INVALID', { fields: { orderId: '請選擇對象' } });
}

/**
 * A match that one person proposes; the second person's approval alone moves the money from
 * suspense to the order or loan.
 */
const matchCheck = proposal('match_check', {
  subject: ({ tx }, task) => lockSuspended(tx, task.subjectId),

  async facts(work, task) {
    const receipt = await lockReceipt(work.tx, task.subjectId);
    if (!receipt) return null;
    const { target } = task.detail;
    const owner = target && (await ownerOf(work, receipt, target));
    return { ...task.detail, ...receiptDetail(work, receipt), ...(owner && { owner }) };
  },

  async carryOut(work, row: ReceiptRow) {
    const { task } = work;
    const { target } = task.detail;
    if (!target) throw new Error(`task ${task.id} proposes nobody`);
    const { type, id } = target;
    await give(work, row, { type, id });
    await markReceipt(work.tx, row.id, 'matched', { type, id });
    const snapshot = { target: type, subjectId: id, maker: task.makerId };
    return { from: 'suspense', to: 'matched', snapshot };
  },

  async onReturn(work, row) {
    const returned = work.reason ?? '';
    const { why = '' } = work.task.detail;
    await suspendReceipt(work, row.id, { ...row, date: row.day }, why, { returned });
  },

  audit: { proposed: 'receipt.match_proposed', approved: 'receipt.matched' },
});

const unmatchedPayment: TaskHandler<'unmatched_payment'> = {
  async detail(work, task) {
    const receipt = await lockReceipt(work.tx, task.subjectId);
    if (!receipt) return task.detail;
    const known = { ...task.detail, ...receiptDetail(work, receipt) };
    if (task.status !== 'open') return known;
    const proposal = await proposalFor(work, receipt.id);
    const booking = await pendingForReceipt(work.tx, receipt.id);
    const payee = await payerLine(work, receipt.id);
    const payingMembers = await payingMembersOf(work, receipt);
    return {
      ...known,
      payee,
      payingMembers,
      ...(proposal && { proposal }),
      ...(booking && { booking }),
    };
  },

  async decide(work, task, decided) {
    const row = await lockLying(work, task.subjectId);
    if (decided.decision === 'return') {
      await startReturns(work, [{ ...row, taskId: task.id }]);
      return;
    }
    const { reason } = decided;
    const { target } = await lookAhead(work, row, await chosenTarget(work, decided));
    const { returned: _returned, ...detail } = task.detail;
    await matchCheck.propose(work, {
      subject: { type: 'receipt', id: row.id, label: task.subjectLabel },
      detail: { ...detail, target, note: reason ?? null },
      makerId: work.operator.id,
      recorded: {
        reason: reason ?? null,
        snapshot: { target: target.type, subjectId: target.id },
      },
    });
  },
};

export const bankingTasks: Hooks['tasks'] = {
  unmatched_payment: unmatchedPayment,
  match_check: matchCheck,
  matches_check: matchesCheck,
  bank_difference: bankDifference,
  statement_check: statementCheck,
  statement_rollback: statementRollback,
  payer_source: payerSource,
  payment_check: paymentCheck,
  booking_check: bookingCheck,
  recourse: recourseTask,
  trust_shortfall: shortfallTask,
};
