// Jobs of servicing for each day that the bank has closed, in order; every job may run again
// without harm.
import { addDays, type Day } from '#contract/core/day.ts';
import { payToText } from '../banking/front.ts';
import { moveLoan } from '../lending/front.ts';
import { tell } from '../notices/front.ts';
import { recordMove } from '../tasks/front.ts';
import type { Services } from '../services.ts';
import type { Work } from '../work.ts';
import type { Tx } from '../database/db.ts';
import { finds } from '../database/finds.ts';
import type { ClosedDayJob } from '../jobs/job.ts';
import {
  dayWith,
  firstLapse,
  firstLetter,
  firstMove,
  lapseInstructions,
  loansFallenDue,
  loansLate,
  loansToLapse,
  loansToMove,
  openNotice,
} from './job-queries.ts';
import { accrueDue, applyReady, loansPrepaid } from './jobs.ts';
import { arrearsOf, arrearsToPay, lateMovesOf } from './late/arrears.ts';
import { findPromises } from './late/desk.ts';
import { firstPromise } from './late/late-queries.ts';
import { lapseLetter, lateLetter, tellInvestors, violationLetter } from './late/letters.ts';
import { askToWriteOff, firstWriteOff } from './late/loss.ts';
import { firstAcceleration, loansToAccelerate } from './late/violation-queries.ts';
import { accelerateLoans } from './late/violation.ts';
import { overLoans, writeOnce } from './loans-at-once.ts';
import { readBooks } from './repayment/use-money.ts';
import type { Book } from './rules.ts';
import { noticeKinds } from './words.ts';
import { hooks } from '../hooks.ts';

/**
 * Rules for a closed day are evaluated as of the next day, when all records of the closed day have
 * arrived.
 */
const seenFrom = (closed: Day): Day => addDays(closed, 1);

/**
 * Lapses prepayment instructions after their last day and notifies the borrowers. Payments count by
 * the bank's date, so only when the day is closed is it certain that the money was too little or
 * too late.
 */
function lapse(services: Services, closed: Day): Promise<void> {
  const seen = seenFrom(closed);
  return overLoans(
    services,
    ({ tx }) => loansToLapse(tx, closed),
    async (work, loanIds) => {
      const books = await readBooks(work.tx, loanIds);
      for (const lapsed of await lapseInstructions(work.tx, loanIds, seen)) {
        const { loanId, id, kind, total, goodOn } = lapsed;
        const book = books.get(loanId);
        if (!book) continue;
        await recordMove(work, {
          subject: { type: 'loan', id: loanId },
          action: 'loan.prepayment_lapsed',
          snapshot: { id, kind, total, goodOn, prepaid: book.prepaid },
        });
        await tell(work, book.memberId, lapseLetter(lapsed, book));
      }
    },
  );
}

/** Makes all principal due if the time limit of a notice has passed. */
function accelerateDue(services: Services, closed: Day): Promise<void> {
  return overLoans(services, ({ tx }) => loansToAccelerate(tx, closed), accelerateLoans);
}

/**
 * Uses money that is no longer reserved for a prepayment instruction or for principal not yet due,
 * before a loan counts as late.
 */
async function applyFreed(services: Services): Promise<void> {
  await accrueDue(services);
  await applyReady(services);
}

/**
 * Moves loans to grace, overdue or violation by their own terms and their oldest unpaid instalment.
 * Lateness is measured on the closed day; notices and polls start on the day on which the job runs.
 * A loan whose instalment is being debited waits for the bank's answer.
 */
function moveLate(services: Services, closed: Day): Promise<void> {
  const seen = seenFrom(closed);
  return overLoans(
    services,
    ({ tx }) => loansToMove(tx, closed),
    async (work, loanIds) => {
      const debited = await hooks.debitsUnderWay.loans(work.tx, loanIds, closed);
      const judged = loanIds.filter((loanId) => !debited.has(loanId));
      for (const book of (await readBooks(work.tx, judged)).values()) {
        const arrears = arrearsOf(book.instalments, book.rateBps, seen);
        const { lateDays } = arrears;
        const moves = lateMovesOf(book.status, book.instalments, seen);
        for (const to of moves) {
          await moveLoan(work, book.loanId, to, {
            action: 'loan.late',
            reason: `逾期 ${lateDays} 天`,
          });
        }
        // Status 65 is overdue. Investors learn of a violation (70) from the notice of the poll
        // instead.
        if (moves.at(-1) === 65) {
          const values = { caseNo: book.caseNo, days: String(lateDays) };
          await tellInvestors(work, book.loanId, noticeKinds.overdueNews(values));
        }
        if (moves.at(-1) === 70) await tellOfViolation(work, book);
      }
    },
  );
}

/**
 * Sends the notice of violation together with the status change, even if the job processes the day
 * late.
 */
async function tellOfViolation(work: Work, book: Book): Promise<void> {
  const notice = await openNotice(work.tx, book.loanId);
  if (notice?.cause !== 'late') return;
  const arrears = arrearsToPay(book, work.today);
  const loan = { ...notice, payTo: payToText(work.services, notice.account) };
  await tell(work, notice.memberId, violationLetter(loan, arrears, notice.payBy));
}

/**
 * Sends reminder letters to late borrowers. Each letter is sent once, at a fixed number of days
 * overdue, and not while the bank has not answered the debit of the instalment.
 */
async function writeLetters(services: Services, closed: Day): Promise<void> {
  const seen = seenFrom(closed);
  const found = async (tx: Tx) => {
    const late = await loansLate(tx, closed);
    const loanIds = late.map(({ loanId }) => loanId);
    const debited = await hooks.debitsUnderWay.loans(tx, loanIds, closed);
    return late.filter(({ loanId }) => !debited.has(loanId));
  };
  await writeOnce(services, { letter: 'late', day: seen, found }, async (work, loan, book) => {
    const arrears = arrearsToPay(book, seen);
    const payTo = payToText(services, loan.account);
    const letter = lateLetter({ ...loan, payTo }, arrears, book.terms);
    if (letter) await tell(work, loan.memberId, letter);
  });
}

export const servicingClosedDayJobs: readonly ClosedDayJob[] = [
  {
    name: 'lapseInstructions',
    each: 'closedDay',
    first: ({ to }) => [firstLapse(to)],
    judge: lapse,
  },
  {
    name: 'accelerateDue',
    each: 'closedDay',
    first: ({ to }) => [firstAcceleration(to)],
    judge: accelerateDue,
  },
  {
    name: 'applyFreed',
    each: 'closedDay',
    /** What it finds depends on today and not on the closed day. */
    first: ({ from }, { today }) =>
      [finds((tx) => loansFallenDue(tx, today)), finds((tx) => loansPrepaid(tx, today))].map(
        (work) => dayWith(from, work),
      ),
    judge: applyFreed,
  },
  { name: 'moveLate', each: 'closedDay', first: ({ to }) => [firstMove(to)], judge: moveLate },
  {
    name: 'lateLetters',
    each: 'closedDay',
    first: (span) => [firstLetter(span)],
    judge: writeLetters,
  },
  {
    name: 'findPromises',
    each: 'closedDay',
    first: (span) => [firstPromise(span)],
    judge: findPromises,
  },
  {
    name: 'askToWriteOff',
    each: 'closedDay',
    first: (span, at) => [firstWriteOff(span, at)],
    judge: askToWriteOff,
  },
];
