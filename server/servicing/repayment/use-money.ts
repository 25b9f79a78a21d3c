// Use of prepaid money of loans: claims first, then a prepayment that the borrower instructed.
import { outputIdSchema } from '#contract/core/lists.ts';
import type { Day } from '#contract/core/day.ts';
import { addMonths, formatDay } from '#contract/core/day.ts';
import {
  add,
  isPositive,
  minOf,
  negate,
  subtract,
  formatMoney,
  type Money,
  ZERO,
} from '#contract/core/money.ts';
import type { Work } from '../../work.ts';
import { post } from '../../ledger/front.ts';
import { moveLoan } from '../../lending/front.ts';
import { tell, tellMany } from '../../notices/front.ts';
import { recordMove } from '../../tasks/front.ts';
import { publish } from '../../webhooks/front.ts';
import type { Transfer } from '../../ledger/rules.ts';
import { repayCourtCosts } from '../late/court-costs.ts';
import { distribute } from './distribution.ts';
import { tellInvestors } from '../late/letters.ts';
import { executionOf, isHeld, type Execution } from './prepayment.ts';
import {
  bookRows,
  closeInstruction,
  insertInstalments,
  instalmentRows,
  lastPaidOn,
  retireInstalments,
  writePaid,
  type BookRow,
  type Received,
} from '../queries.ts';
import {
  applyPrepaid,
  COLLECTED,
  dueAndRest,
  isSettled,
  settleTypeOf,
  unpaidInterest,
  unpaidPrincipal,
  withChanges,
  type Applied,
  type Book,
  type InstalmentRow,
} from '../rules.ts';
import { returnRest, surplusTo } from './surplus.ts';
import { isFreeOfArrears, lateMovesOf } from '../late/arrears.ts';
import { endNotice } from '../late/violation-queries.ts';
import { noticeKinds } from '../words.ts';

/** Returns the books of disbursed loans by id; the caller holds their locks. */
export async function readBooks(
  tx: Work['tx'],
  loanIds: readonly number[],
): Promise<Map<number, Book>> {
  const rows = await bookRows(tx, loanIds);
  const instalments = Map.groupBy(await instalmentRows(tx, loanIds), (row) => row.loanId);
  return new Map(rows.map((row) => [row.loanId, bookOf(row, instalments.get(row.loanId) ?? [])]));
}

/** Returns the book of one loan; undefined if the loan does not exist or was never disbursed. */
export async function readBook(tx: Work['tx'], loanId: number): Promise<Book | undefined> {
  return (await readBooks(tx, [loanId])).get(loanId);
}

function bookOf(row: BookRow, instalments: readonly Omit<InstalmentRow, 'terms'>[]): Book {
  const { instructionId, kind, mode, principal, goodOn, receivedAfter, ...others } = row;
  const { instalmentMin, ...book } = others;
  const { accelerationId, cause, noticeOn, payBy, fromNo, acceleratedOn, ...terms } = book;
  const { graceMonths, firstDueOn, ...loan } = terms;
  return {
    ...loan,
    graceUntil: graceMonths && firstDueOn ? addMonths(firstDueOn, graceMonths) : null,
    instruction:
      instructionId === null
        ? null
        : {
            id: instructionId,
            kind: kind!,
            mode,
            principal: principal!,
            instalmentMin,
            goodOn: goodOn!,
            receivedAfter,
          },
    acceleration:
      accelerationId === null
        ? null
        : {
            id: accelerationId,
            cause: cause!,
            noticeOn: noticeOn!,
            payBy: payBy!,
            fromNo,
            acceleratedOn,
          },
    instalments: instalments.map((one) => Object.assign(one, { terms: row.terms })),
  };
}

/** Effect of using a loan's prepaid money; `on` is the bank day on which it is used. */
type Use = { book: Book; on: Day; applied: Applied; execution: Execution | null; after: Book };

/**
 * Money with a bank date up to the instruction's day carries the instruction out at the quoted
 * amount, whenever the money was reported. Otherwise money pays what is due, on its own day.
 */
function useOf(book: Book, on: Day): Use {
  const { instruction } = book;
  if (instruction === null) return allocated(book, on);
  // Money with a later bank date is set aside, because it does not count towards the prepayment.
  const aside = minOf(instruction.receivedAfter, book.prepaid);
  const timely = { ...book, prepaid: subtract(book.prepaid, aside) };
  const use = allocated(timely, instruction.goodOn);
  const execution = executionOf(use.after, instruction.goodOn);
  if (execution === null) return allocated(book, on);
  const { fromNo, rows, left } = execution;
  const kept = use.after.instalments.filter(({ no }) => no < fromNo);
  const after = {
    ...use.after,
    instalments: [...kept, ...rows],
    prepaid: add(left, aside),
    batches: use.after.batches + 1,
    instruction: null,
  };
  return { ...use, book, execution, after };
}

/** Pays what is due by a day from prepaid money, without a prepayment. */
function allocated(book: Book, on: Day): Use {
  const applied = applyPrepaid(book, on);
  const instalments = withChanges(book.instalments, applied.changed);
  const court = subtract(book.court, applied.court);
  // Court costs are a batch too; the next ones would be taken for the same without its number.
  const batches = book.batches + applied.batches.length + (isPositive(applied.court) ? 1 : 0);
  const after = { ...book, instalments, prepaid: applied.left, court, batches };
  return { book, on, applied, execution: null, after };
}

const isUsed = ({ applied, execution }: Use) =>
  applied.batches.length > 0 || applied.court > 0 || execution !== null;

/**
 * Uses the prepaid money of these loans on a bank day, under the caller's locks: allocates,
 * distributes to investors, carries out a covered prepayment, moves each loan to its resulting
 * status, and notifies those concerned. Returns the updated books, so that nobody has to read them
 * again.
 */
export async function usePrepaid(
  work: Work,
  books: readonly Book[],
  { on, receiptId = null }: { on: Day; receiptId?: number | null },
): Promise<Book[]> {
  const uses = books
    .filter((book) => COLLECTED.includes(book.status) && !isHeld(book, on))
    .map((book) => useOf(book, on));
  const used = uses.filter(isUsed);
  if (used.length > 0) {
    await writePaid(
      work.tx,
      used.flatMap(({ applied }) => applied.changed),
    );
    await post(
      work,
      used.flatMap((use) => accruals(use)),
    );
    for (const { book, applied, execution, on: day } of used) {
      if (applied.court > 0) {
        await repayCourtCosts(work, book, applied.court, { on: day, receiptId });
      }
      if (execution !== null) await writeExecution(work, book, execution);
    }
    const received = await distribute(
      work,
      used.map(({ book, applied, execution, on: day }) => ({
        book,
        batches: execution ? [...applied.batches, execution.batch] : applied.batches,
        on: day,
        receiptId,
      })),
    );
    const byLoan = Map.groupBy(received, ({ loanId }) => loanId);
    for (const use of used) await tellReceived(work, use, byLoan.get(use.book.loanId) ?? []);
  }
  const after = new Map<number, Book>();
  for (const use of uses) after.set(use.book.loanId, await followPayment(work, use, use.on));
  return books.map((book) => after.get(book.loanId) ?? book);
}

/** Moves a loan to the status that follows after a person changed its amounts. */
export async function followBooks(work: Work, book: Book, after: Book): Promise<void> {
  await followPayment(work, { book, after, execution: null }, work.today);
}

/**
 * Transfers that accrue interest paid before its due day, and that remove interest which will never
 * fall due.
 */
function accruals({ book, on, applied, execution }: Use): Transfer[] {
  const { loanId } = book;
  const accrued = applied.accruals.map(({ version, no, amount }) =>
    accrual({ id: `due:${loanId}:${version}:${no}`, loanId, amount, on }),
  );
  if (execution === null || !isPositive(execution.unaccrued)) return accrued;
  const id = `prepayment:${book.instruction!.id}:interest`;
  return [...accrued, accrual({ id, loanId, amount: negate(execution.unaccrued), on })];
}

/**
 * Transfer of interest that fell due: owed by the borrower, and owed to the investors. A negative
 * amount removes interest that will never fall due.
 */
export function accrual(due: { id: string; loanId: number; amount: Money; on: Day }): Transfer {
  const { id, loanId, amount, on } = due;
  return {
    id,
    kind: 'interest_due',
    on,
    loanId,
    entries: [
      { account: 'interest_receivable', loan: loanId, amount },
      { account: 'investor_interest_claim', loan: loanId, amount: negate(amount) },
    ],
  };
}

async function writeExecution(work: Work, book: Book, execution: Execution): Promise<void> {
  const { tx } = work;
  const { loanId, instruction } = book;
  const { fromNo, rows, fee, batch } = execution;
  await retireInstalments(tx, loanId, fromNo);
  await insertInstalments(tx, rows);
  await closeInstruction(tx, loanId, 'used');
  const { principal, interest } = batch;
  await recordMove(work, {
    subject: { type: 'loan', id: loanId },
    action: 'loan.prepaid',
    snapshot: { instruction: instruction?.id, principal, interest, fee, fromNo, left: rows.length },
  });
}

/**
 * Moves a loan to the status that follows from a payment: settled, or repaying again. Returns the
 * updated book.
 */
async function followPayment(
  work: Work,
  { book, after, execution }: Pick<Use, 'book' | 'after' | 'execution'>,
  on: Day,
): Promise<Book> {
  if (isSettled(after.instalments)) {
    if (isPositive(after.court)) return after;
    const rest = add(after.prepaid, after.setAside ?? ZERO);
    await settle(work, book, { early: execution !== null, rest });
    return { ...after, status: 90, prepaid: ZERO, instruction: null, acceleration: null };
  }
  if (book.status === 60) return after;
  // A violation that operators declared does not end when the arrears are paid; the operators have
  // to revoke it.
  if (book.status === 70 && book.acceleration?.cause === 'declared') return after;
  const isRepaid =
    lateMovesOf(book.status, after.instalments, work.today)[0] === 60 || endsResumed(after, on);
  if (!isRepaid) return after;
  if (book.acceleration !== null) await endNotice(work.tx, book.loanId, 'cured', work.today);
  await moveLoan(work, book.loanId, 60, { action: 'loan.arrears_paid' });
  await tell(work, book.memberId, noticeKinds.arrearsPaid({ caseNo: book.caseNo }));
  return { ...after, status: 60, acceleration: null };
}

/**
 * Returns whether a payment ends the notice that runs again for a loan in court after a negotiation
 * failed: it pays everything that was overdue on its day.
 */
function endsResumed({ status, acceleration, instalments }: Book, on: Day): boolean {
  if (status !== 80 || acceleration?.cause !== 'late') return false;
  const isOpen = acceleration.acceleratedOn === null && on <= acceleration.payBy;
  return isOpen && isFreeOfArrears(instalments, on);
}

/**
 * Settles the loan after its last dollar: returns the rest of the money to the borrower and
 * notifies everyone.
 */
async function settle(work: Work, book: Book, end: { early: boolean; rest: Money }) {
  const { loanId, caseNo } = book;
  const settleType = settleTypeOf(book.status, end.early, Boolean(book.termsFrom));
  const back = await returnRest(work, book, end.rest);
  await closeInstruction(work.tx, loanId, 'lapsed');
  // Records may arrive in another order than they were paid, so the last one used need not be the
  // latest.
  const { day: settledOn } = await lastPaidOn(work.tx, loanId);
  await moveLoan(work, loanId, 90, {
    action: 'loan.settled',
    set: { settledOn, settleType },
  });
  const rest = isPositive(end.rest)
    ? `溢繳的 ${formatMoney(end.rest)} 將退回${surplusTo(back)}。`
    : '';
  await tell(work, book.memberId, noticeKinds.settled({ caseNo, day: formatDay(settledOn), rest }));
  await tellInvestors(work, loanId, noticeKinds.settledForInvestors({ caseNo }));
}

/** Tells the borrower how their money was used, and each investor what they receive. */
async function tellReceived(work: Work, use: Use, received: readonly Received[]): Promise<void> {
  const { book, applied, after, execution } = use;
  const spent = subtract(book.prepaid, after.prepaid);
  const numbers = applied.batches.map(({ no }) => `第 ${no} 期`).join('、');
  const court = isPositive(applied.court) ? '代墊的訴訟費用' : '';
  const what = [court, numbers, execution ? '提前清償' : ''].filter(Boolean).join('、');
  const [next] = dueAndRest(after.instalments, work.today).rest;
  // After the last payment the rest goes back, which the notice of the settlement says.
  const stays = isPositive(after.prepaid) && !isSettled(after.instalments);
  const rest = stays ? `餘額 ${formatMoney(after.prepaid)} 留作預收款。` : '';
  const then = next
    ? `下期應還日 ${formatDay(next.dueOn)}，應還 ${formatMoney(
        add(unpaidPrincipal(next), unpaidInterest(next)),
      )}。`
    : '';
  const { caseNo } = book;
  const values = { caseNo, amount: formatMoney(spent), what, rest, next: then };
  await tell(work, book.memberId, noticeKinds.repaid(values));
  const shares = received.map(({ memberId, principal, interest, fee }) => {
    const share = {
      caseNo,
      what,
      principal: formatMoney(principal),
      interest: formatMoney(interest),
      fee: formatMoney(fee),
      net: formatMoney(subtract(add(principal, interest), fee)),
    };
    return { memberId, said: noticeKinds.received(share) };
  });
  await tellMany(work, shares);
  const instalments = [...new Set(applied.batches.map(({ no }) => no))];
  const data = { caseId: outputIdSchema.decode(book.loanId), instalments };
  await publish(
    work,
    received.map(({ memberId }) => ({ memberId, type: 'instalment.received' as const, data })),
  );
}
