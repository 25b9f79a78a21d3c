// The loss of an unpaid claim: two persons write it off, it is still collected, and later its
// collection ends, but not the claim.
import { addDays, addMonths, formatDay, maxDay, type Day } from '#contract/core/day.ts';
import { add, formatMoney, subtract, sum } from '#contract/core/money.ts';
import { Refusal } from '#contract/refusals.ts';
import type { TaskDetailSent } from '#contract/tasks/details.ts';
import type { Operator } from '../../call.ts';
import type { TaskHandler, TaskRow } from '../../hooks.ts';
import type { Services } from '../../services.ts';
import type { Moment, Span } from '../../jobs/job.ts';
import { lockLoan } from '../../database/db.ts';
import { moveLoan } from '../../lending/front.ts';
import { tell } from '../../notices/front.ts';
import { openTask, recordMove } from '../../tasks/front.ts';
import { type Work, inWork } from '../../work.ts';
import { readBook } from '../repayment/use-money.ts';
import { closeWriteOff, firstLost, insertWriteOff, loansToWriteOff } from './loss-queries.ts';
import { investorsOf } from '../queries.ts';
import { outstandingOf, type Book } from '../rules.ts';
import { arrearsOf } from './arrears.ts';
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

/** Months until principal and interest can no longer be claimed in court (Civil Code 125, 126). */
const BARRED_MONTHS = { principal: 15 * 12, interest: 5 * 12 };

/**
 * Ends the collection of a written-off loan, not the claim (`closed_with_loss`): what is owed stays
 * owed, there is no certificate of settlement, and later money is distributed as before. Refuses
 * LOAN_STATUS in any status other than 95, and if the collection has ended already.
 */
export async function closeWithLoss(work: Work, book: Book, reason: string): Promise<void> {
  const { loanId, status, caseNo, instalments } = book;
  const loss = lossOf(book, work);
  const [firstDue = work.today, ...dueDays] = instalments.map(({ dueOn }) => dueOn);
  const lastDue = maxDay(firstDue, ...dueDays);
  const closing = {
    on: work.today,
    reason,
    principalBarredOn: addMonths(lastDue, BARRED_MONTHS.principal),
    interestBarredOn: addMonths(lastDue, BARRED_MONTHS.interest),
  };
  if (status !== 95 || (await closeWriteOff(work.tx, loanId, closing)) === 0) {
    throw new Refusal('LOAN_STATUS', { data: { status } });
  }
  await recordMove(work, {
    subject: { type: 'loan', id: loanId },
    action: 'loan.closed_with_loss',
    reason,
    snapshot: { loss, ...closing },
  });
  const barred = formatDay(closing.principalBarredOn);
  await tell(work, book.memberId, told.closed({ caseNo, barred }));
  for (const { memberId, remaining } of await investorsOf(work.tx, loanId)) {
    const values = { caseNo, loss: formatMoney(remaining), barred };
    await tell(work, memberId, told.closedForInvestors(values));
  }
}
