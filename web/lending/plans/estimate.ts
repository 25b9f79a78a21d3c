// Cost estimate for a loan of a plan, calculated with the same code as a real loan.
import { day } from '#contract/core/day.ts';
import type { Plan } from '#contract/lending/calls.ts';
import {
  bpsOfPercent,
  money,
  percentOf,
  add,
  subtract,
  maxOf,
  type Money,
} from '#contract/core/money.ts';
import { aprOf } from '#contract/law/rates.ts';
import { instalmentsOf, totalsOf } from '#contract/law/schedule.ts';
import { formatShare } from '../../ui/format.ts';

/** Fields of a plan that a calculation needs. */
export type PricedPlan = Pick<
  Plan,
  | 'amountMin'
  | 'amountMax'
  | 'amountStep'
  | 'rateMin'
  | 'rateMax'
  | 'installments'
  | 'platformFeePercent'
  | 'platformFeeMin'
  | 'example'
>;
export type Wish = { amount: number; installments: number };

/** Amounts in NT$; rates in percent. */
export type Estimate = {
  annualRate: number;
  instalment: number;
  interest: number;
  total: number;
  platformFee: number;
  remittanceFee: number;
  netPayout: number;
  /** All that the loan costs: interest and fees. */
  cost: number;
  apr: number;
};

/**
 * Any day works, because whole months count as twelfths of a year, so that no amount depends on the
 * day.
 */
const SOME_DAY = day('2000-01-01');

/** Returns the bank's fee for the disbursement in NT$, derived from the plan's example. */
export function remittanceFeeOf({ example }: Pick<Plan, 'example'>): Money {
  return subtract(example.amount, add(example.platformFee, example.netPayout));
}

/** Returns the platform fee in NT$: a share of the amount, at least the plan's minimum. */
export function platformFeeOf(plan: PricedPlan, amount: number): Money {
  const share = percentOf(money(amount), bpsOfPercent(plan.platformFeePercent));
  return maxOf(share, money(plan.platformFeeMin));
}

/** Estimates a loan of a plan at a yearly rate in percent, as an offer would state it. */
export function estimateOf(plan: PricedPlan, wish: Wish, annualRate: number): Estimate {
  const rows = instalmentsOf({
    principal: wish.amount,
    rateAnnualBps: bpsOfPercent(annualRate),
    periods: wish.installments,
    method: 'level',
    dayCount: 'MONTHLY_12',
    dueRule: 'ANNIVERSARY',
    startsOn: SOME_DAY,
  });
  const { interest, total } = totalsOf(rows);
  const platformFee = platformFeeOf(plan, wish.amount);
  const remittanceFee = remittanceFeeOf(plan);
  const netPayout = subtract(money(wish.amount), add(platformFee, remittanceFee));
  const instalment = rows[0]?.total ?? 0;
  const apr = aprOf(
    netPayout,
    rows.map((row) => row.total),
  );
  return {
    annualRate,
    instalment,
    interest,
    total,
    platformFee,
    remittanceFee,
    netPayout,
    cost: add(interest, platformFee, remittanceFee),
    apr,
  };
}

/**
 * Returns the cheapest and the most expensive loan of a plan, because only the review decides the
 * rate.
 */
export function bandOf(plan: PricedPlan, wish: Wish): { low: Estimate; high: Estimate } {
  return {
    low: estimateOf(plan, wish, plan.rateMin),
    high: estimateOf(plan, wish, plan.rateMax),
  };
}

/** Returns whether a plan offers a loan with this amount and term. */
export function offers(plan: PricedPlan, { amount, installments }: Wish): boolean {
  const { amountMin, amountMax, amountStep } = plan;
  return (
    amount >= amountMin &&
    amount <= amountMax &&
    amount % amountStep === 0 &&
    plan.installments.includes(installments)
  );
}

/**
 * Returns monthly payments as a share of the monthly income, both in NT$; null without an income.
 */
export function burdenOf(monthly: number, income: number): number | null {
  return income > 0 ? monthly / income : null;
}

/** Returns a burden as text, such as 「約 45%」; more than the whole income has no exact figure. */
export const burdenText = (share: number) => `${share > 1 ? '超過' : '約'} ${formatShare(share)}`;
