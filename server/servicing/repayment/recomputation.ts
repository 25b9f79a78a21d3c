// Nightly recomputation of the schedules that followed the first one: the rows that are still owed
// must be what a recorded event makes of the rows before it.
import { type Day, type Calendar, onOrAfterBusinessDay } from '#contract/core/day.ts';
import { money, ZERO } from '#contract/core/money.ts';
import { instalmentMinOf } from '#contract/law/schedule.ts';
import type { Reader } from '../../chains/chain.ts';
import type { Tx } from '../../database/db.ts';
import type { BrokenInvariant } from '../../database/invariants.ts';
import { calendarOf } from '../../lending/front.ts';
import { scheduleFrom } from '../../lending/rules.ts';
import { accelerate, restore } from '../late/acceleration.ts';
import { type NegotiationRow, termsOfLoans } from '../negotiation/negotiation-queries.ts';
import { rowsOfAllVersions, type VersionRow } from '../queries.ts';
import type { Book, InstalmentRow } from '../rules.ts';
import { rowsInForce } from './debt.ts';
import { executionOf } from './prepayment.ts';
import {
  type UsedPrepayment,
  accelerations,
  loansInRepayment,
  usedPrepayments,
} from './recomputation-queries.ts';
import { readBooks } from './use-money.ts';

/** Name of the law, beside those of db/invariants*.sql, which SQL cannot recompute. */
export const LATER_SCHEDULES =
  'future instalments follow from the event that made them, and the calendar';

const AT_ONCE = 200;
/** More than any prepayment needs; how much money there was does not change the rows. */
const ENOUGH = money(1_000_000_000);

type Row = Pick<InstalmentRow, 'no' | 'dueOn' | 'principal' | 'interest'>;

/** What happened to a loan, and its schedules before and after. */
type History = {
  loan: { amount: Row['principal']; installments: number };
  /** The book with the rows before the newest version. */
  book: Book;
  version: number;
  fromNo: number;
  /** The row that an earlier acceleration made, with the rows that it replaced. */
  accelerated: { row: InstalmentRow; retired: InstalmentRow[] } | null;
  prepayments: readonly UsedPrepayment[];
  negotiations: readonly NegotiationRow[];
  notices: readonly { payBy: Day }[];
  calendar: Calendar;
};

/** Returns the schedules that the recorded events make of the rows before; lazily, newest first. */
function* schedulesOf(history: History): Generator<readonly Row[] | undefined> {
  const { book, calendar, version, fromNo, accelerated, loan } = history;
  for (const negotiation of history.negotiations) {
    yield rowsInForce(negotiation, { touched: fromNo - 1, version: version - 1 }, calendar);
  }
  for (const { goodOn, ...prepayment } of history.prepayments) {
    const instruction = { ...prepayment, kind: 'partial' as const, goodOn, receivedAfter: ZERO };
    yield prepaidRows({ ...book, status: 60, acceleration: null, prepaid: ENOUGH, instruction });
  }
  for (const { payBy } of history.notices) yield accelerate(book, payBy)?.rows;
  if (accelerated) yield restore(accelerated.row, accelerated.retired, book.disbursedOn)?.rows;
  // A loan whose first disbursement came back is laid out again.
  const { amount, installments } = loan;
  const { rateBps, terms, disbursedOn } = book;
  yield scheduleFrom({ amount, rateBps, installments, least: instalmentMinOf(terms) }, disbursedOn);
}

/** Returns what an instruction makes of these rows; undefined if it cannot have been for them. */
function prepaidRows(book: Book): readonly Row[] | undefined {
  try {
    return executionOf(book, book.instruction!.goodOn)?.rows;
  } catch (error) {
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}

const textOf = (rows: readonly Row[]) =>
  rows
    .map(({ no, dueOn, principal, interest }) => [no, dueOn, principal, interest].join())
    .join(';');

/** Returns the history of the newest version of a loan; null if it is the first. */
function historyOf(
  book: Book,
  rows: readonly VersionRow[],
  more: Omit<History, 'book' | 'version' | 'fromNo' | 'accelerated'>,
): (History & { made: VersionRow[] }) | null {
  const version = Math.max(...rows.filter(isOwed).map((row) => row.version));
  const made = rows.filter((row) => row.version === version);
  if (version === 1) return null;
  const fromNo = Math.min(...made.map(({ no }) => no));
  const older = rows.filter((row) => row.version < version);
  const following = older.filter(({ no }) => no >= fromNo);
  const of = (wanted: number) =>
    following
      .filter((row) => row.version === wanted)
      .map((row): InstalmentRow => ({ ...row, terms: book.terms }));
  const before = Math.max(...following.map((row) => row.version));
  const replaced = of(before);
  const kept = book.instalments.filter(({ no }) => no < fromNo);
  const [first] = replaced;
  return {
    ...more,
    book: { ...book, instalments: [...kept, ...replaced] },
    version,
    fromNo,
    made,
    accelerated: first?.accelerated ? { row: first, retired: of(before - 1) } : null,
  };
}

const isOwed = (row: VersionRow) => row.current && row.paidOn === null;

/** Whether the events of a loan explain its newest schedule. */
function isExplained(history: (History & { made: VersionRow[] }) | null): boolean {
  if (history === null) return true;
  const made = textOf(history.made);
  for (const rows of schedulesOf(history)) if (rows && textOf(rows) === made) return true;
  return false;
}

/** Returns instalments that fall due after today and have another last day than the calendar's. */
const onOtherDays = (rows: readonly VersionRow[], today: Day, calendar: Calendar) =>
  rows.filter(
    (row) =>
      isOwed(row) &&
      row.dueOn > today &&
      row.payableUntil !== onOrAfterBusinessDay(row.dueOn, calendar),
  );

/** Returns what of some loans is not explained: the version of a schedule, or the days of a row. */
async function unexplained(
  tx: Tx,
  loans: readonly { loanId: number; amount: Row['principal']; installments: number }[],
  today: Day,
) {
  const ids = loans.map(({ loanId }) => loanId);
  const books = await readBooks(tx, ids);
  const calendar = await calendarOf(tx);
  const byLoan = <Of extends { loanId: number }>(all: readonly Of[]) => {
    const grouped = Map.groupBy(all, ({ loanId }) => loanId);
    return (loanId: number) => grouped.get(loanId) ?? [];
  };
  const rowsOf = byLoan(await rowsOfAllVersions(tx, ids));
  const prepaymentsOf = byLoan(await usedPrepayments(tx, ids));
  const negotiationsOf = byLoan(await termsOfLoans(tx, ids));
  const noticesOf = byLoan(await accelerations(tx, ids));
  return loans.flatMap((loan) => {
    const { loanId } = loan;
    const rows = rowsOf(loanId);
    const history = historyOf(books.get(loanId)!, rows, {
      loan,
      calendar,
      prepayments: prepaymentsOf(loanId),
      negotiations: negotiationsOf(loanId),
      notices: noticesOf(loanId),
    });
    return [
      ...(isExplained(history) ? [] : [{ loanId, version: history!.version }]),
      ...onOtherDays(rows, today, calendar).map(({ no, dueOn, payableUntil }) => {
        return { loanId, no, dueOn, payableUntil };
      }),
    ];
  });
}

/**
 * Recomputes the newest schedule of every loan in repayment, and the days until which instalments
 * that are not due yet may be paid. Returns the law with what breaks it, or an empty list.
 */
export async function brokenSchedules(read: Reader, today: Day): Promise<BrokenInvariant[]> {
  const rows: unknown[] = [];
  for (let after = 0; ;) {
    const loans = await read(async (tx) => {
      const found = await loansInRepayment(tx, after, AT_ONCE);
      rows.push(...(await unexplained(tx, found, today)));
      return found;
    });
    if (loans.length < AT_ONCE) break;
    after = loans.at(-1)!.loanId;
  }
  return rows.length > 0 ? [{ name: LATER_SCHEDULES, rows }] : [];
}
