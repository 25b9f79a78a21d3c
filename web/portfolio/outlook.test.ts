// Tests of the estimated return of an investment: the totals of the schedule less the fee and the
// expected loss of the grade.
import { expect, test } from 'vitest';
import { outlookOf } from './outlook.ts';

const wish = { amount: 100_000, installments: 12, annualRate: 12, lossRate: 4.8, feePercent: 10 };

test('100,000 at 12 % over 12 periods, fee 10 %, as in the documents', () => {
  // Twelve equal instalments of 8,885 contain interest of 6,619, as in the design document's
  // schedule.
  const { gross, fee, cases } = outlookOf(wish);
  expect(gross - 100_000).toBe(6_619);
  expect(fee).toBe(662);
  // The balances at the beginnings of the months add up to 661,851, and each month loses 4.8 % ∕ 12
  // of its balance.
  const [better, expected, worse] = cases;
  expect(expected!.loss).toBe(2_647);
  expect(Math.abs(better!.loss * 2 - expected!.loss)).toBeLessThanOrEqual(1);
  expect(Math.abs(worse!.loss - expected!.loss * 2)).toBeLessThanOrEqual(1);
  for (const { net, loss, each } of cases) {
    expect(net).toBe(gross - fee - loss);
    expect(each).toBe(Math.floor(net / 12));
  }
});

test('each grade has its own loss: twice the rate, twice the loss, longer more', () => {
  const lossOf = (more: Partial<typeof wish>) => outlookOf({ ...wish, ...more }).cases[1]!.loss;
  expect(lossOf({ lossRate: 0 })).toBe(0);
  expect(Math.abs(lossOf({ lossRate: 2.4 }) * 2 - lossOf({}))).toBeLessThanOrEqual(1);
  expect(lossOf({ installments: 24 })).toBeGreaterThan(1.8 * lossOf({}));
});

test('losses never exceed what comes back', () => {
  const { gross, fee, cases } = outlookOf({ ...wish, lossRate: 100, installments: 36 });
  expect(cases[2]).toMatchObject({ loss: gross - fee, net: 0, each: 0 });
});
