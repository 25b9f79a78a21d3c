// Violation: the notice, the acceleration of all principal when the notice expires, and how each is
// undone.
import { NOTICE_DAYS, payByOf } from '#contract/law/acceleration.ts';
import { formatDay, addDays, type Day } from '#contract/core/day.ts';
import type { LoanStatus } from '#contract/lending/loan-status.ts';
import { formatMoney, sum } from '#contract/core/money.ts';
import { Refusal } from '#contract/refusals.ts';
import type { TaskDetailSent } from '#contract/tasks/details.ts';
import type { LoanMove, TaskHandler, TaskRow } from '../../hooks.ts';
import type { Work } from '../../work.ts';
import { lockLoan } from '../../database/db.ts';
import { post } from '../../ledger/front.ts';
import { moveLoan } from '../../lending/front.ts';
import { tell } from '../../notices/front.ts';
import { recordMove } from '../../tasks/front.ts';
import { accelerate, restore, type Relaid } from './acceleration.ts';
import { accrual, readBook, readBooks } from '../repayment/use-money.ts';
import { tellInvestors } from './letters.ts';
import { closeInstruction, insertInstalments, retireInstalments } from '../queries.ts';
import { applyPrepaid, isSettled, outstandingOf, withChanges, type Book } from '../rules.ts';
import { liveNegotiation } from '../negotiation/negotiation-queries.ts';
import { prepaidByDay } from '../repayment/held-money.ts';
import { receivedByDay } from '../loan-money-queries.ts';
import { arrearsOf, arrearsToPay, isFreeOfArrears } from './arrears.ts';
import {
  endNotice,
  insertNotice,
  markAccelerated,
  markDeclared,
  postponeNotice,
  retiredBy,
} from './violation-queries.ts';
import { noticeKinds } from '../words.ts';
import { noticeResumed, pollResult, tellHolders } from '../negotiation/resolution-letters.ts';

/** Statuses in which a record that the bank dated in time may still end the violation. */
const LIFTED: readonly LoanStatus[] = [70, 75, 80];

/** Statuses in which two operators may declare a violation before the regular days have passed. */
export const DECLARABLE: readonly LoanStatus[] = [60, 61, 65];

/**
 * hooks.loanMoved: gives a loan in violation its notice, and ends the notice when the loan moves to
 * 60 or 90. A loan under negotiation or in court keeps its notice, which a negotiation suspends.
 */
export async function followWithNotice(work: Work, { id, from, to }: LoanMove): Promise<void> {
  const { tx, today } = work;
  if (to === 70) await insertNotice(tx, { loanId: id, noticeOn: today, payBy: payByOf(today) });
  if (from === 75 && to === 80) await resumeNotice(work, id);
  if (to === 90) await endNotice(tx, id, 'paid', today);
  if (to === 60 && from !== 55) {
    const outcome = from === 75 ? 'negotiated' : from === 70 ? 'cured' : 'revoked';
    await endNotice(tx, id, outcome, today);
  }
}

/**
 * Gives the borrower the days of the notice again after a negotiation has failed, because the
 * notice was suspended until now. Otherwise all principal would be due as of a day long past, from
 * which the borrower has paid contract interest and perhaps every instalment.
 */
async function resumeNotice(work: Work, loanId: number): Promise<void> {
  const book = await readBook(work.tx, loanId);
  const acceleration = book?.acceleration;
  if (!book || !acceleration || acceleration.acceleratedOn !== null) return;
  const payBy = payByOf(work.today);
  await postponeNotice(work.tx, acceleration.id, payBy);
  await recordMove(work, {
    subject: { type: 'loan', id: loanId },
    action: 'loan.notice_resumed',
    snapshot: { notice: acceleration.id, payBy, before: acceleration.payBy },
  });
  const arrears = arrearsToPay(book, work.today);
  if (acceleration.cause === 'declared' || arrears.no === null) return;
  await tell(work, book.memberId, noticeResumed(book.caseNo, arrears, payBy));
}

/**
 * Returns whether nothing is left unpaid of what was overdue when the notice was given or resumed.
 * A violation that operators declared does not end by payments.
 */
function isRemedied({ acceleration, instalments }: Book): boolean {
  if (acceleration?.cause !== 'late') return false;
  const givenOn = addDays(acceleration.payBy, -NOTICE_DAYS);
  return isFreeOfArrears(instalments, givenOn);
}

/**
 * Ends the notice of a loan whose arrears were paid in time; the loan is repaying again. What the
 * investors decided has no effect then, so they are told if the poll had ended.
 */
async function endAsCured(work: Work, book: Book): Promise<void> {
  const { loanId, memberId, caseNo, status } = book;
  await endNotice(work.tx, loanId, 'cured', work.today);
  await moveLoan(work, loanId, 60, { action: 'loan.arrears_paid' });
  await tell(work, memberId, noticeKinds.arrearsPaid({ caseNo }));
  if (status !== 70) await tellHolders(work, loanId, pollResult(caseNo, 'void'));
}

/** Replaces the future instalments by a new schedule and books the resulting change of interest. */
export async function replaceInstalments(
  work: Work,
  book: Book,
  relaid: Relaid,
  on: Day,
): Promise<void> {
  const { tx } = work;
  const { fromNo, rows, accrual: amount } = relaid;
  await retireInstalments(tx, book.loanId, fromNo);
  await insertInstalments(tx, rows);
  if (amount === 0) return;
  const id = `relaid:${book.loanId}:${rows[0]!.version}:${fromNo}`;
  await post(work, [accrual({ id, loanId: book.loanId, amount, on })]);
}

/**
 * Makes all principal due for loans whose notice period has ended; a loan whose arrears were paid
 * by then is repaying again instead. The loans are locked.
 */
export async function accelerateLoans(work: Work, loanIds: readonly number[]): Promise<void> {
  for (const book of (await readBooks(work.tx, loanIds)).values()) {
    const { acceleration, loanId, caseNo } = book;
    if (acceleration === null || acceleration.acceleratedOn !== null) continue;
    if (isRemedied(book)) {
      await endAsCured(work, book);
      continue;
    }
    const { id, payBy } = acceleration;
    const relaid = accelerate(book, payBy);
    if (relaid !== null) await replaceInstalments(work, book, relaid, payBy);
    await markAccelerated(work.tx, id, {
      fromNo: relaid?.fromNo ?? null,
      acceleratedOn: addDays(payBy, 1),
    });
    if (relaid === null) continue;
    await closeInstruction(work.tx, loanId, 'lapsed');
    const [row] = relaid.rows;
    await recordMove(work, {
      subject: { type: 'loan', id: loanId },
      action: 'loan.accelerated',
      snapshot: { notice: id, payBy, principal: row!.principal, interest: row!.interest },
    });
    const outstanding = formatMoney(outstandingOf(book.instalments));
    const values = { caseNo, day: formatDay(payBy), outstanding };
    await tell(work, book.memberId, noticeKinds.accelerated(values));
    await tellInvestors(work, loanId, noticeKinds.acceleratedForInvestors({ caseNo, outstanding }));
  }
}

/** Returns whether the future instalments of a loan are already due. */
export const isAccelerated = ({ acceleration }: Book) => acceleration?.fromNo != null;

/**
 * Undoes an acceleration: the earlier schedule is in force again. Returns false if there is nothing
 * to undo, or if some of the accelerated principal was paid.
 */
export async function unaccelerate(work: Work, book: Book, on: Day): Promise<boolean> {
  const { acceleration } = book;
  if (acceleration === null || acceleration.fromNo === null) return false;
  const row = book.instalments.find(({ no }) => no === acceleration.fromNo);
  if (row === undefined || !row.accelerated) return false;
  const relaid = restore(row, await retiredBy(work.tx, row), on);
  if (relaid === null) return false;
  await replaceInstalments(work, book, relaid, on);
  await markAccelerated(work.tx, acceleration.id, { fromNo: null, acceleratedOn: null });
  await recordMove(work, {
    subject: { type: 'loan', id: book.loanId },
    action: 'loan.unaccelerated',
    snapshot: { notice: acceleration.id, fromNo: relaid.fromNo, rows: relaid.rows.length },
  });
  return true;
}

/**
 * Handles a payment that the bank received before the notice expired but reported later: if it pays
 * the arrears, the earlier schedule is in force again and the loan is repaying, whatever was
 * decided meanwhile, unless the borrower has agreed to new terms. A payment of a part changes
 * nothing, because all principal would be due again the next day. Returns the loan's book after the
 * change.
 */
export async function liftIfInTime(work: Work, book: Book, on: Day): Promise<Book> {
  const { status, loanId, acceleration } = book;
  if (!LIFTED.includes(status) || acceleration === null || on > acceleration.payBy) return book;
  // The notice is still open: the payment itself, or the job that judges the notice, ends it.
  if (status === 70 && !isAccelerated(book)) return book;
  if (!(await paysArrears(work, book, on))) return book;
  if ((await liveNegotiation(work.tx, loanId))?.status === 'agreed') return book;
  if (isAccelerated(book) && !(await unaccelerate(work, book, work.today))) return book;
  await endAsCured(work, book);
  return (await readBook(work.tx, loanId))!;
}

/**
 * Returns whether the money that the bank received by the last day of the notice pays everything
 * that was overdue on a day. Paying the whole debt settles the loan instead.
 */
async function paysArrears(work: Work, book: Book, on: Day): Promise<boolean> {
  const { acceleration, loanId } = book;
  if (acceleration?.cause !== 'late') return false;
  const received = await receivedByDay(work.tx, [loanId]);
  const timely = prepaidByDay(book.prepaid, received).filter(
    ({ day }) => day === null || day <= acceleration.payBy,
  );
  const { changed } = applyPrepaid({ ...book, prepaid: sum(timely.map((one) => one.amount)) }, on);
  const after = withChanges(book.instalments, changed);
  return isFreeOfArrears(after, on) && (isAccelerated(book) || !isSettled(after));
}

async function lockedBook(work: Work, loanId: number): Promise<Book> {
  await lockLoan(work.tx, loanId);
  const book = await readBook(work.tx, loanId);
  if (book === undefined) throw new Refusal('LOAN_NOT_FOUND');
  return book;
}

/**
 * Revokes an acceleration as decided by two operators: the instalments are in force again and the
 * loan is repaying; if there are arrears, the next day moves the loan to the right status. Refuses
 * LOAN_STATUS in statuses other than 70 and 80, or if some of the accelerated principal was paid,
 * which requires a negotiation.
 */
export async function revoke(work: Work, book: Book, reason: string): Promise<void> {
  const { loanId, status, acceleration } = book;
  const stuck = { data: { status } };
  if ((status !== 70 && status !== 80) || acceleration === null) {
    throw new Refusal('LOAN_STATUS', stuck);
  }
  if (isAccelerated(book) && !(await unaccelerate(work, book, work.today))) {
    throw new Refusal('LOAN_STATUS', stuck);
  }
  await endNotice(work.tx, loanId, 'revoked', work.today);
  await moveLoan(work, loanId, 60, { action: 'loan.violation_revoked', snapshot: { why: reason } });
  await tell(work, book.memberId, noticeKinds.revoked({ caseNo: book.caseNo }));
  await tellInvestors(work, loanId, noticeKinds.revokedForInvestors({ caseNo: book.caseNo }));
}

async function detail(
  work: Work,
  task: TaskRow<'violation_declare'>,
): Promise<TaskDetailSent<'violation_declare'>> {
  const book = await readBook(work.tx, task.subjectId);
  if (book === undefined) return task.detail;
  const { lateDays, amount } = arrearsOf(book.instalments, book.rateBps, work.today);
  return {
    ...task.detail,
    loanId: book.loanId,
    caseNo: book.caseNo,
    status: book.status,
    lateDays,
    arrears: amount,
    outstanding: outstandingOf(book.instalments),
  };
}

/**
 * Task about a violation because of fraud, declared by one operator and confirmed by another. If
 * the second person dismisses it, the borrower does not notice anything.
 */
export const violationDeclare: TaskHandler<'violation_declare'> = {
  detail,
  async decide(work, task, { decision, reason }) {
    if (decision === 'dismiss') return;
    const book = await lockedBook(work, task.subjectId);
    const { status, loanId } = book;
    if (!DECLARABLE.includes(status)) throw new Refusal('LOAN_STATUS', { data: { status } });
    const why = task.detail.why ?? reason ?? '';
    await moveLoan(work, loanId, 70, { action: 'loan.violation_declared', reason: why });
    await markDeclared(work.tx, loanId, why);
    const until = formatDay(payByOf(work.today));
    const values = { caseNo: book.caseNo, reason: why, until };
    await tell(work, book.memberId, noticeKinds.declared(values));
  },
};
