// What came to an investor part by part, and what it yields a year. Pure.
import type { Day } from '#contract/core/day.ts';
import { type Money, roundedTo, subtract, sum, ZERO } from '#contract/core/money.ts';
import { xirr } from '#contract/law/rates.ts';
import type { ValuationState } from '#contract/law/valuation.ts';

/** What came beyond principal and interest, part by part. */
export type LateParts = { lateInterest: Money; penalty: Money; prepaymentFee: Money };

/** The same by the names of the wire, and their sum; nothing where nothing came. */
export function lateParts(of: LateParts | undefined) {
  const { lateInterest = ZERO, penalty = ZERO, prepaymentFee = ZERO } = of ?? {};
  return {
    receivedLate: sum([lateInterest, penalty, prepaymentFee]),
    receivedLateInterest: lateInterest,
    receivedPenalty: penalty,
    receivedPrepaymentFee: prepaymentFee,
  };
}

/** What came of an order, our fee taken off. NT$ */
export const netOf = (of: LateParts & { principal: Money; interest: Money; fee: Money }): Money =>
  subtract(sum([of.principal, of.interest, of.lateInterest, of.penalty, of.prepaymentFee]), of.fee);

type Out = { state: ValuationState; principal: Money; value: Money };

/**
 * Percent a year by real cash flows. `xirr`: what is still out as if it came back today, but for
 * what is written off, of which nothing does; null until something came back. `xirrExpected`: what
 * is out at what is expected of it; null until something came back or is late.
 */
export function yieldsOf(
  flows: readonly { on: Day; amount: number; returns: number }[],
  out: readonly Out[],
  today: Day,
): { xirr: number | null; xirrExpected: number | null } {
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
