// The only function that changes a loan's status; also completed funding, and business days.
import type { ActionName } from '#contract/core/action-words.ts';
import {
  dayOf,
  formatDay,
  publishedCalendar,
  withHolidays,
  type Calendar,
} from '#contract/core/day.ts';
import type { LoanStatus } from '#contract/lending/loan-status.ts';
import { PAPERS_DAYS } from '#contract/law/loan-days.ts';
import { formatMoney } from '#contract/core/money.ts';
import { Refusal } from '#contract/refusals.ts';
import type { Work } from '../work.ts';
import { lockLoan, type Tx } from '../database/db.ts';
import { tell } from '../notices/front.ts';
import { closeTask, holdTask, recordMove } from '../tasks/front.ts';
import {
  activeLoanId,
  addedDays,
  extendTerms,
  loanRow,
  lockLoanRow,
  writeMove,
  type LoanRow,
  type LoanSettings,
} from './queries.ts';
import { assertCanMove, endOfDaysOn, signingEndsAt, wrongStatus } from './rules.ts';
import { noticeKinds } from './words.ts';
import { hooks } from '../hooks.ts';

/** Returns a loan by its id, or null. */
export function loanById(tx: Tx, id: number): Promise<LoanRow | null> {
  return loanRow(tx, id);
}

/** Returns the published calendar with the days off and working days that operators added. */
export async function calendarOf(tx: Tx): Promise<Calendar> {
  const added = await addedDays(tx);
  const off = added.filter(({ business }) => !business).map(({ day }) => day);
  const worked = added.filter(({ business }) => business).map(({ day }) => day);
  const calendar = withHolidays(publishedCalendar, off);
  return { ...calendar, workdays: new Set([...calendar.workdays, ...worked]) };
}

/**
 * hooks.holdEnded: the deadlines of the member's loans stood still while they were held, so they
 * are as much later.
 */
export async function extendDeadlines(
  work: Work,
  { memberId, heldAt }: { memberId: number; heldAt: Date },
): Promise<void> {
  for (const { id, until } of await extendTerms(work.tx, memberId, heldAt, work.now)) {
    await recordMove(work, {
      subject: { type: 'loan', id },
      action: 'loan.deadline_extended',
      snapshot: { until },
    });
  }
}

/** Takes the loan's advisory lock and locks its row; refuses LOAN_NOT_FOUND. */
export async function lockedLoan(tx: Tx, loanId: number): Promise<LoanRow> {
  await lockLoan(tx, loanId);
  const loan = await lockLoanRow(tx, loanId);
  if (!loan) throw new Refusal('LOAN_NOT_FOUND');
  return loan;
}

/** Locks a loan of the member; refuses LOAN_NOT_FOUND for anybody else's. */
export async function lockedOwnLoan(tx: Tx, loanId: number, memberId: number): Promise<LoanRow> {
  const loan = await loanRow(tx, loanId);
  if (loan?.memberId !== memberId) throw new Refusal('LOAN_NOT_FOUND');
  return lockedLoan(tx, loanId);
}

/** Locks an offer of the member; refuses LOAN_NOT_FOUND for anybody else's, and LOAN_STATUS. */
export async function lockedOwnOffer(
  work: Work,
  loanId: number,
  memberId: number,
): Promise<LoanRow> {
  const own = await loanRow(work.tx, loanId);
  if (own?.memberId !== memberId) throw new Refusal('LOAN_NOT_FOUND');
  await holdWithdrawal(work, loanId);
  const loan = await lockedLoan(work.tx, loanId);
  assertStatus(loan, 30);
  return loan;
}

/** Locks the member's active loan; refuses LOAN_NOT_FOUND if there is none. */
export async function lockedActiveLoan(tx: Tx, memberId: number): Promise<LoanRow> {
  const active = await activeLoanId(tx, memberId);
  if (!active) throw new Refusal('LOAN_NOT_FOUND');
  return lockedLoan(tx, active.id);
}

/** Refuses LOAN_STATUS unless the loan is in one of these statuses. */
export function assertStatus(loan: LoanRow, ...statuses: LoanStatus[]): void {
  if (!statuses.includes(loan.status)) throw wrongStatus(loan.status);
}

/**
 * Moves a loan to another status: takes the advisory lock and locks the row, checks that the table
 * allows the move (else LOAN_STATUS), writes one audit row, then runs the hooks in the same
 * transaction. Returns the loan after all hooks. A returned disbursement (55 to 65 → 50) gets a new
 * signing deadline unless `set` contains one.
 */
export async function moveLoan(
  work: Work,
  loanId: number,
  to: LoanStatus,
  how: {
    action: ActionName;
    reason?: string;
    set?: LoanSettings;
    /** Additional data for the audit row. */
    snapshot?: Record<string, unknown>;
  },
): Promise<LoanRow> {
  const { tx, now } = work;
  const { action, reason, set = {} } = how;
  const loan = await lockedLoan(tx, loanId);
  assertCanMove(loan.status, to);
  if (loan.status === 30) await overtakeWithdrawal(work, loanId);
  // The stored reason belongs to the current status, so a move without a reason removes it.
  const settings: LoanSettings = { reasonCode: null, ...set, reason: reason ?? null };
  if (to === 10) settings.papersBy ??= endOfDaysOn(work.today, PAPERS_DAYS);
  if (loan.status >= 55 && to === 50) {
    settings.signBy ??= signingEndsAt(work.today, await calendarOf(tx));
  }
  await writeMove(tx, loanId, to, now, settings);
  await recordMove(work, {
    subject: { type: 'loan', id: loanId },
    action,
    from: loan.status,
    to,
    reason: reason ?? null,
    snapshot: { ...snapshotOf(loan, settings), ...how.snapshot },
  });
  const move = { id: loanId, memberId: loan.memberId, from: loan.status, to, action };
  for (const follow of hooks.loanMoved) await follow(work, move);
  const after = await loanRow(tx, loanId);
  if (!after) throw new Error(`loan ${loanId} vanished`);
  return after;
}

/**
 * Returns the facts about a loan that the audit log stores at a move: terms and changed fields, no
 * personal data.
 */
function snapshotOf(loan: LoanRow, set: LoanSettings): Record<string, unknown> {
  const { caseNo, amount, installments, rateBps, aprBps, instalment, grade } = loan;
  return { caseNo, amount, installments, rateBps, aprBps, instalment, grade, ...set };
}

/**
 * Moves a case whose paid orders have reached its target (40 → 50), and asks the borrower to sign
 * within three business days. Called by investing under the loan's lock.
 */
export async function loanFunded(work: Work, loanId: number): Promise<LoanRow> {
  const signBy = signingEndsAt(work.today, await calendarOf(work.tx));
  const loan = await moveLoan(work, loanId, 50, {
    action: 'loan.funded',
    set: { fundedAt: work.now, signBy },
  });
  const values = {
    caseNo: loan.caseNo,
    amount: formatMoney(loan.amount),
    until: shortDate(signBy),
  };
  await tell(work, loan.memberId, noticeKinds.funded(values));
  return loan;
}

/**
 * Locks the proposal to withdraw a loan's offer, if one waits. Must be called before the loan is
 * locked by whoever may end the offer, in the order of the second person's decision.
 */
export const holdWithdrawal = (work: Work, loanId: number): Promise<number | null> =>
  holdTask(work, 'offer_withdrawal', { type: 'loan', id: loanId });

/** A proposal to withdraw an offer ends with the offer: its borrower or the deadline was first. */
async function overtakeWithdrawal(work: Work, loanId: number): Promise<void> {
  const task = await holdWithdrawal(work, loanId);
  if (task === null) return;
  const subject = { type: 'loan', id: loanId } as const;
  await closeTask(work, 'offer_withdrawal', subject, 'overtaken');
  await recordMove(work, {
    subject,
    action: 'loan.offer_withdrawal_overtaken',
    snapshot: { task },
  });
}

/** Closes the reviews of a withdrawn loan. Must be called before the loan is locked. */
export async function closeReviews(work: Work, loanId: number, decision: string): Promise<void> {
  const subject = { type: 'loan', id: loanId } as const;
  await closeTask(work, 'loan_review', subject, decision);
  await closeTask(work, 'loan_approval', subject, decision);
  await holdWithdrawal(work, loanId);
}

/** Formats an instant's Taipei day as 2026/11/20. */
export function shortDate(at: Date): string {
  return formatDay(dayOf(at));
}
