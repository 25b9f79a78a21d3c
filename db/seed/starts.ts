// Chooses the days on which the loans of the named borrowers begin, so that each is as late today
// as its state needs, whatever weekends and holidays lie in between.
import {
  type Day,
  addDays,
  addMonths,
  daysBetween,
  onOrAfterBusinessDay,
} from '#contract/core/day.ts';

type Cast = {
  /** Days from today. */
  startsOn: number;
  /** Number of instalments that are paid. */
  stopsAfter: number;
  /** Days after the last day to pay the first unpaid instalment; missing if it does not matter. */
  daysLate?: number;
};

/** A loan begins at most this many days earlier or later than its cast says. */
const SHIFT_MAX = 14;

/** Returns the casts with their first days moved, in the order in which they begin. */
export function startsOf<C extends Cast>(today: Day, casts: readonly C[]) {
  const moved = casts.map((cast) => ({ ...cast, startsOn: startOf(today, cast) }));
  return moved.toSorted((a, b) => a.startsOn - b.startsOn);
}

function startOf(today: Day, { startsOn, stopsAfter, daysLate }: Cast): number {
  if (daysLate === undefined) return startsOn;
  const shifts = Array.from({ length: 2 * SHIFT_MAX + 1 }, (_, k) => k - SHIFT_MAX);
  const misses = shifts.map((shift) => {
    const due = addMonths(addDays(today, startsOn + shift), stopsAfter + 1);
    return { shift, by: Math.abs(daysBetween(onOrAfterBusinessDay(due), today) - daysLate) };
  });
  const [best] = misses.toSorted((a, b) => a.by - b.by || Math.abs(a.shift) - Math.abs(b.shift));
  return startsOn + (best?.shift ?? 0);
}
