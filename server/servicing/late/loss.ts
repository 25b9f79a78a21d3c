// The end of an unpaid claim: two persons write it off, it is still collected, and then it is
// closed for good.
import { addDays, type Day } from '#contract/core/day.ts';
import { add, formatMoney, negate, subtract, sum, ZERO } from '#contract/core/money.ts';
import { Refusal } from '#contract/refusals.ts';
import type { TaskDetailSent } from '#contract/tasks/details.ts';
import type { Operator, Services, TaskHandler, TaskRow, Work } from '../../action.ts';
import type { Moment, Span } from '../../jobs/job.ts';
import { lockLoan } from '../../database/db.ts';
import { lowerOutstanding } from '../../investing/actions.ts';
import { post } from '../../ledger/actions.ts';
import { moveLoan } from '../../lending/actions.ts';
import { tell } from '../../notices/actions.ts';
import { openTask } from '../../tasks/actions.ts';
import { inWork } from '../../work.ts';
import { returnRest } from '../repayment/surplus.ts';
import { readBook } from '../repayment/use-money.ts';
import { tellInvestors } from './letters.ts';
import {
  firstLost,
  forgiveCourtCosts,
  forgiveShares,
  insertWriteOff,
  loansToWriteOff,
  type Forgiven,
} from './loss-queries.ts';
import { investorsOf } from '../queries.ts';
import { isPaid, outstandingOf, type Book, type InstalmentRow } from '../rules.ts';
import { arrearsOf } from './arrears.ts';
import { replaceInstalments } from './violation.ts';
import { resolutionNotices as told } from '../negotiation/resolution-words.ts';

/** A claim may be written off from this overdue day on. */
export const WRITE_OFF_FROM_DAY = 180;
/** A write-off that the second person returned is proposed again after this many days. */
const ASK_AGAIN_DAYS = 30;
const DAY_MS = 86_400_000;

/** Loans of which an instalment could be paid until this day are late enough. */
const lateSince = (closed: Day) => addDays(closed, 1 - WRITE_OFF_FROM_DAY);

const decidedSince = ({ now }: Pick<Work, 'now'>) =>
  new Date(now.getTime() - ASK_AGAIN_DAYS * DAY_MS);

export const firstWriteOff = ({ to }: Span, at: Moment) =>
  firstLost(lateSince(to), decidedSince(at), WRITE_OFF_FROM_DAY - 1);

/** Opens write-off tasks for loans in court that are overdue long enough after a closed day. */
export async function askToWriteOff(services: Services, closed: Day): Promise<void> {
  await inWork(services, async (work) => {
    const found = await loansToWriteOff(work.tx, lateSince(closed), decidedSince(work));
    for (const { loanId, caseNo } of found) {
      await openTask(work, { kind: 'write_off', subject: subjectOf(loanId, caseNo) });
    }
  });
}

const subjectOf = (id: number, caseNo: string) => ({
  type: 'loan' as const,
  id,
  label: `${caseNo} 逾期 ${WRITE_OFF_FROM_DAY} 天以上，轉銷`,
});

/** Returns the loss of a loan as of today: principal, booked interest, charges, court costs. */
function lossOf(book: Book, work: Work) {
  const { instalments, rateBps, court } = book;
  const arrears = arrearsOf(instalments, rateBps, work.today);
  const interest = sum(instalments.map((row) => subtract(row.interestAccrued, row.interestPaid)));
  return {
    lateDays: arrears.lateDays,
    principal: outstandingOf(instalments),
    interest,
    lateCharges: add(arrears.lateInterest, arrears.penalty),
    courtCosts: court,
  };
}

async function bookOf(work: Work, loanId: number): Promise<Book> {
  const book = await readBook(work.tx, loanId);
  if (book === undefined) throw new Refusal('LOAN_NOT_FOUND');
  return book;
}

async function detail(
  work: Work,
  task: TaskRow<'write_off'>,
): Promise<TaskDetailSent<'write_off'>> {
  const book = await bookOf(work, task.subjectId);
  const { loanId, caseNo, status } = book;
  const investors = (await investorsOf(work.tx, loanId)).length;
  return { ...task.detail, loanId, caseNo, status, investors, ...lossOf(book, work) };
}

export const writeOffTask: TaskHandler<'write_off'> = {
  detail,
  /**
   * One person proposes the write-off with a reason, and another approves; a returned write-off is
   * proposed again later.
   */
  async decide(work, task, { decision, reason }) {
    const stage = task.makerId === null ? ['propose', 'return'] : ['approve', 'return'];
    if (!stage.includes(decision)) throw new Refusal('DECISION_INVALID');
    if (decision === 'return') return;
    await lockLoan(work.tx, task.subjectId);
    const book = await bookOf(work, task.subjectId);
    const loss = lossOf(book, work);
    if (book.status !== 80 || loss.lateDays < WRITE_OFF_FROM_DAY) {
      throw new Refusal('LOAN_STATUS', { data: { status: book.status, lateDays: loss.lateDays } });
    }
    if (decision === 'approve') {
      await writeOff(work, task, book, loss);
      return;
    }
    if (!reason) throw new Refusal('DECISION_INVALID', { fields: { reason: '請填寫原因' } });
    await openTask(work, {
      kind: 'write_off',
      subject: subjectOf(book.loanId, book.caseNo),
      detail: { why: reason },
      makerId: work.operator.id,
    });
  },
};

async function writeOff(
  work: Work & { operator: Operator },
  task: TaskRow<'write_off'>,
  book: Book,
  loss: ReturnType<typeof lossOf>,
): Promise<void> {
  const { loanId, caseNo } = book;
  const why = task.detail.why ?? '';
  const investors = await investorsOf(work.tx, loanId);
  await insertWriteOff(work.tx, {
    loanId,
    on: work.today,
    ...loss,
    reason: why,
    proposedBy: task.makerId!,
    approvedBy: work.operator.id,
  });
  await moveLoan(work, loanId, 95, { action: 'loan.written_off', snapshot: { ...loss, why } });
  for (const { memberId, remaining } of investors) {
    const values = { caseNo, days: String(loss.lateDays), loss: formatMoney(remaining) };
    await tell(work, memberId, told.writtenOffForInvestors(values));
  }
  await tell(work, book.memberId, told.writtenOff({ caseNo }));
}

/**
 * Closes a written-off loan that will not be repaid any further: the remaining principal, interest,
 * charges and court costs are given up, and the loan is settled as recovered. Refuses LOAN_STATUS
 * in any status other than 95.
 */
export async function closeForGood(work: Work, book: Book, reason: string): Promise<void> {
  const { loanId, status, caseNo, instalments } = book;
  if (status !== 95) throw new Refusal('LOAN_STATUS', { data: { status } });
  const loss = lossOf(book, work);
  const firstOpen = instalments.find((row) => row.paidOn === null)!;
  const rows = instalments
    .filter(({ no }) => no >= firstOpen.no)
    .map((row) => closedRow(row, work));
  await replaceInstalments(
    work,
    book,
    { fromNo: firstOpen.no, rows, accrual: negate(loss.interest) },
    work.today,
  );
  await giveUp(work, book, await forgiveShares(work.tx, loanId, work.today));
  await returnRest(work, book, book.prepaid);
  await moveLoan(work, loanId, 90, {
    action: 'loan.closed',
    set: { settledOn: work.today, settleType: 'recovered' },
    snapshot: { forgiven: loss, why: reason },
  });
  await tell(work, book.memberId, told.closed({ caseNo }));
  const values = { caseNo, loss: formatMoney(loss.principal) };
  await tellInvestors(work, loanId, told.closedForInvestors(values));
}

/** Returns an instalment reduced to the part that was paid. */
function closedRow(row: InstalmentRow, { today }: Work): InstalmentRow {
  if (isPaid(row)) return { ...row, version: row.version + 1 };
  return {
    ...row,
    version: row.version + 1,
    principal: row.principalPaid,
    interest: row.interestPaid,
    interestAccrued: row.interestPaid,
    lateInterestOwed: ZERO,
    penaltyOwed: ZERO,
    paidOn: today,
  };
}

/**
 * Removes the claims that were given up from the ledger: the investors' principal and the
 * platform's court costs.
 */
async function giveUp(work: Work, book: Book, forgiven: readonly Forgiven[]): Promise<void> {
  const { loanId, court } = book;
  const principal = sum(forgiven.map(({ amount }) => amount));
  const entries = [
    ...forgiven.map(({ orderId: order, amount }) => ({
      account: 'investor_claim' as const,
      loan: loanId,
      order,
      amount,
    })),
    { account: 'loan_receivable' as const, loan: loanId, amount: negate(principal) },
    { account: 'loss' as const, amount: court },
    { account: 'court_receivable' as const, loan: loanId, amount: negate(court) },
  ].filter(({ amount }) => amount !== 0);
  await forgiveCourtCosts(work.tx, loanId);
  if (entries.length > 0) {
    const id = `closing:${loanId}`;
    await post(work, [{ id, kind: 'closing', on: work.today, loanId, entries }]);
  }
  await lowerOutstanding(
    work.tx,
    forgiven.map(({ memberId, amount }) => ({ memberId, amount })),
  );
}
