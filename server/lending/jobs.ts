// Jobs of lending: plans that take effect, deadlines that expire, reminders, dated annexes.
import { PAPERS_DAYS, PAPERS_REMINDER_DAYS } from '#contract/law/loan-days.ts';
import { dayOf } from '#contract/core/day.ts';
import { LOAN } from '#contract/lending/loan-status.ts';
import type { Services } from '../services.ts';
import type { Job } from '../jobs/job.ts';
import { db } from '../database/db.ts';
import { finds } from '../database/finds.ts';
import { eachOne } from '../each-one.ts';
import { type Work, inWork } from '../work.ts';
import { tell } from '../notices/front.ts';
import { insertReminder, loansToRemind, incompleteLoans } from './applying-queries.ts';
import { holdWithdrawal, loanById, lockedLoan, moveLoan, shortDate } from './loan.ts';
import { overdueLoans, verificationOf, type LoanRow } from './queries.ts';
import { sealAnnexes, sealExtracts } from './contract/annexes.ts';
import {
  loansWithoutAnnex,
  loansWithoutCertificate,
  loansWithoutExtracts,
} from './contract/contract-queries.ts';
import { missingOf } from './contract/papers.ts';
import { loansWithoutKey } from './links/link-queries.ts';
import { fillContactKeys } from './links/links.ts';
import { duePlans, dueRecalls } from './plan/plan-office-queries.ts';
import { startPlanVersions } from './plan/plan-versions.ts';
import { endOfDaysOn } from './rules.ts';
import { sealCertificates } from './settlement.ts';
import { noticeKinds } from './words.ts';

/**
 * The audit action and reason when a deadline passes, for each status of a loan with a deadline.
 */
const lapses = {
  10: { action: 'loan.papers_lapsed', reason: '逾期未備齊資料' },
  15: { action: 'loan.supplement_lapsed', reason: '逾期未補件' },
  30: { action: 'loan.offer_lapsed', reason: '逾期未同意核准條件' },
  50: { action: 'loan.signing_lapsed', reason: '逾期未完成簽約' },
} as const;

/** A reminder is sent when this many hours or fewer are left. */
const REMIND_HOURS = 48;

async function lapse(work: Work, loanId: number): Promise<void> {
  await holdWithdrawal(work, loanId);
  const loan = await lockedLoan(work.tx, loanId);
  // Asked again under the lock, because the borrower may have responded, or was held, meanwhile.
  if ((await overdueLoans(work.tx, work.now, loanId)).length === 0) return;
  const { action, reason } = lapses[loan.status as keyof typeof lapses];
  await moveLoan(work, loanId, 98, { action, reason });
  await tell(work, loan.memberId, noticeKinds.lapsed({ caseNo: loan.caseNo, reason }));
}

/**
 * Moves loans from 10, 15, 30 and 50 to 98 once their deadlines have passed; each loan in its own
 * transaction.
 */
async function lapseLoans(services: Services): Promise<void> {
  const due = await overdueLoans(db(services.pool), services.clock.now());
  await eachOne(services, due, ({ id }) => inWork(services, (work) => lapse(work, id)));
}

/**
 * Parts of the reminder: the task that the borrower still has to do before the deadline, and the
 * page for it.
 */
const reminders = {
  15: { what: '補齊審核人員要求的資料', link: '/loan/additional_document' },
  30: { what: '確認核准條件', link: '/account/loan' },
  50: { what: '完成線上對保簽約', link: '/account/loan/protect' },
} as const;

const remindBefore = (now: Date) => new Date(now.getTime() + REMIND_HOURS * 3_600_000);

/**
 * Reminds borrowers once, in the last two days before the deadline, of missing documents, answers
 * and signatures.
 */
async function remindOfTerms(services: Services): Promise<void> {
  const now = services.clock.now();
  const due = await loansToRemind(db(services.pool), now, remindBefore(now));
  await eachOne(services, due, ({ id, status, term }) =>
    inWork(services, async (work) => {
      const loan = await loanById(work.tx, id);
      if (loan?.status !== status || (await insertReminder(work.tx, id, term, now)) === 0) return;
      const { what, link } = reminders[status as keyof typeof reminders];
      const values = {
        caseNo: loan.caseNo,
        state: LOAN[status].text,
        until: shortDate(term),
        what,
      };
      await tell(work, loan.memberId, noticeKinds.termNear(values, link));
    }),
  );
}

/** Act by which the borrower can go on, and its page; null while the identity is under review. */
async function nextPaper(work: Work, loan: LoanRow) {
  const missing = await missingOf(work, loan);
  if (missing.includes('FINANCIAL_STATEMENT')) {
    return { what: '提供財力證明', link: '/loan/financial_proof' };
  }
  if (!missing.includes('VERIFICATION')) return { what: '送出審核', link: '/account/loan' };
  const file = await verificationOf(work.tx, loan.memberId);
  return file?.status === 1 ? null : { what: '補齊身分驗證的資料', link: '/member/profile' };
}

/** Reminds borrowers, 7 and 14 days after the application, of what is missing for the review. */
async function remindOfPapers(services: Services): Promise<void> {
  const now = services.clock.now();
  const due = await incompleteLoans(db(services.pool), now, PAPERS_REMINDER_DAYS);
  await eachOne(services, due, ({ id, term }) =>
    inWork(services, async (work) => {
      const loan = await loanById(work.tx, id);
      if (loan?.status !== 10) return;
      if ((await insertReminder(work.tx, id, term, now)) === 0) return;
      const next = await nextPaper(work, loan);
      if (!next) return;
      const { caseNo } = loan;
      // A program of 0.7.0, which may serve beside this one, sets no deadline.
      const papersBy = loan.papersBy ?? endOfDaysOn(dayOf(loan.statusAt), PAPERS_DAYS);
      const values = { caseNo, what: next.what, until: shortDate(papersBy) };
      await tell(work, loan.memberId, noticeKinds.papersMissing(values, next.link));
    }),
  );
}

export const lendingJobs: readonly Job[] = [
  {
    name: 'lending.plans',
    each: 'minute',
    due: ({ today }) => [finds((tx) => dueRecalls(tx, today)), finds((tx) => duePlans(tx, today))],
    run: startPlanVersions,
  },
  {
    name: 'lending.lapse',
    each: 'minute',
    due: ({ now }) => [finds((tx) => overdueLoans(tx, now))],
    run: lapseLoans,
  },
  {
    name: 'lending.contactKeys',
    each: 'day',
    due: () => [finds((tx) => loansWithoutKey(tx, 0, 1))],
    run: fillContactKeys,
  },
  {
    name: 'lending.remind',
    each: 'day',
    due: ({ now }) => [finds((tx) => loansToRemind(tx, now, remindBefore(now)))],
    run: remindOfTerms,
  },
  {
    name: 'lending.papers',
    each: 'day',
    due: ({ now }) => [finds((tx) => incompleteLoans(tx, now, PAPERS_REMINDER_DAYS))],
    run: remindOfPapers,
  },
  {
    name: 'lending.extracts',
    each: 'minute',
    due: () => [finds(loansWithoutExtracts)],
    run: sealExtracts,
  },
  {
    name: 'lending.certificates',
    each: 'minute',
    due: () => [finds(loansWithoutCertificate)],
    run: sealCertificates,
  },
  {
    name: 'lending.annexes',
    each: 'minute',
    due: () => [finds(loansWithoutAnnex)],
    run: sealAnnexes,
  },
];
