// The properties of an open case that the office may change: whether it is pinned, and when it
// ends.
import { type Day, endOfDay } from '#contract/core/day.ts';
import { Refusal } from '#contract/refusals.ts';
import type { Work } from '../work.ts';
import { tell } from '../notices/front.ts';
import { recordMove } from '../tasks/front.ts';
import { assertStatus, lockedLoan, shortDate } from './loan.ts';
import { writeEnd, writePin, type LoanRow } from './queries.ts';
import { noticeKinds } from './words.ts';

/** Pins or unpins an open case; refuses LOAN_STATUS if the case is not open. */
export async function pinListing(work: Work, loanId: number, pinned: boolean): Promise<void> {
  const loan = await lockedLoan(work.tx, loanId);
  assertStatus(loan, 40);
  if (loan.pinned === pinned) return;
  await writePin(work.tx, loanId, pinned);
  await recordMove(work, {
    subject: { type: 'loan', id: loanId },
    action: pinned ? 'loan.pinned' : 'loan.unpinned',
    from: loan.status,
    to: loan.status,
  });
}

/**
 * Extends the funding of a case to the end of a later day and notifies its borrower. Refuses
 * LOAN_STATUS if the case is no longer open, and FUNDRAISING_DAY unless the day is later than the
 * present end and at most `last`. Returns the loan before the change, and the new end.
 */
export async function extendListing(
  work: Work,
  loanId: number,
  to: { endsOn: Day; last: (loan: LoanRow) => Day; reason: string },
): Promise<{ loan: LoanRow; endsAt: Date }> {
  const loan = await lockedLoan(work.tx, loanId);
  assertStatus(loan, 40);
  if (loan.endsAt === null || loan.endsAt < work.now) throw new Refusal('LOAN_STATUS');
  const endsAt = new Date(endOfDay(to.endsOn));
  if (endsAt <= loan.endsAt || to.endsOn > to.last(loan)) throw new Refusal('FUNDRAISING_DAY');
  await writeEnd(work.tx, loanId, endsAt);
  await recordMove(work, {
    subject: { type: 'loan', id: loanId },
    action: 'loan.extended',
    from: loan.status,
    to: loan.status,
    reason: to.reason,
    snapshot: { endedAt: loan.endsAt, endsAt },
  });
  const values = { caseNo: loan.caseNo, until: shortDate(endsAt) };
  await tell(work, loan.memberId, noticeKinds.extended(values));
  return { loan, endsAt };
}
