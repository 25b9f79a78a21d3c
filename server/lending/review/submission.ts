// From an application to its review: what is missing, and the move that happens once nothing is.
import type { Day } from '#contract/core/day.ts';
import { formatMoney, ZERO } from '#contract/core/money.ts';
import type { lending } from '#contract/lending/calls.ts';
import { applicationSchema, type Application } from '#contract/lending/loan-application.ts';
import { PAPERS_AGAIN_DAYS } from '#contract/law/loan-days.ts';
import { Refusal } from '#contract/refusals.ts';
import type { Action } from '../../call.ts';
import { tell } from '../../notices/front.ts';
import { openTask, recordMove } from '../../tasks/front.ts';
import { financialStatusOf } from '../../verification/front.ts';
import { type Work, bySystem } from '../../work.ts';
import { missingOf, reviewConsentOf } from '../contract/papers.ts';
import { assertStatus, lockedActiveLoan, lockedLoan, moveLoan, shortDate } from '../loan.ts';
import { scorecardOf } from '../plan/plans.ts';
import {
  activeLoanId,
  encryptedApplication,
  writePapersBy,
  writeScore,
  type LoanRow,
} from '../queries.ts';
import { endOfDaysOn, tenureMonthsOf } from '../rules.ts';
import { loanView } from '../view.ts';
import { noticeKinds } from '../words.ts';
import { scoreOf, type Applicant, type Score } from './scorecard.ts';

/** Returns the applicant's figures in the form that the scorecard reads. */
export function applicantOf(
  application: Application,
  financialStatus: number,
  today: Day,
): Applicant {
  const { job, finance } = application;
  return {
    amount: application.amount,
    installments: application.installment,
    monthlyIncome: job.monthlyIncome,
    otherIncome: job.otherIncome ?? ZERO,
    tenureMonths: tenureMonthsOf(job.since, today),
    cardBalance: finance.cardBalance,
    otherLoans: finance.otherLoans,
    lateIn12Months: finance.lateIn12Months,
    financialStatus,
  };
}

/** Returns the application as it was submitted. */
export async function applicationOf(work: Work, loanId: number): Promise<Application> {
  const { memberId, application } = await encryptedApplication(work.tx, loanId);
  const text = work.services.secrets.decrypt('lending.loan.application', memberId, application);
  return applicationSchema.parse(JSON.parse(text));
}

/** Calculates the score of an application with the scorecard in force and the current documents. */
export async function currentScore(work: Work, loan: LoanRow): Promise<Score> {
  const { card, version } = await scorecardOf(work.tx);
  const application = await applicationOf(work, loan.id);
  const documents = await financialStatusOf(work.tx, loan.memberId);
  return scoreOf(card, version, applicantOf(application, documents, work.today));
}

/** Returns a loan as the subject of a task. */
export function reviewSubject(loan: LoanRow) {
  const label = `${loan.caseNo} ${loan.planName} ${formatMoney(loan.amount)}`;
  return { type: 'loan' as const, id: loan.id, label };
}

type Missing = Awaited<ReturnType<typeof missingOf>>;

/**
 * Moves an application in status 10 or 15 on, if nothing is missing for it; otherwise returns null.
 * Once the requested documents are in, their deadline no longer applies (15 → 10), although other
 * documents are still missing.
 */
async function moveOn(
  work: Work,
  loan: LoanRow,
  missing: Missing,
  snapshot: Record<string, unknown> = {},
): Promise<LoanRow | null> {
  const set = { supplementBy: null };
  if (loan.status === 15 && missing.length > 0 && !missing.includes('SUPPLEMENT')) {
    return moveLoan(work, loan.id, 10, { action: 'loan.supplement_answered', set, snapshot });
  }
  if (missing.length > 0) return null;
  const sent = await moveLoan(work, loan.id, 20, { action: 'loan.sent_to_audit', set, snapshot });
  await writeScore(work.tx, loan.id, await currentScore(work, sent));
  await openTask(work, {
    kind: 'loan_review',
    subject: reviewSubject(loan),
    detail:
      loan.supplementRound > 0
        ? { supplemented: loan.supplement, round: loan.supplementRound }
        : {},
  });
  await tell(work, loan.memberId, noticeKinds.submitted({ caseNo: loan.caseNo }));
  return sent;
}

/**
 * Sends the application to review in the transaction in which the last document arrived, if the
 * borrower has consented to it; older applications wait for their borrower. Must be called with the
 * loan locked.
 */
export async function sendByConsent(work: Work, loan: LoanRow): Promise<LoanRow> {
  if (loan.status !== 10 && loan.status !== 15) return loan;
  const consent = await reviewConsentOf(work.tx, loan.id);
  if (!consent) return loan;
  const missing = await missingOf(work, loan);
  const sent = await moveOn(bySystem(work), loan, missing, { consent });
  return sent ?? loan;
}

/**
 * hooks.papersMoved: something about the member's verification or income proof has arrived or was
 * decided. After an operator's decision the borrower gets time for what is left to do, as the
 * document may have been with us for long; who has only to send the application learns of it.
 */
export async function papersMoved(work: Work, memberId: number): Promise<void> {
  const active = await activeLoanId(work.tx, memberId);
  if (!active) return;
  const loan = await sendByConsent(work, await lockedLoan(work.tx, active.id));
  if (loan.status !== 10 || work.actor.type !== 'operator') return;
  const until = endOfDaysOn(work.today, PAPERS_AGAIN_DAYS);
  if ((await writePapersBy(work.tx, loan.id, until)) > 0) {
    const subject = { type: 'loan', id: loan.id } as const;
    await recordMove(work, { subject, action: 'loan.deadline_extended', snapshot: { until } });
  }
  if ((await missingOf(work, loan)).length > 0) return;
  const { papersBy } = await lockedLoan(work.tx, loan.id);
  const values = { caseNo: loan.caseNo, what: '送出審核', until: shortDate(papersBy ?? until) };
  await tell(work, memberId, noticeKinds.papersMissing(values, '/account/loan'));
}

/** An application that the server has sent already is answered as if its borrower had done it. */
export const audit: Action<typeof lending.audit> = async (context) => {
  const loan = await lockedActiveLoan(context.tx, context.member.id);
  if (loan.status === 20) return { data: await loanView(context, loan) };
  assertStatus(loan, 10, 15);
  const missing = await missingOf(context, loan);
  const sent = await moveOn(context, loan, missing);
  if (!sent) throw new Refusal('DOCUMENTS_MISSING', { data: { missing } });
  return { data: await loanView(context, sent) };
};
