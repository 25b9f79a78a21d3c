// The representative loan of a plan: which one it is, for the server and the office's form alike.

/** The amount of every plan's example, and its term where the plan offers it. NT$, periods. */
const EXAMPLE_AMOUNT = 100_000;
const EXAMPLE_TERM = 24;
const SHORTEST = 12;

/** NT$ and periods. */
export function exampleWish(plan: {
  amountMin: number;
  amountMax: number;
  installments: readonly number[];
}): { amount: number; installments: number } {
  return {
    amount: Math.min(Math.max(EXAMPLE_AMOUNT, plan.amountMin), plan.amountMax),
    installments: plan.installments.includes(EXAMPLE_TERM)
      ? EXAMPLE_TERM
      : (plan.installments.at(-1) ?? SHORTEST),
  };
}

/** The middle of the plan's rates, in basis points. */
export function exampleRate(rateMinBps: number, rateMaxBps: number): number {
  return (rateMinBps + rateMaxBps) >> 1;
}
