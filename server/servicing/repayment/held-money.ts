// Use of money that was held back: each receipt counts on its own bank day.
import { maxDay, minDay, type Day } from '#contract/core/day.ts';
import { add, isPositive, minOf, subtract, sum, ZERO, type Money } from '#contract/core/money.ts';
import type { Work } from '../../work.ts';
import { receivedByDay, type DayReceived } from '../loan-money-queries.ts';
import type { Book } from '../rules.ts';
import { usePrepaid } from './use-money.ts';

/** Prepaid money in NT$ and the bank day of its receipt; null if it is not from a receipt. */
export type DayPart = { day: Day | null; amount: Money };

/**
 * Splits prepaid money by the bank day of its receipts, the oldest first. Money is used in the
 * order in which it was received, so that the newest receipts contain what is left.
 */
export function prepaidByDay(
  prepaid: Money,
  received: readonly Pick<DayReceived, 'day' | 'amount'>[],
): DayPart[] {
  let left = prepaid;
  const parts = received.flatMap(({ day, amount }): DayPart[] => {
    const part = minOf(left, amount);
    left = subtract(left, part);
    return isPositive(part) ? [{ day, amount: part }] : [];
  });
  return isPositive(left)
    ? [{ day: null, amount: left }, ...parts.toReversed()]
    : parts.toReversed();
}

/** A loan, and the parts of its prepaid money that are not used yet. */
type Waiting = { book: Book; parts: readonly DayPart[] };

/**
 * Uses the prepaid money of these loans one receipt after the other, under the caller's locks: each
 * pays on its own bank day, or on the later day on which the oldest instalment fell due, as if it
 * had never been held back.
 */
export async function applyHeldMoney(work: Work, books: readonly Book[]): Promise<void> {
  const ids = books.map(({ loanId }) => loanId);
  const received = Map.groupBy(await receivedByDay(work.tx, ids), ({ loanId }) => loanId);
  let waiting = books.map((book): Waiting => ({
    book: { ...book, prepaid: ZERO },
    parts: prepaidByDay(book.prepaid, received.get(book.loanId) ?? []),
  }));
  while (waiting.length > 0) {
    const uses = waiting.flatMap((one) => nextUse(one, work.today) ?? []);
    waiting = [];
    for (const [on, ofDay] of Map.groupBy(uses, (use) => use.on)) {
      const used = ofDay.map(({ book }) => book);
      for (const [i, book] of (await usePrepaid(work, used, { on })).entries()) {
        // A settled loan has returned everything, including what was set aside.
        if (book.status !== 90) waiting.push({ book, parts: ofDay[i]!.parts });
      }
    }
  }
}

/** Adds to the prepaid money what counts on the next day of use; null if nothing is left to add. */
function nextUse({ book, parts }: Waiting, today: Day): (Waiting & { on: Day }) | null {
  const [first] = parts;
  if (first === undefined) return null;
  const on = dayOfUse(book, first, today);
  const later = parts.findIndex((part) => dayOfUse(book, part, today) !== on);
  const count = later < 0 ? parts.length : later;
  const total = (some: readonly DayPart[]) => sum(some.map(({ amount }) => amount));
  const rest = parts.slice(count);
  const prepaid = add(book.prepaid, total(parts.slice(0, count)));
  return { book: { ...book, prepaid, setAside: total(rest) }, parts: rest, on };
}

/** Returns the first day on which the money was there and the oldest unpaid instalment due. */
function dayOfUse({ instalments }: Book, { day }: DayPart, today: Day): Day {
  const dueOn = instalments.flatMap((row) => (row.paidOn === null ? [row.dueOn] : []));
  return maxDay(minDay(today, ...dueOn), day ?? today);
}
