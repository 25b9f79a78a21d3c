// Late charges by the design's figures, the grace, the steps and the legal cap.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { addDays, day } from './day.ts';
import { add, money } from './money.ts';
import { bucketOf, lateChargesOf, lateDaysOf, penaltyRateOn } from './late.ts';
import { RATE_CAP_BPS } from './rates.ts';

const payableUntil = day('2026-04-30');
const late = (overduePrincipal: number, rateAnnualBps: number, days: number) =>
  lateChargesOf({
    overduePrincipal: money(overduePrincipal),
    rateAnnualBps,
    payableUntil,
    on: addDays(payableUntil, days),
  });

describe('late charges', () => {
  it.each([
    [8_043, 1_200, 20, 53, 5],
    [8_043, 1_500, 20, 66, 4],
    [100_000, 1_200, 7, 0, 0],
    [100_000, 1_200, 8, 263, 26],
    [100_000, 1_200, 180, 5_918, 592],
    [100_000, 1_200, 181, 5_951, 598],
    [100_000, 1_200, 270, 8_877, 1_184],
    [100_000, 1_200, 300, 9_863, 1_184],
    [100_000, 1_500, 365, 15_000, 740],
    [100_000, 1_600, 100, 4_384, 0],
    [100_000, 0, 100, 0, 0],
    [0, 1_200, 100, 0, 0],
  ])('on %d at %d bps, %d days late: %d and %d', (principal, rate, days, interest, penalty) => {
    expect(late(principal, rate, days)).toEqual({ lateDays: days, interest, penalty });
  });

  it('charge nothing on time and before', () => {
    expect(late(100_000, 1_200, 0)).toEqual({ lateDays: 0, interest: 0, penalty: 0 });
    expect(lateDaysOf(payableUntil, addDays(payableUntil, -3))).toBe(0);
  });

  it('lower the penalty of 15 % from 1.5 to 1.0 %', () => {
    expect(penaltyRateOn(1, 1_500)).toBe(1_000);
    expect(penaltyRateOn(181, 1_200)).toBe(2_400);
    expect(penaltyRateOn(271, 1_200)).toBe(0);
    expect(penaltyRateOn(0, 1_200)).toBe(0);
  });

  it('after a part payment count only the days since, on what is left', () => {
    const on = addDays(payableUntil, 200);
    const shared = { rateAnnualBps: 1_200, payableUntil, on };
    const chargedThrough = addDays(payableUntil, 170);
    const rest = lateChargesOf({ ...shared, overduePrincipal: money(50_000), chargedThrough });
    expect(rest).toEqual({ lateDays: 200, interest: 493, penalty: 82 });
    const none = lateChargesOf({ ...shared, overduePrincipal: money(50_000), chargedThrough: on });
    expect(none).toMatchObject({ interest: 0, penalty: 0 });
  });

  it('refuse rates above the cap and principal below zero', () => {
    expect(() => late(1, 1_601, 9)).toThrow(RangeError);
    expect(() => late(1, 9.5, 9)).toThrow(RangeError);
    expect(() => late(-1, 900, 9)).toThrow(RangeError);
  });

  const rates = fc.integer({ min: 0, max: RATE_CAP_BPS });

  it('never exceed the cap, neither in rates nor in dollars', () => {
    fc.assert(
      fc.property(fc.nat(5_000_000), rates, fc.nat(2_000), (principal, rate, days) => {
        expect(rate * 10 + penaltyRateOn(days, rate)).toBeLessThanOrEqual(RATE_CAP_BPS * 10);
        const { interest, penalty } = late(principal, rate, days);
        expect(Math.min(interest, penalty)).toBeGreaterThanOrEqual(0);
        const lawful = (principal * days * 0.16) / 365;
        const alone = (principal * days * rate) / 10_000 / 365;
        expect(add(interest, penalty)).toBeLessThanOrEqual(Math.max(lawful, alone + 0.5) + 1e-6);
      }),
    );
  });

  it('never fall as days pass', () => {
    fc.assert(
      fc.property(fc.nat(5_000_000), rates, fc.nat(400), (principal, rate, days) => {
        const [today, tomorrow] = [late(principal, rate, days), late(principal, rate, days + 1)];
        const both = (charges: typeof today) => add(charges.interest, charges.penalty);
        expect(both(tomorrow)).toBeGreaterThanOrEqual(both(today));
      }),
    );
  });
});

describe('the bucket', () => {
  it.each([
    [0, 'current'],
    [1, 'grace'],
    [7, 'grace'],
    [8, 'overdue'],
    [30, 'overdue'],
    [31, 'violation'],
    [400, 'violation'],
  ])('of late day %d is %s', (days, bucket) => {
    expect(bucketOf(days)).toBe(bucket);
  });
});
