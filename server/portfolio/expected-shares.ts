// Calculates what each order will receive from the instalments that are still unpaid.
import { add, type Money, minOf, subtract, sum } from '#contract/core/money.ts';
import { apportion } from '#contract/law/distribution.ts';

/** Instalment that is not fully paid: principal and interest still due. */
type Unpaid = { principalLeft: Money; interestLeft: Money };

/** One order in a loan: amount lent, principal outstanding, and interest received. NT$. */
export type ShareState = { amount: Money; remaining: Money; interestReceived: Money };

/**
 * Calculates what each order will receive from the unpaid instalments, one after another, by the
 * rule of the distribution: cumulative entitlement (contract/law/distribution.ts). The result has
 * the order of the argument, earliest first.
 */
export function expectedShares(
  unpaid: readonly Unpaid[],
  held: readonly ShareState[],
): { principal: Money[]; interest: Money[] }[] {
  const weights = held.map(({ amount }) => amount);
  let repaid = held.map(({ amount, remaining }) => subtract(amount, remaining));
  let received = held.map(({ interestReceived }) => interestReceived);
  const of = (amount: Money, given: readonly Money[]) =>
    apportion(
      amount,
      weights.map((weight, i) => ({ weight, given: given[i]! })),
    );
  return unpaid.map(({ principalLeft, interestLeft }) => {
    const out = subtract(sum(weights), sum(repaid));
    if (out === 0) return { principal: [], interest: [] };
    const interest = of(interestLeft, received);
    const principal = of(minOf(principalLeft, out), repaid);
    repaid = repaid.map((each, i) => add(each, principal[i]!));
    received = received.map((each, i) => add(each, interest[i]!));
    return { principal, interest };
  });
}
