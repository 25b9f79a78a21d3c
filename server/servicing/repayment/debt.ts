// Debt of a loan when its terms are negotiated, and the rows that new terms create. Pure functions.
import { onOrAfterBusinessDay, type Calendar, type Day } from '#contract/core/day.ts';
import { add, percentOfBps, subtract, sum, type Money } from '#contract/core/money.ts';
import {
  renegotiate,
  type NegotiationTerms,
  type Owed,
  type PlanFigures,
} from '#contract/servicing/negotiation.ts';
import type { NegotiatedInstalment, NegotiationRow } from '../negotiation/negotiation-queries.ts';
import { quoteOf } from './prepayment.ts';
import {
  claimOf,
  dueAndRest,
  outstandingOf,
  unpaidInterest,
  unpaidPrincipal,
  type Book,
} from '../rules.ts';

/**
 * Returns everything that the borrower owes on a day, by class, in NT$: principal, due or not;
 * interest that is due, and interest of the current period accrued act/365; late interest and
 * penalty until that day.
 */
export function owedOn(book: Book, on: Day): Owed {
  const { due, rest } = dueAndRest(book.instalments, on);
  const claims = due.map((row) => claimOf(row, book.rateBps, on));
  const full = { kind: 'full', mode: 'shortenTerm', amount: null } as const;
  return {
    principal: outstandingOf(book.instalments),
    interest:
      rest.length > 0
        ? quoteOf(book, full, on).interest
        : sum(claims.map((claim) => claim.interestDue)),
    lateInterest: sum([
      ...claims.map((claim) => claim.lateInterestDue),
      ...rest.map((row) => row.lateInterestOwed),
    ]),
    penalty: sum([
      ...claims.map((claim) => claim.penaltyDue),
      ...rest.map((row) => row.penaltyOwed),
    ]),
  };
}

/**
 * Returns the number of unpaid periods of the contract; the new term may exceed it only by a fixed
 * number.
 */
export function unpaidPeriods(book: Book, installments: number): number {
  const settled = book.instalments.filter((row) => row.paidOn !== null).length;
  return Math.max(1, installments - settled);
}

/**
 * Returns the key figures of the current plan: overdue amounts count as arrears, all other charges
 * as interest.
 */
export function planBefore(
  book: Book,
  loan: { installments: number; instalment: Money | null },
  on: Day,
): PlanFigures {
  const { due, rest } = dueAndRest(book.instalments, on);
  const claims = due.map((row) => claimOf(row, book.rateBps, on));
  const unpaid = [...due, ...rest];
  const [first] = unpaid;
  const principal = outstandingOf(book.instalments);
  const interest = sum(rest.map(unpaidInterest));
  const arrears = sum(
    claims.flatMap((claim) => [claim.interestDue, claim.lateInterestDue, claim.penaltyDue]),
  );
  return {
    annualRate: percentOfBps(book.rateBps),
    installments: unpaidPeriods(book, loan.installments),
    graceMonths: 0,
    instalment: loan.instalment ?? add(unpaidPrincipal(first!), unpaidInterest(first!)),
    firstDueOn: first!.dueOn,
    lastDueOn: unpaid.at(-1)!.dueOn,
    principal,
    interest,
    arrears,
    total: add(principal, interest, arrears),
  };
}

export function negotiatedTermsOf(row: NegotiationRow): NegotiationTerms {
  return {
    rateAnnualBps: row.rateBps,
    installments: row.installments,
    graceMonths: row.graceMonths,
    waive: {
      interest: row.waiveInterest,
      lateInterest: row.waiveLate,
      penalty: row.waivePenalty,
    },
    firstDueOn: row.firstDueOn,
  };
}

export function owedOf({ principal, interest, lateInterest, penalty }: NegotiationRow): Owed {
  return { principal, interest, lateInterest, penalty };
}

/** Returns the new schedule of a negotiation, from the figures stored when it was drafted. */
export const renegotiationOf = (row: NegotiationRow) =>
  renegotiate(owedOf(row), negotiatedTermsOf(row), row.baseOn);

/** Returns the rows that come into force, numbered after the last one that ever received money. */
export function rowsInForce(
  negotiation: NegotiationRow,
  after: { touched: number; version: number },
  calendar: Calendar,
): NegotiatedInstalment[] {
  return renegotiationOf(negotiation).rows.map((row) => ({
    loanId: negotiation.loanId,
    version: after.version + 1,
    no: after.touched + row.no,
    dueOn: row.dueOn,
    payableUntil: onOrAfterBusinessDay(row.dueOn, calendar),
    principal: row.principal,
    interest: add(row.interest, row.arrears.interest),
    interestAccrued: row.arrears.interest,
    lateInterestOwed: row.arrears.lateInterest,
    penaltyOwed: row.arrears.penalty,
  }));
}

/** Returns the accrued and unpaid interest of the rows in force, in NT$. */
export function interestInLedger(book: Book): Money {
  return sum(book.instalments.map((row) => subtract(row.interestAccrued, row.interestPaid)));
}
