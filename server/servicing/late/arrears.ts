// The overdue part of a loan, and the status that follows from it.
import { compareDays, type Day } from '#contract/core/day.ts';
import { add, type Money, sum } from '#contract/core/money.ts';
import { bucketOf, lateDaysOf } from '#contract/law/late.ts';
import type { LoanStatus } from '#contract/lending/loan-status.ts';
import {
  type Book,
  claimOf,
  dueAndRest,
  type InstalmentRow,
  unpaidInterest,
  unpaidPrincipal,
} from '../rules.ts';

export type Arrears = {
  /** Days overdue of the oldest instalment with unpaid principal or interest. */
  lateDays: number;
  /** Number of the oldest instalment that is overdue; null if nothing is. */
  no: number | null;
  /** Principal and interest that are due and unpaid. */
  amount: Money;
  lateInterest: Money;
  penalty: Money;
};

/**
 * Returns what is due and unpaid by a day, with the charges a payment on that day would bear. NT$.
 */
export function arrearsOf(rows: readonly InstalmentRow[], rateBps: number, on: Day): Arrears {
  const { due } = dueAndRest(rows, on);
  const claims = due.map((row) => claimOf(row, rateBps, on));
  const late = due
    .filter((row) => unpaidPrincipal(row) + unpaidInterest(row) > 0)
    .toSorted((a, b) => compareDays(a.payableUntil, b.payableUntil));
  const oldest = late[0];
  const lateDays = oldest ? lateDaysOf(oldest.payableUntil, on) : 0;
  return {
    lateDays,
    no: lateDays > 0 ? oldest!.no : null,
    amount: sum(claims.map((claim) => add(claim.interestDue, claim.principalDue))),
    lateInterest: sum(claims.map((claim) => claim.lateInterestDue)),
    penalty: sum(claims.map((claim) => claim.penaltyDue)),
  };
}

/**
 * Returns the arrears of a loan as a letter names them: their amount contains the court costs,
 * because a payment covers these first. NT$.
 */
export function arrearsToPay({ instalments, rateBps, court }: Book, on: Day): Arrears {
  const arrears = arrearsOf(instalments, rateBps, on);
  return { ...arrears, amount: add(arrears.amount, court) };
}

/**
 * Returns whether nothing is left unpaid of the instalments that were overdue on a day. Accelerated
 * principal does not count, because paying the arrears in time undoes the acceleration.
 */
export function isFreeOfArrears(rows: readonly InstalmentRow[], on: Day): boolean {
  return rows.every((row) => row.paidOn !== null || row.accelerated || row.payableUntil >= on);
}

const LATE_PATH: readonly LoanStatus[] = [60, 61, 65, 70];
const BUCKET_STATUS = { current: 60, grace: 61, overdue: 65, violation: 70 } as const;

/**
 * Returns the status changes, one after another, that bring a loan to the status that follows from
 * its arrears: stepwise to a worse status according to the oldest unpaid instalment, and back to 60
 * only if nothing due is unpaid. The status of loans under negotiation or in legal proceedings is
 * changed only by people.
 */
export function lateMovesOf(
  status: LoanStatus,
  rows: readonly InstalmentRow[],
  on: Day,
): LoanStatus[] {
  const from = LATE_PATH.indexOf(status);
  if (from < 0) return [];
  const { due } = dueAndRest(rows, on);
  if (due.length === 0) return status === 60 ? [] : [60];
  const { lateDays } = arrearsOf(rows, 0, on);
  const to = LATE_PATH.indexOf(BUCKET_STATUS[bucketOf(lateDays, due[0]!.terms)]);
  return LATE_PATH.slice(from + 1, to + 1);
}
