// Pure rules of acceleration: the single instalment that replaces the future ones, and undoing the
// replacement.
import { acceleratedOf } from '#contract/law/acceleration.ts';
import { maxDay, type Day } from '#contract/core/day.ts';
import { NO_TALLY } from '#contract/law/late.ts';
import { add, maxOf, minOf, subtract, sum, ZERO, type Money } from '#contract/core/money.ts';
import { prepayableOf } from '../repayment/prepayment.ts';
import {
  arrearsIn,
  dueAndRest,
  isPaid,
  unpaidArrears,
  type Book,
  type InstalmentRow,
} from '../rules.ts';

/**
 * Change of a schedule: the rows from `fromNo` on are no longer in force, and `rows` replace them.
 */
export type Relaid = {
  fromNo: number;
  rows: InstalmentRow[];
  /** Interest that is added to the ledger with the change; negative if it is removed. */
  accrual: Money;
};

/**
 * Returns the schedule of a loan whose notice period ended on `payBy`: a single row contains all
 * principal that was not due by then, with the interest of the days that have passed. Null if no
 * such principal was left.
 */
export function accelerate(book: Book, payBy: Day): Relaid | null {
  const { rest } = dueAndRest(book.instalments, payBy);
  const [first] = rest;
  if (first === undefined) return null;
  const interestPaid = sum(rest.map((row) => row.interestPaid));
  // Arrears from a negotiation fall due together with the rest, unchanged.
  const arrears = sum(rest.map(arrearsIn));
  const arrearsPaid = subtract(arrears, sum(rest.map(unpaidArrears)));
  const prepayable = prepayableOf(book, rest, payBy);
  const { principal, interest: own } = acceleratedOf({
    ...prepayable,
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
    chargedUntil: paidThrough(rest, prepayable.periodStartsOn, payBy),
    ...NO_TALLY,
  };
  const accrued = sum(rest.map((old) => old.interestAccrued));
  return { fromNo: first.no, rows: [row], accrual: subtract(interest, accrued) };
}

/**
 * Returns the last day after `payBy` for which the rows bore interest or late charges already,
 * because instalments were paid ahead or a record of a later day came first; null if there is none.
 * The accelerated principal bears no charge up to that day, so that no day is charged twice.
 */
function paidThrough(rest: readonly InstalmentRow[], periodStartsOn: Day, payBy: Day): Day | null {
  const latest = maxDay(periodStartsOn, ...rest.flatMap(({ chargedUntil }) => chargedUntil ?? []));
  return latest > payBy ? latest : null;
}

/**
 * Returns the schedule from before an acceleration (`retired`), with the payments made since.
 * Payments on old arrears remain payments on old arrears; other paid interest counts as interest of
 * the first row. Late interest paid on the accelerated principal counts as interest of the first
 * rows, never as old arrears, and the days for which it was paid are not charged again. A row of
 * which nothing is left to pay is marked as paid on `on`. Null if some of the accelerated principal
 * was paid, because then only a negotiation can make a new schedule.
 */
export function restore(
  row: InstalmentRow,
  retired: readonly InstalmentRow[],
  on: Day,
): Relaid | null {
  const paidBefore = sum(retired.map((old) => old.principalPaid));
  if (retired.length === 0 || row.principalPaid !== paidBefore) return null;
  const [first, ...later] = retired.toSorted((a, b) => a.no - b.no);
  const interestSince = subtract(row.interestPaid, sum(retired.map((old) => old.interestPaid)));
  const oldDebt = taking(interestSince);
  const paid = [first!, ...later].map((old) => add(old.interestPaid, oldDebt(unpaidArrears(old))));
  paid[0] = add(paid[0]!, oldDebt());
  const owed = oldChargesLeft(row, retired);
  const credit = taking(creditOf(row, first!, retired));
  const rows = [first!, ...later].map((old, i): InstalmentRow => {
    const interestPaid = paid[i]!;
    const kept = maxOf(interestPaid, arrearsIn(old));
    const back: InstalmentRow = {
      ...old,
      version: row.version + 1,
      interest: subtract(
        maxOf(old.interest, kept),
        credit(maxOf(subtract(old.interest, kept), ZERO)),
      ),
      interestPaid,
      interestAccrued: kept,
      lateInterestOwed: owed.lateInterest(old.lateInterestOwed),
      penaltyOwed: owed.penalty(old.penaltyOwed),
      chargedUntil: row.chargedUntil,
      ...NO_TALLY,
    };
    return { ...back, paidOn: isPaid(back) ? on : null };
  });
  // What the borrower has paid meanwhile may leave nothing of a month of interest alone.
  const owing = rows.filter(({ principal, interest, lateInterestOwed, penaltyOwed }) =>
    [principal, interest, lateInterestOwed, penaltyOwed].some((part) => part > 0),
  );
  return {
    fromNo: row.no,
    rows: owing,
    accrual: subtract(
      sum(rows.map((one) => subtract(one.interestAccrued, one.interestPaid))),
      subtract(row.interestAccrued, row.interestPaid),
    ),
  };
}

/**
 * Returns a function that takes parts from an amount: at most the given limit, or everything left
 * if no limit is given.
 */
function taking(amount: Money): (most?: Money) => Money {
  let left = amount;
  return (most = left) => {
    const part = minOf(left, most);
    left = subtract(left, part);
    return part;
  };
}

/**
 * Old charges from a negotiation that are still owed; payments and waivers are applied to the old
 * charges first.
 */
function oldChargesLeft(row: InstalmentRow, retired: readonly InstalmentRow[]) {
  const old = oldChargesOf(retired);
  return {
    lateInterest: taking(minOf(old.lateInterest, row.lateInterestOwed)),
    penalty: taking(minOf(old.penalty, row.penaltyOwed)),
  };
}

const oldChargesOf = (retired: readonly InstalmentRow[]) => ({
  lateInterest: sum(retired.map((old) => old.lateInterestOwed)),
  penalty: sum(retired.map((old) => old.penaltyOwed)),
});

/** Late interest paid on the accelerated principal, not counting paid old charges. NT$. */
function creditOf(
  row: InstalmentRow,
  first: InstalmentRow,
  retired: readonly InstalmentRow[],
): Money {
  const old = oldChargesOf(retired).lateInterest;
  const oldPaid = subtract(old, minOf(old, row.lateInterestOwed));
  const paid = subtract(row.lateInterestPaid, first.lateInterestPaid);
  return maxOf(subtract(paid, oldPaid), ZERO);
}
