// Tests that the most expensive loan of a plan has the plan's smallest or largest amount.
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { borrowerRoom, dearestOf, loanCostOf, platformFeeOf } from './loan-cost.ts';
import { money } from '../core/money.ts';
import { planSeeds } from '../options.ts';
import { initialNumbers } from '../settings/values.ts';

const fee = money(15);
const range = {
  amountMin: money(30_000),
  amountMax: money(500_000),
  rateMaxBps: 1_500,
  installments: [6, 12, 24],
  platformFeeBps: 400,
  platformFeeMin: money(500),
};

describe('the most expensive loan of a plan', () => {
  test('has the smallest amount and the shortest term', () => {
    expect(dearestOf(range, fee)).toEqual({ amount: 30_000, installments: 6, apr: 29.66 });
    const costly = { ...range, amountMin: money(10_000), rateMaxBps: 1_600, platformFeeBps: 1_000 };
    expect(dearestOf(costly, fee).apr).toBe(54.73);
  });

  test.each(planSeeds.map((seed) => [seed.slug, seed] as const))(
    'of plan %s is allowed',
    (_, seed) => {
      const dearest = dearestOf({ ...seed, platformFeeMin: money(500) }, fee);
      expect(dearest.apr).toBeLessThanOrEqual(initialNumbers.aprMax);
      expect(seed.amountMax).toBeLessThanOrEqual(initialNumbers.borrowerMax);
    },
  );

  test('is more expensive than any other, except for rounding', () => {
    const tenThousands = fc.integer({ min: 3, max: 50 }).map((n) => money(n * 10_000));
    const plans = fc.record({
      platformFeeBps: fc.integer({ min: 0, max: 1_000 }),
      platformFeeMin: fc.integer({ min: 0, max: 10_000 }).map(money),
      rateMaxBps: fc.integer({ min: 1, max: 1_600 }),
    });
    fc.assert(
      fc.property(plans, tenThousands, fc.constantFrom(6, 12, 24), (plan, amount, installments) => {
        const dearest = dearestOf({ ...range, ...plan }, fee);
        const platformFee = platformFeeOf(plan, amount);
        const rateBps = plan.rateMaxBps;
        const terms = { amount, rateBps, installments, platformFee, remittanceFee: fee };
        expect(loanCostOf(terms).apr).toBeLessThanOrEqual(dearest.apr + 0.02);
      }),
      { numRuns: 200 },
    );
  });

  test('does not exist for a plan without terms', () => {
    expect(() => dearestOf({ ...range, installments: [] }, fee)).toThrow(
      new RangeError('a plan without terms'),
    );
  });
});

test('the amount that may still be lent is never negative', () => {
  expect(borrowerRoom(500_000, money(120_000))).toBe(380_000);
  expect(borrowerRoom(100_000, money(120_000))).toBe(0);
});
