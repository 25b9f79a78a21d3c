// Acceleration decided: the one row that takes the place of the future, and the way back. Pure.
import { acceleratedOf } from '#contract/acceleration.ts';
import type { Day } from '#contract/day.ts';
import { maxOf, minOf, subtract, sum, ZERO, type Money } from '#contract/money.ts';
import { prepayableOf } from './prepayment.ts';
import { arrearsIn, dueAndRest, unpaidArrears, type Book, type InstalmentRow } from './rules.ts';

/** How a schedule changes: the rows from `fromNo` on are retired, `rows` are in force instead. */
export type Relaid = {
  fromNo: number;
  rows: InstalmentRow[];
  /** Interest that comes into the ledger with it; negative where it leaves. */
  accrual: Money;
};

/**
 * The schedule of a loan whose notice ran out at the end of a day: one row holds all principal that
 * was not due by then, with the interest of the days gone by. Null where nothing was left.
 */
export function accelerate(book: Book, payBy: Day): Relaid | null {
  const { rest } = dueAndRest(book.instalments, payBy);
  const [first] = rest;
  if (first === undefined) return null;
  const interestPaid = sum(rest.map((row) => row.interestPaid));
  // Old debt of a negotiation falls due with the rest, as it is.
  const arrears = sum(rest.map(arrearsIn));
  const arrearsPaid = subtract(arrears, sum(rest.map(unpaidArrears)));
  const { principal, interest: own } = acceleratedOf({
    ...prepayableOf(book, rest, payBy),
    interestPaidAhead: subtract(interestPaid, sum([first.prepaymentInterest, arrearsPaid])),
  });
  const interest = sum([own, arrears]);
  const principalPaid = sum(rest.map((row) => row.principalPaid));
  const row: InstalmentRow = {
    ...first,
    version: Math.max(...rest.map(({ version }) => version)) + 1,
    dueOn: payBy,
    payableUntil: payBy,
    principal: sum([principal, principalPaid]),
    interest,
    principalPaid,
    interestPaid,
    interestAccrued: interest,
    arrearsInterest: arrears,
    lateInterestOwed: sum(rest.map((old) => old.lateInterestOwed)),
    penaltyOwed: sum(rest.map((old) => old.penaltyOwed)),
    accelerated: true,
  };
  const accrued = sum(rest.map((old) => old.interestAccrued));
  return { fromNo: first.no, rows: [row], accrual: subtract(interest, accrued) };
}

/**
 * The schedule from before an acceleration, as `retired` has it, with what was paid since. Late
 * interest the accelerated principal has borne counts as interest of the first rows, and its days
 * are not charged again. Null where some of that principal was paid: a negotiation lays a new
 * schedule then.
 */
export function restore(row: InstalmentRow, retired: readonly InstalmentRow[]): Relaid | null {
  const paidBefore = sum(retired.map((old) => old.principalPaid));
  if (retired.length === 0 || row.principalPaid !== paidBefore) return null;
  let credit = row.lateInterestPaid;
  const rows = retired
    .toSorted((a, b) => a.no - b.no)
    .map((old, i): InstalmentRow => {
      const interestPaid = i === 0 ? row.interestPaid : ZERO;
      const open = maxOf(subtract(old.interest, interestPaid), ZERO);
      const less = minOf(credit, open);
      credit = subtract(credit, less);
      return {
        ...old,
        version: row.version + 1,
        interest: subtract(maxOf(old.interest, interestPaid), less),
        interestPaid,
        interestAccrued: maxOf(interestPaid, arrearsIn(old)),
        chargedUntil: row.chargedUntil,
        paidOn: null,
      };
    });
  return {
    fromNo: row.no,
    rows,
    accrual: subtract(
      sum(rows.map((one) => subtract(one.interestAccrued, one.interestPaid))),
      subtract(row.interestAccrued, row.interestPaid),
    ),
  };
}
