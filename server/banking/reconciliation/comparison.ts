// Compares bank and books on one day: balances, differences, and what blocks the signature.
import { type Money, add, negate, subtract, sum, ZERO } from '#contract/core/money.ts';
import { owedKinds, type SignBlock } from '#contract/banking/reconciliation.ts';
import type { Day } from '#contract/core/day.ts';
import type { Tx } from '../../database/db.ts';
import { movedAfter } from '../../ledger/front.ts';
import {
  baseOf,
  type DayRow,
  daysBetween,
  differences,
  differenceSums,
  type Span,
} from './reconciliation-queries.ts';

const KINDS = ['trust_bank', ...owedKinds] as const;

type Balances = ReadonlyMap<string, Money>;

/**
 * Returns the balance of each account kind in NT$ at the end of each of these days; `days` must be
 * newest first.
 */
export async function balancesAt(tx: Tx, days: readonly Day[]): Promise<Map<Day, Balances>> {
  const [newest] = days;
  const oldest = days.at(-1);
  if (!newest || !oldest) return new Map();
  const lying = new Map<string, Money>(KINDS.map((kind) => [kind, ZERO]));
  const all = await movedAfter(tx, oldest, KINDS);
  for (const { kind, amount } of all) lying.set(kind, add(lying.get(kind) ?? ZERO, amount));
  const moved = all
    .flatMap(({ day, ...row }) => (day === null ? [] : [{ ...row, day }]))
    .toSorted((a, b) => (a.day < b.day ? 1 : -1));
  const at = new Map<Day, Balances>();
  let next = 0;
  for (const on of days) {
    // Goes back in time: subtracts the movements after the day.
    for (; next < moved.length && moved[next]!.day > on; next += 1) {
      const { kind, amount } = moved[next]!;
      lying.set(kind, subtract(lying.get(kind) ?? ZERO, amount));
    }
    at.set(on, new Map(lying));
  }
  return at;
}

export const booksOf = (at: Balances | undefined) => at?.get('trust_bank') ?? ZERO;
export const owedOf = (at: Balances | undefined) =>
  sum(owedKinds.map((kind) => at?.get(kind) ?? ZERO));

/** Returns NT$ of client money that lacks, which is what the company owes the trust. */
const shortOf = (at: Balances | undefined) => {
  const due = at?.get('platform_due') ?? ZERO;
  return due < 0 ? negate(due) : ZERO;
};

/**
 * Balances in NT$ at the end of a day: the bank's closing balance, the trust account in the books,
 * and the amounts owed out of the trust account.
 */
export type Compared = {
  closing: Money | null;
  books: Money;
  owed: Money;
  /** Bank balance minus book balance minus the amounts of all differences. */
  unexplained: Money;
  /** Number of all differences, and number of those to which nobody is assigned. */
  differences: number;
  unowned: number;
  /** Number of large or old differences without a reason. */
  unreasoned: number;
  /** Client money that lacks: what the company owes the trust, which is not netted. */
  short: Money;
};

/**
 * Returns the period to compare in order to explain a day; null before the bank first reported a
 * balance.
 */
async function spanOf(tx: Tx, row: DayRow): Promise<Span | null> {
  const base = await baseOf(tx, row.day);
  return base && { base, day: row.day, seen: row.closedAt };
}

/** Compares bank and books at the end of a day and calculates the unexplained difference. */
async function compare(tx: Tx, row: DayRow) {
  const span = await spanOf(tx, row);
  const balances = await balancesAt(tx, span ? [row.day, span.base.after] : [row.day]);
  const at = balances.get(row.day);
  const closing = row.closedAt === null ? row.closing : row.signedClosing;
  const sums = span ? await differenceSums(tx, span) : [];
  const explained = sum(sums.map(({ amount }) => amount));
  const opening = span ? subtract(span.base.closing, booksOf(balances.get(span.base.after))) : ZERO;
  const books = booksOf(at);
  return {
    at,
    span,
    sums,
    opening,
    compared: {
      closing,
      books,
      owed: owedOf(at),
      unexplained: closing === null ? ZERO : subtract(closing, add(books, explained)),
      differences: sums.reduce((all, { count }) => all + count, 0),
      unowned: sums.reduce((all, { unowned }) => all + unowned, 0),
      unreasoned: sums.reduce((all, { unreasoned }) => all + unreasoned, 0),
      short: shortOf(at),
    } satisfies Compared,
  };
}

/** Compares bank and books on one day as this transaction sees them. */
export async function compareDay(tx: Tx, day: Day) {
  const [row] = await daysBetween(tx, day, day);
  if (!row) throw new RangeError(`not a day: ${day}`);
  return { row, ...(await compare(tx, row)) };
}

/**
 * Returns what bank and books differ in at the end of a day, each with its task, and the sum by
 * which the bank exceeds the books in NT$. Only `most` of them are listed, but all are in the sum.
 */
export async function differencesAt(tx: Tx, on: Day, most: number) {
  const { span, sums } = await compareDay(tx, on);
  return {
    listed: span ? await differences(tx, span, most) : [],
    amount: sum(sums.map(({ amount }) => amount)),
  };
}

/**
 * Returns why a day cannot be signed now; null if it can. `complete` is the day through which all
 * records are in, and `isShort` whether client money is short now without a confirmed transfer.
 */
export function blockOf(
  day: Day,
  { complete, isShort }: { complete: Day | null; isShort: boolean },
  of: Compared,
): SignBlock | null {
  if (complete === null || day > complete) return 'notEnded';
  if (of.closing === null) return 'noClosing';
  if (of.books !== of.owed) return 'booksDiffer';
  if (of.unexplained !== 0) return 'unexplained';
  if (of.unowned > 0) return 'unowned';
  if (of.unreasoned > 0) return 'unreasoned';
  return of.short > 0 && isShort ? 'short' : null;
}

/** Returns whether the figures have changed since the first person signed the day. */
export const isStale = (
  row: Pick<
    DayRow,
    'signedBy' | 'closedAt' | 'breach' | `signed${'Closing' | 'Books' | 'Owed'}`
  > & {
    signedDifferences: number | null;
  },
  now: Compared,
) =>
  row.signedBy !== null &&
  row.closedAt === null &&
  (row.signedClosing !== now.closing ||
    row.signedBooks !== now.books ||
    row.signedOwed !== now.owed ||
    (row.breach?.amount ?? 0) !== now.short ||
    row.signedDifferences !== now.differences);
