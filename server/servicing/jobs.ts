// Daily jobs of servicing, and jobs for each day the bank has closed, in order; every job may run
// again without harm.
import { addDays, type Day, dayNumber, dayOf, formatDay } from '#contract/core/day.ts';
import { formatMoney, ZERO } from '#contract/core/money.ts';
import { NEXT_WITHIN_DAYS } from '#contract/law/waterfall.ts';
import type { ClosedDayJob, Job, Services, Work } from '../action.ts';
import { type Tx, db, lockLoans } from '../database/db.ts';
import { brokenInvariants } from '../database/invariants.ts';
import { keepBooksProof, post, totals } from '../ledger/actions.ts';
import { moveLoan } from '../lending/actions.ts';
import { tell } from '../notices/actions.ts';
import { openTask, recordMove } from '../tasks/actions.ts';
import { eachInLanes, eachOne } from '../each-one.ts';
import { inWork } from '../work.ts';
import { closeNegotiations } from './negotiation/agreement.ts';
import { accrual, readBooks } from './repayment/use-money.ts';
import { applyHeldMoney } from './repayment/held-money.ts';
import {
  accrueFallenDue,
  type Letter,
  claimLetters,
  instalmentsDueOn,
  lapseInstructions,
  loansFallenDue,
  loansLate,
  loansToLapse,
  loansToMove,
  loansWithPrepaid,
  openNotice,
} from './job-queries.ts';
import {
  dueReminder,
  lapseLetter,
  lateLetter,
  tellInvestors,
  violationLetter,
} from './late/letters.ts';
import { findPromises } from './late/desk.ts';
import { askForCalendar } from './holidays.ts';
import { askToWriteOff } from './late/loss.ts';
import { sealNegotiationCopies } from './negotiation/negotiation-copies.ts';
import { collectPayouts } from './payout/payouts.ts';
import { closePolls } from './negotiation/poll.ts';
import { type Book, COLLECTED } from './rules.ts';
import { arrearsOf, arrearsToPay, lateMovesOf } from './late/arrears.ts';
import { trustDifference } from './payout/trust.ts';
import { loansToAccelerate } from './late/violation-queries.ts';
import { accelerateLoans } from './late/violation.ts';
import { noticeKinds } from './words.ts';

/** Number of loans locked and written in one transaction. */
export const CHUNK = 100;
/**
 * Number of such transactions at a time: most of a distribution is calculated before it locks the
 * accounts that chunks have in common.
 */
export const LANES = 2;
/** Borrowers are reminded this many days before an instalment falls due, and on the day itself. */
const REMIND_BEFORE_DAYS = 3;

/**
 * Runs `work` over loans in chunks, each in a transaction that locks its loans in the order of
 * their ids. If a chunk fails, its loans are tried one by one, so that one broken loan does not
 * block the others; the same happens to a chunk that PostgreSQL rolls back because another one
 * locks the same accounts in another order.
 */
async function overLoans(
  services: Services,
  found: (work: Work) => Promise<readonly { loanId: number }[]>,
  work: (work: Work, loanIds: readonly number[]) => Promise<unknown>,
): Promise<void> {
  const loanIds = (await inWork(services, found)).map(({ loanId }) => loanId);
  const locked = (ids: readonly number[]) =>
    inWork(services, async (unit) => {
      await lockLoans(unit.tx, ids);
      await work(unit, ids);
    });
  const chunks: number[][] = [];
  for (let from = 0; from < loanIds.length; from += CHUNK) {
    chunks.push(loanIds.slice(from, from + CHUNK));
  }
  await eachInLanes(services, LANES, chunks, async (chunk) => {
    try {
      await locked(chunk);
    } catch (error) {
      services.log.warn({ err: error, loans: chunk.length }, 'loans are tried one by one');
      const singly = chunk.map((loanId) => ({ loanId }));
      await eachOne(services, singly, ({ loanId }) => locked([loanId]));
    }
  });
}

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
    ({ tx }) => loansToLapse(tx, seen),
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

/**
 * Posts interest that falls due today to the ledger: as a debt of the borrower and as a claim of
 * the investors.
 */
function accrueDue(services: Services): Promise<void> {
  return overLoans(
    services,
    ({ tx, today }) => loansFallenDue(tx, today),
    async (work, loanIds) => {
      const due = await accrueFallenDue(work.tx, loanIds, work.today);
      await post(
        work,
        due.map(({ loanId, version, no, dueOn, amount }) =>
          accrual({ id: `due:${loanId}:${version}:${no}`, loanId, amount, on: dueOn }),
        ),
      );
    },
  );
}

/**
 * Uses prepaid money for instalments that are due, and for the next instalment if it is due soon.
 */
async function applyReady(services: Services): Promise<void> {
  await overLoans(
    services,
    ({ tx, today }) => loansWithPrepaid(tx, addDays(today, NEXT_WITHIN_DAYS), COLLECTED),
    async (work, loanIds) =>
      applyHeldMoney(work, [...(await readBooks(work.tx, loanIds)).values()]),
  );
}

/** Makes all principal due if the time limit of a notice has passed. */
function accelerateDue(services: Services, closed: Day): Promise<void> {
  return overLoans(services, ({ tx }) => loansToAccelerate(tx, seenFrom(closed)), accelerateLoans);
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
    ({ tx }) => loansToMove(tx, seen),
    async (work, loanIds) => {
      const debited = await services.hooks.debitsUnderWay.loans(work.tx, loanIds, closed);
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
  await tell(work, notice.memberId, violationLetter(notice, arrears, notice.payBy));
}

/**
 * Writes letters about loans, at most once for each loan and day: what is written and that it was
 * written are stored together, loan by loan if one of them fails.
 */
async function writeOnce<L extends { loanId: number }>(
  services: Services,
  { letter, day, found }: { letter: Letter; day: Day; found(tx: Tx): Promise<readonly L[]> },
  write: (work: Work, about: L, book: Book) => Promise<void>,
): Promise<void> {
  const all = Map.groupBy(await found(db(services.pool)), ({ loanId }) => loanId);
  const loans = [...all.keys()].map((loanId) => ({ loanId }));
  await overLoans(
    services,
    async () => loans,
    async (work, loanIds) => {
      const claimed = await claimLetters(work.tx, letter, day, loanIds);
      const books = await readBooks(work.tx, claimed);
      for (const [loanId, book] of books) {
        for (const about of all.get(loanId) ?? []) await write(work, about, book);
      }
    },
  );
}

/**
 * Sends reminder letters to late borrowers. Each letter is sent once, at a fixed number of days
 * overdue, and not while the bank has not answered the debit of the instalment.
 */
async function writeLetters(services: Services, closed: Day): Promise<void> {
  const seen = seenFrom(closed);
  const found = async (tx: Tx) => {
    const late = await loansLate(tx, seen);
    const loanIds = late.map(({ loanId }) => loanId);
    const debited = await services.hooks.debitsUnderWay.loans(tx, loanIds, closed);
    return late.filter(({ loanId }) => !debited.has(loanId));
  };
  await writeOnce(services, { letter: 'late', day: seen, found }, async (work, loan, book) => {
    const arrears = arrearsToPay(book, seen);
    const letter = lateLetter(loan, arrears, book.terms);
    if (letter) await tell(work, loan.memberId, letter);
  });
}

/** Reminds borrowers three days before an instalment falls due and on the due day, once each. */
async function remind(services: Services): Promise<void> {
  const today = dayOf(services.clock.now());
  const days = [today, addDays(today, REMIND_BEFORE_DAYS)];
  await writeOnce(
    services,
    { letter: 'due', day: today, found: (tx) => instalmentsDueOn(tx, days) },
    async (work, { no, ...loan }, book) => {
      const row = book.instalments.find((instalment) => instalment.no === no);
      if (!row) return;
      const daysLeft = row.dueOn === today ? 0 : REMIND_BEFORE_DAYS;
      const debit = { loanId: loan.loanId, no, on: row.payableUntil };
      const isDebited = await services.hooks.mandateCovers(work.tx, loan.memberId, debit);
      // The oldest unpaid instalment asks for the court costs; another would ask for them again.
      const isOldest = book.instalments.find(({ paidOn }) => paidOn === null)?.no === no;
      const court = isOldest ? book.court : ZERO;
      await tell(work, loan.memberId, dueReminder(row, { ...loan, isDebited, court }, daysLeft));
    },
  );
}

/**
 * Checks the ledger against the bank and against its invariants; differences become tasks for a
 * person.
 */
async function reconcile(services: Services): Promise<void> {
  const broken = await brokenInvariants(services.pool);
  await inWork(services, (work) => keepBooksProof(work, broken));
  await inWork(services, async (work) => {
    const difference = trustDifference(await totals(work.tx));
    if (difference === 0 && broken.length === 0) return;
    await openTask(work, {
      kind: 'attention',
      subject: {
        type: 'reconciliation',
        id: dayNumber(work.today),
        label: `${formatDay(work.today)} 對帳不符，差額 ${formatMoney(difference)}`,
      },
      detail: {
        difference,
        broken: broken.map(({ name, rows }) => ({ name, count: rows.length })),
      },
    });
    services.log.error({ difference, broken: broken.map(({ name }) => name) }, 'the books differ');
  });
}

export const servicingJobs: readonly Job[] = [
  { name: 'closePolls', each: 'minute', run: closePolls },
  { name: 'closeNegotiations', each: 'minute', run: closeNegotiations },
  { name: 'negotiationCopies', each: 'minute', run: sealNegotiationCopies },
  { name: 'accrueDue', each: 'day', run: accrueDue },
  { name: 'applyPrepaid', each: 'day', run: applyReady },
  { name: 'remind', each: 'day', run: remind },
  { name: 'askForCalendar', each: 'day', run: askForCalendar },
  { name: 'gatherPayouts', each: 'day', run: (services) => inWork(services, collectPayouts) },
  { name: 'reconcile', each: 'day', run: reconcile },
];

export const servicingClosedDayJobs: readonly ClosedDayJob[] = [
  { name: 'lapseInstructions', each: 'closedDay', judge: lapse },
  { name: 'accelerateDue', each: 'closedDay', judge: accelerateDue },
  { name: 'applyFreed', each: 'closedDay', judge: applyFreed },
  { name: 'moveLate', each: 'closedDay', judge: moveLate },
  { name: 'lateLetters', each: 'closedDay', judge: writeLetters },
  { name: 'findPromises', each: 'closedDay', judge: findPromises },
  { name: 'askToWriteOff', each: 'closedDay', judge: askToWriteOff },
];
