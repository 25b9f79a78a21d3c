// Tests of late charges: the design's figures, grace, penalty steps and the legal cap.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { addDays, day, type Day } from '../core/day.ts';
import { add, money } from '../core/money.ts';
import {
  bucketOf,
  lateChargesOf,
  lateDaysOf,
  NO_TALLY,
  noticeStateOn,
  penaltyRateOn,
  tallyOf,
  tallyWithout,
} from './late.ts';
import { RATE_CAP_BPS } from './rates.ts';
import { servicingTermsOf } from '../servicing/terms.ts';
import { initialNumbers } from '../settings/values.ts';

const terms = servicingTermsOf(initialNumbers);
const payableUntil = day('2026-04-30');
const late = (overduePrincipal: number, rateAnnualBps: number, days: number) =>
  lateChargesOf({
    overduePrincipal: money(overduePrincipal),
    rateAnnualBps,
    payableUntil,
    on: addDays(payableUntil, days),
    terms,
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
    [100_000, 1_600, 100, 4_383, 0],
    [100_000, 0, 100, 0, 0],
    [0, 1_200, 100, 0, 0],
  ])(
    'principal %d, %d bps, %d days late: interest %d, penalty %d',
    (principal, rate, days, interest, penalty) => {
      expect(late(principal, rate, days)).toEqual({ lateDays: days, interest, penalty });
    },
  );

  it('are zero on time and before the due date', () => {
    expect(late(100_000, 1_200, 0)).toEqual({ lateDays: 0, interest: 0, penalty: 0 });
    expect(lateDaysOf(payableUntil, addDays(payableUntil, -3))).toBe(0);
  });

  it('reduce the penalty at 15 % from 1.5 to 1.0 %, because of the cap', () => {
    expect(penaltyRateOn(1, 1_500, terms)).toBe(1_000);
    expect(penaltyRateOn(181, 1_200, terms)).toBe(2_400);
    expect(penaltyRateOn(271, 1_200, terms)).toBe(0);
    expect(penaltyRateOn(0, 1_200, terms)).toBe(0);
  });

  it('after a part payment count only the days since, on the rest', () => {
    const on = addDays(payableUntil, 200);
    const shared = { rateAnnualBps: 1_200, payableUntil, on, terms };
    const chargedThrough = addDays(payableUntil, 170);
    const rest = lateChargesOf({ ...shared, overduePrincipal: money(50_000), chargedThrough });
    expect(rest).toEqual({ lateDays: 200, interest: 493, penalty: 82 });
    const none = lateChargesOf({ ...shared, overduePrincipal: money(50_000), chargedThrough: on });
    expect(none).toMatchObject({ interest: 0, penalty: 0 });
  });

  it('refuse rates above the cap and principal below zero', () => {
    expect(() => late(1, 1_601, 9)).toThrow(
      new RangeError('not a lawful rate in basis points: 1601'),
    );
    expect(() => late(1, 9.5, 9)).toThrow(RangeError);
    expect(() => late(1, -1, 9)).toThrow(RangeError);
    expect(() => late(-1, 900, 9)).toThrow(new RangeError('not an overdue principal: -1'));
  });

  it('refuse sums that a number cannot hold exactly', () => {
    expect(() => late(Number.MAX_SAFE_INTEGER, 900, 2)).toThrow(/^too much to be counted: \d/);
  });

  const rates = fc.integer({ min: 0, max: RATE_CAP_BPS });

  it('never exceed the cap, neither as a rate nor in dollars', () => {
    fc.assert(
      fc.property(fc.nat(5_000_000), rates, fc.nat(2_000), (principal, rate, days) => {
        expect(rate * 10 + penaltyRateOn(days, rate, terms)).toBeLessThanOrEqual(RATE_CAP_BPS * 10);
        const { interest, penalty } = late(principal, rate, days);
        expect(Math.min(interest, penalty)).toBeGreaterThanOrEqual(0);
        const lawful = (principal * days * 0.16) / 365;
        expect(add(interest, penalty)).toBeLessThanOrEqual(lawful + 1e-6);
      }),
    );
  });

  /**
   * Returns the late charges of an instalment paid in parts, each part on its own overdue day; the
   * last part pays the rest.
   */
  function chargedInParts(
    principal: number,
    rateAnnualBps: number,
    parts: { day: number; amount: number }[],
  ) {
    let [tally, left] = [NO_TALLY, principal];
    let chargedThrough: Day | undefined;
    for (const { day: lateDay, amount } of parts) {
      const on = addDays(payableUntil, lateDay);
      const shared = { rateAnnualBps, payableUntil, on, chargedThrough, tally, terms };
      const overdue = { ...shared, overduePrincipal: money(left) };
      const { interest, penalty } = lateChargesOf(overdue);
      expect(Math.min(interest, penalty)).toBeGreaterThanOrEqual(0);
      tally = {
        ...tallyOf(overdue),
        lateInterestCharged: add(tally.lateInterestCharged, interest),
        penaltyCharged: add(tally.penaltyCharged, penalty),
      };
      const lawful = Math.floor((tally.principalDays * RATE_CAP_BPS) / (10_000 * 365) + 1e-9);
      expect(add(tally.lateInterestCharged, tally.penaltyCharged)).toBeLessThanOrEqual(lawful);
      chargedThrough = on;
      left = Math.max(0, left - amount);
    }
    return tally;
  }

  /**
   * Returns the late interest and penalty of the same parts, calculated day by day without
   * rounding.
   */
  function exactInParts(
    principal: number,
    rateAnnualBps: number,
    parts: { day: number; amount: number }[],
  ) {
    let [interest, penalty, left] = [0, 0, principal];
    for (let lateDay = 1; lateDay <= parts.at(-1)!.day; lateDay += 1) {
      interest += (left * rateAnnualBps) / 3_650_000;
      penalty += (left * penaltyRateOn(lateDay, rateAnnualBps, terms)) / 36_500_000;
      const paid = parts.filter((part) => part.day === lateDay);
      left = Math.max(0, left - paid.reduce((sum, part) => sum + part.amount, 0));
    }
    return { interest, penalty };
  }

  it.each([1_200, 1_500, 1_600])(
    'are equal for daily payments of a dollar and for one sum, at rate %d',
    (rate) => {
      const days = 300;
      const daily = Array.from({ length: days }, (_, i) => ({ day: i + 1, amount: 1 }));
      const once = [{ day: days, amount: 1 }];
      for (const principal of [500, 1_520, 8_043]) {
        for (const parts of [daily, once]) {
          const tally = chargedInParts(principal, rate, parts);
          const exact = exactInParts(principal, rate, parts);
          expect(Math.abs(tally.lateInterestCharged - exact.interest)).toBeLessThanOrEqual(1);
          expect(Math.abs(tally.penaltyCharged - exact.penalty)).toBeLessThanOrEqual(1);
        }
      }
    },
  );

  it('are within a dollar of exact however a debt is paid, and in total within the cap', () => {
    const part = fc.record({
      day: fc.integer({ min: 1, max: 400 }),
      amount: fc.oneof(fc.constant(1), fc.nat(3_000)),
    });
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 60_000 }),
        rates,
        fc.array(part, { minLength: 1, maxLength: 60 }),
        (principal, rate, unordered) => {
          const parts = unordered.toSorted((a, b) => a.day - b.day);
          const last = { day: Math.max(8, parts.at(-1)!.day), amount: principal };
          const tally = chargedInParts(principal, rate, [...parts, last]);
          const exact = exactInParts(principal, rate, [...parts, last]);
          const both = add(tally.lateInterestCharged, tally.penaltyCharged);
          expect(Math.abs(both - exact.interest - exact.penalty)).toBeLessThanOrEqual(1 + 1e-6);
        },
      ),
    );
  });

  it('drop charges on principal that a late record shows to have been paid', () => {
    const on = addDays(payableUntil, 30);
    const shared = { rateAnnualBps: 1_200, payableUntil, terms };
    const overdue = { ...shared, on, overduePrincipal: money(9_000) };
    const paid = { ...shared, principal: money(4_000) };
    const without = tallyWithout(tallyOf(overdue), {
      ...paid,
      paidOn: addDays(payableUntil, 10),
      through: on,
    });
    expect(without.principalDays).toBe(9_000 * 10 + 5_000 * 20);
  });

  it('never decrease as days pass', () => {
    fc.assert(
      fc.property(fc.nat(5_000_000), rates, fc.nat(400), (principal, rate, days) => {
        const [today, tomorrow] = [late(principal, rate, days), late(principal, rate, days + 1)];
        const both = (charges: typeof today) => add(charges.interest, charges.penalty);
        expect(both(tomorrow)).toBeGreaterThanOrEqual(both(today));
      }),
    );
  });
});

describe('the terms of a loan', () => {
  const own = {
    ...terms,
    graceDays: 3,
    violationFromDay: 20,
    penaltySteps: [
      { throughDay: 30, tenths: 0 },
      { throughDay: 200, tenths: 1 },
    ],
  };
  const charges = (days: number) =>
    lateChargesOf({
      overduePrincipal: money(100_000),
      rateAnnualBps: 1_200,
      payableUntil,
      on: addDays(payableUntil, days),
      terms: own,
    });

  it('decide the grace, the penalty steps and the start of the violation', () => {
    expect(charges(3)).toMatchObject({ interest: 0, penalty: 0 });
    expect(charges(4)).toMatchObject({ interest: 132, penalty: 0 });
    expect(charges(31)).toMatchObject({ penalty: 3 });
    expect(charges(230).penalty).toBe(charges(200).penalty);
    expect([3, 4, 19, 20].map((lateDay) => bucketOf(lateDay, own))).toEqual([
      'grace',
      'overdue',
      'overdue',
      'violation',
    ]);
  });
});

describe('the stage of a loan', () => {
  it.each([
    [0, 'current'],
    [1, 'grace'],
    [7, 'grace'],
    [8, 'overdue'],
    [30, 'overdue'],
    [31, 'violation'],
    [400, 'violation'],
  ])('on overdue day %d is %s', (days, bucket) => {
    expect(bucketOf(days, terms)).toBe(bucket);
  });
});

describe('a notice', () => {
  it.each([
    ['2026-11-26', false, 'running'],
    ['2026-11-27', false, 'running'],
    ['2026-11-28', false, 'runOut'],
    ['2026-11-28', true, 'accelerated'],
  ])(
    'with the last day 2026-11-27, on %s with records until %s: %s',
    (today, accelerated, state) => {
      expect(noticeStateOn({ payBy: '2026-11-27', accelerated }, today)).toBe(state);
    },
  );
});
