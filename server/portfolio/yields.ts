// Pure functions: what an investor received, by kind of payment, and the yearly yield.
import { addDays, type Day } from '#contract/core/day.ts';
import { type Money, roundedTo, subtract, sum, ZERO } from '#contract/core/money.ts';
import { xirr } from '#contract/law/rates.ts';
import type { ValuationState } from '#contract/law/valuation.ts';

/** Amounts received besides principal and interest, by kind of payment. */
export type LateParts = { lateInterest: Money; penalty: Money; prepaymentFee: Money };

/**
 * Returns the amounts of each kind under the API's field names, with their sum; zeros if nothing
 * was received.
 */
export function lateParts(of: LateParts | undefined) {
  const { lateInterest = ZERO, penalty = ZERO, prepaymentFee = ZERO } = of ?? {};
  return {
    receivedLate: sum([lateInterest, penalty, prepaymentFee]),
    receivedLateInterest: lateInterest,
    receivedPenalty: penalty,
    receivedPrepaymentFee: prepaymentFee,
  };
}

/** Returns what an order received, less the platform's fee, in NT$. */
export const netOf = (of: LateParts & { principal: Money; interest: Money; fee: Money }): Money =>
  subtract(sum([of.principal, of.interest, of.lateInterest, of.penalty, of.prepaymentFee]), of.fee);

type Out = { state: ValuationState; principal: Money; value: Money };

/** Days after the first payment from which a yearly return says something; before, it jumps. */
const YIELD_FROM_DAYS = 30;

/**
 * Returns percent a year from real cash flows, both null in the first 30 days. `xirr` treats
 * outstanding principal as returned today, except principal that is written off, which counts as
 * zero; it is null until something was received. `xirrExpected` counts outstanding principal at its
 * expected value; it is null until something was received or is overdue.
 */
export function yieldsOf(
  flows: readonly { on: Day; amount: Money; returns: number }[],
  out: readonly Out[],
  today: Day,
): { xirr: number | null; xirrExpected: number | null } {
  const young = addDays(today, -YIELD_FROM_DAYS);
  if (flows.every(({ on }) => on > young)) return { xirr: null, xirrExpected: null };
  const came = flows.some(({ returns }) => returns > 0);
  const late = out.some(({ state, principal }) => state !== 'current' && principal > 0);
  const yearly = (amounts: Money[]) => {
    const rate = xirr([...flows, { on: today, amount: sum(amounts) }]);
    return rate === null ? null : roundedTo(rate * 100, 2);
  };
  const inFull = out.filter(({ state }) => state !== 'writtenOff');
  return {
    xirr: came ? yearly(inFull.map(({ principal }) => principal)) : null,
    xirrExpected: came || late ? yearly(out.map(({ value }) => value)) : null,
  };
}
