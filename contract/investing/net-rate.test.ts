// Tests of the net rate against the internal rate of the payments that an investor receives.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { day } from '../core/day.ts';
import { bpsOfPercent, money, percentOf, subtract } from '../core/money.ts';
import { aprOf } from '../law/rates.ts';
import { instalmentsOf } from '../law/schedule.ts';
import { netRateOf } from './net-rate.ts';

test('the fee is taken from the interest, and the expected loss from what is left', () => {
  expect(netRateOf({ annualRate: 9, feePercent: 10, expectedLoss: 1.59 })).toBe(6.51);
  expect(netRateOf({ annualRate: 8, feePercent: 0, expectedLoss: 0 })).toBe(8);
  expect(netRateOf({ annualRate: 5, feePercent: 10, expectedLoss: 6 })).toBe(-1.5);
});

test('without a loss it is the internal rate of the payments after the fee', () => {
  const whole = (min: number, max: number) => fc.integer({ min, max });
  fc.assert(
    fc.property(whole(100, 1_600), whole(0, 20), whole(2, 60), (rateAnnualBps, fee, periods) => {
      const principal = money(100_000_000);
      const rows = instalmentsOf({
        principal,
        rateAnnualBps,
        periods,
        method: 'level',
        dayCount: 'MONTHLY_12',
        dueRule: 'ANNIVERSARY',
        startsOn: day('2026-01-15'),
        fixedTerm: true,
      });
      const nets = rows.map(({ total, interest }) =>
        subtract(total, percentOf(interest, bpsOfPercent(fee))),
      );
      const annualRate = rateAnnualBps / 100;
      const net = netRateOf({ annualRate, feePercent: fee, expectedLoss: 0 });
      expect(Math.abs(aprOf(principal, nets) - net)).toBeLessThan(0.0101);
    }),
  );
});
