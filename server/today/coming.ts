// The money of a member: what the next 30 days bring, and how much of it has come back so far.
import { addDays, type Day, maxDay } from '#contract/core/day.ts';
import { add, isPositive, subtract, sum, ZERO } from '#contract/core/money.ts';
import { flowMonths } from '#contract/investing/portfolio.ts';
import type { ServerLoan } from '#contract/lending/calls.ts';
import type { ServerComing, ServerRiver } from '#contract/today/calls.ts';
import { COMING_DAYS } from '#contract/today/coming.ts';
import type { ExpectedShare, standingOf } from '../portfolio/front.ts';

const WEEK = 7;

/**
 * Returns what comes within 30 days, in all and by week. An instalment whose due day has passed,
 * but which may still be paid on time after a holiday, counts today. Of a loan that is late nothing
 * counts, because all of it is due now.
 */
export function comingOf(
  expected: readonly ExpectedShare[],
  loan: ServerLoan | undefined,
  today: Day,
): ServerComing {
  const until = addDays(today, COMING_DAYS);
  const income = expected.filter(({ dueOn }) => dueOn < until);
  const amountOf = ({ principal, interest }: ExpectedShare) => add(principal, interest);
  const amount = sum(income.map(amountOf));
  const next = loan && !loan.overdue && loan.status === 60 ? loan.nextDue : null;
  const repay =
    next && next.dueOn < until ? { amount: next.amount, dueOn: next.dueOn as Day } : null;
  const weeks = Array.from({ length: Math.ceil(COMING_DAYS / WEEK) }, (_, i) => {
    const from = addDays(today, i * WEEK);
    const isIn = (dueOn: string) => {
      const on = maxDay(dueOn as Day, today);
      return from <= on && on < addDays(from, WEEK);
    };
    return {
      from,
      income: sum(income.filter(({ dueOn }) => isIn(dueOn)).map(amountOf)),
      repay: repay && isIn(repay.dueOn) ? repay.amount : ZERO,
    };
  });
  const net = subtract(amount, sum(income.map(({ fee }) => fee)));
  return { until, income: { amount, net }, repay, weeks };
}

type LentPrincipal = Awaited<ReturnType<typeof standingOf>>;

/** Returns what was lent, what came back, and the coming receipts by month; null without any. */
export function lentRiver(
  held: LentPrincipal,
  expected: readonly ExpectedShare[],
): ServerRiver | null {
  const { returned: back, lost, outstanding } = held;
  const total = add(back, lost, outstanding);
  if (!isPositive(total)) return null;
  const late = add(held.overdue, held.negotiating);
  const months = Map.groupBy(expected, ({ dueOn }) => dueOn.slice(0, 7));
  const threads = [...months.entries()]
    .toSorted(([a], [b]) => a.localeCompare(b))
    .slice(0, flowMonths)
    .map(([, rows]) => sum(rows.map(({ principal, interest }) => add(principal, interest))));
  return { side: 'invest', total, back, left: subtract(outstanding, late), late, lost, threads };
}

/** Returns what was borrowed, repaid and is left of a loan; null before its schedule is fixed. */
export function borrowedRiver(loan: ServerLoan): ServerRiver | null {
  const threads = loan.schedule.map(({ principal }) => principal);
  if (threads.length === 0) return null;
  // What was repaid early is in no instalment any more, so that their sum would be too little.
  const total = loan.amount;
  const { outstandingPrincipal: open, status } = loan;
  const isLate = loan.overdue !== null || (status > 61 && status !== 90);
  return {
    side: 'borrow',
    total,
    back: subtract(total, open),
    left: isLate ? ZERO : open,
    late: isLate ? open : ZERO,
    lost: ZERO,
    threads,
  };
}
