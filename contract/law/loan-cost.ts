// Total cost of a loan with equal instalments, and the most expensive loan that a plan's terms
// allow.
import { day } from '../core/day.ts';
import { money, percentOf, subtract, type Money, maxOf, ZERO } from '../core/money.ts';
import { aprOf } from './rates.ts';
import { instalmentsOf, type Instalment } from './schedule.ts';

/** Fee of a plan: a share of the principal in basis points and a minimum in NT$. */
export type PlanFee = { platformFeeBps: number; platformFeeMin: Money };

/**
 * Returns the platform fee: a share of the principal, rounded half up, at least the plan's minimum.
 */
export function platformFeeOf(plan: PlanFee, amount: Money): Money {
  const share = percentOf(amount, plan.platformFeeBps);
  return share > plan.platformFeeMin ? share : plan.platformFeeMin;
}

/**
 * Arbitrary date: the amounts do not depend on it, because whole months count as twelfths of a
 * year.
 */
const SOME_DAY = day('2026-01-01');

type Terms = {
  amount: Money;
  rateBps: number;
  installments: number;
  platformFee: Money;
  remittanceFee: Money;
  /** Least instalment; by default that of new contracts. NT$ */
  least?: Money;
};

/**
 * Returns the instalments, the payout after both fees (NT$) and the total cost rate (percent, two
 * decimals). The dates of the instalments are arbitrary. Throws RangeError if nothing is left to
 * pay out.
 */
export function loanCostOf(terms: Terms): { rows: Instalment[]; netPayout: Money; apr: number } {
  const netPayout = subtract(subtract(terms.amount, terms.platformFee), terms.remittanceFee);
  const rows = instalmentsOf({
    principal: terms.amount,
    rateAnnualBps: terms.rateBps,
    periods: terms.installments,
    method: 'level',
    dayCount: 'MONTHLY_12',
    dueRule: 'ANNIVERSARY',
    startsOn: SOME_DAY,
    ...(terms.least !== undefined && { least: terms.least }),
  });
  const totals = rows.map(({ total }) => total);
  return { rows, netPayout, apr: aprOf(netPayout, totals) };
}

/** The parts of a plan that decide how expensive its loans can be. */
export type PlanRange = PlanFee & {
  amountMin: Money;
  amountMax: Money;
  rateMaxBps: number;
  installments: readonly number[];
};

/** Amount in NT$, term in months, total cost rate in percent. */
export type Dearest = { amount: Money; installments: number; apr: number };

/**
 * Returns the most expensive loan of a plan at its highest rate, by comparing the plan's smallest
 * and largest amounts over each term. The fee as a share of the amount never grows with the amount,
 * so a loan of an amount between the two can be more expensive only because the fee is rounded; the
 * server checks each offered loan separately. Throws RangeError for a plan without terms.
 */
export function dearestOf(plan: PlanRange, remittanceFee: Money): Dearest {
  const corners = [plan.amountMin, plan.amountMax].flatMap((amount) =>
    plan.installments.map((installments) => {
      const platformFee = platformFeeOf(plan, amount);
      const terms = { amount, rateBps: plan.rateMaxBps, installments, platformFee, remittanceFee };
      return { amount, installments, apr: loanCostOf(terms).apr };
    }),
  );
  const [first, ...rest] = corners;
  if (!first) throw new RangeError('a plan without terms');
  return rest.reduce((dearest, one) => (one.apr > dearest.apr ? one : dearest), first);
}

/**
 * Returns how much more may be lent to a borrower before their debt reaches the maximum per
 * borrower, in NT$.
 */
export function borrowerRoom(borrowerMax: number, outstanding: Money): Money {
  return maxOf(ZERO, subtract(money(borrowerMax), outstanding));
}
