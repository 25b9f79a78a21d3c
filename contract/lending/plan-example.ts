// The representative example loan of a plan, shared by the server and the office's form.
import { maxOf, minOf, money, type Money } from '../core/money.ts';

/**
 * Amount (NT$) and number of instalments that a plan's example loan uses if the plan offers them.
 */
const EXAMPLE_AMOUNT = money(100_000);
const EXAMPLE_TERM = 24;
const SHORTEST = 12;

/** Returns the amount of a plan's example in NT$ and its number of instalments. */
export function exampleWish(plan: {
  amountMin: Money;
  amountMax: Money;
  installments: readonly number[];
}): { amount: Money; installments: number } {
  return {
    amount: minOf(maxOf(EXAMPLE_AMOUNT, plan.amountMin), plan.amountMax),
    installments: plan.installments.includes(EXAMPLE_TERM)
      ? EXAMPLE_TERM
      : (plan.installments.at(-1) ?? SHORTEST),
  };
}

/** Returns the rate in the middle between the plan's lowest and highest, in basis points. */
export function exampleRate(rateMinBps: number, rateMaxBps: number): number {
  return (rateMinBps + rateMaxBps) >> 1;
}
