// Tests of prepayment: the design document's figures, and what every prepayment must preserve.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { addDays, addMonths, day } from '../core/day.ts';
import { add, money, sum } from '../core/money.ts';
import {
  fullSettlementOf,
  isPartialPrepayment,
  partialPrepaymentOf,
  prepaymentFeeOf,
  prepaymentFeeSharesOf,
  type PartialPrepayment,
} from './prepayment.ts';
import { instalmentsOf, levelPaymentOf, totalsOf, type LoanTerms } from './schedule.ts';
import { servicingTermsOf } from '../servicing/terms.ts';
import { initialNumbers } from '../settings/values.ts';

const startsOn = day('2026-01-15');
const inForce = servicingTermsOf(initialNumbers);
const terms: LoanTerms = {
  principal: 100_000,
  rateAnnualBps: 1_200,
  periods: 12,
  method: 'level',
  dayCount: 'MONTHLY_12',
  dueRule: 'ANNIVERSARY',
  startsOn,
};

/** The example loan after `paid` instalments and `days` days into the current period. */
const after = (paid: number, days: number, loan: LoanTerms = terms) => ({
  rateAnnualBps: loan.rateAnnualBps,
  terms: inForce,
  dayCount: loan.dayCount,
  rest: instalmentsOf(loan).slice(paid),
  periodStartsOn: addMonths(startsOn, paid),
  on: addDays(addMonths(startsOn, paid), days),
});

describe('full settlement', () => {
  it.each([
    [6, 13, { principal: 51_492, interest: 220, fee: 0, total: 51_712 }],
    [4, 13, { principal: 67_984, interest: 291, fee: 1_360, total: 69_635 }],
    [5, 0, { principal: 59_779, interest: 0, fee: 1_196, total: 60_975 }],
  ])('after %d instalments, day %d', (paid, days, expected) => {
    expect(fullSettlementOf(after(paid, days))).toEqual(expected);
  });

  it('bears no interest before its period begins if an instalment was paid early', () => {
    expect(fullSettlementOf(after(6, -5)).interest).toBe(0);
  });

  it('accrues actual days over 365, also over a whole month', () => {
    // 51,492 × 12 % × 31 ∕ 365, not a twelfth of the year.
    expect(fullSettlementOf(after(6, 31)).interest).toBe(525);
  });

  it('requires outstanding principal', () => {
    expect(() => fullSettlementOf(after(12, 0))).toThrow(
      new RangeError('nothing is left to prepay'),
    );
  });
});

describe('the fee', () => {
  it('is 2 % while the next instalment is among the first six', () => {
    expect(prepaymentFeeOf(money(10_000), 1, inForce)).toBe(200);
    expect(prepaymentFeeOf(money(10_000), 6, inForce)).toBe(200);
    expect(prepaymentFeeOf(money(10_000), 7, inForce)).toBe(0);
  });

  it('goes to the platform, or partly to the investors including the odd dollar', () => {
    const fee = money(1_361);
    expect(prepaymentFeeSharesOf(fee, inForce)).toEqual({ investors: 0, platform: 1_361 });
    const half = { ...inForce, prepaymentCreditorsPercent: 50 };
    expect(prepaymentFeeSharesOf(fee, half)).toEqual({ investors: 681, platform: 680 });
    expect(prepaymentFeeSharesOf(money(0), half)).toEqual({ investors: 0, platform: 0 });
  });

  it('follows the loan’s own terms for the share and the number of instalments', () => {
    const own = { ...inForce, prepaymentFeeBps: 100, prepaymentFeeInstalments: 3 };
    expect(prepaymentFeeOf(money(10_000), 3, own)).toBe(100);
    expect(prepaymentFeeOf(money(10_000), 4, own)).toBe(0);
    expect(fullSettlementOf({ ...after(2, 0), terms: own }).fee).toBe(842);
  });
});

describe('a partial prepayment', () => {
  const partial = (mode: 'shortenTerm' | 'lowerPayment', amount = 20_000) =>
    partialPrepaymentOf({ ...after(4, 13), amount: money(amount), mode, method: 'level' });

  it('is a multiple of 1,000, at least 10,000, and less than the balance', () => {
    const balance = money(67_984);
    for (const [amount, fits] of [
      [10_000, true],
      [67_000, true],
      [9_000, false],
      [10_500, false],
      [68_000, false],
      [0, false],
    ] as const) {
      expect(isPartialPrepayment(money(amount), balance)).toBe(fits);
    }
    expect(isPartialPrepayment(money(50_000), money(50_000))).toBe(false);
    expect(() => partial('shortenTerm', 10_500)).toThrow(/^10500 of \d+ cannot be prepaid$/);
  });

  it('costs principal, accrued interest and fee', () => {
    expect(partial('lowerPayment')).toMatchObject({
      principal: 20_000,
      interest: 291,
      fee: 400,
      total: 20_691,
    });
  });

  it('gives the period the accrued interest, and interest for its rest on the new balance', () => {
    const { instalments } = partial('shortenTerm');
    // 47,984 × 1 % × 18 days left of 31 = 278.6
    expect(instalments[0]).toMatchObject({ no: 5, interest: 291 + 279, principal: 8_885 - 279 });
  });

  it('can keep the payment and end the loan earlier', () => {
    const { interest, instalments } = partial('shortenTerm');
    expect(instalments.map((row) => row.total - (row.no === 5 ? interest : 0))).toEqual([
      8_885, 8_885, 8_885, 8_885, 8_885, 4_949,
    ]);
    expect(instalments.at(-1)).toMatchObject({ no: 10, balance: 0 });
    expect(totalsOf(instalments).principal).toBe(47_984);
  });

  it('can keep the number of periods and lower the payment', () => {
    const { interest, instalments } = partial('lowerPayment');
    const payment = levelPaymentOf({ principal: money(47_984), rateAnnualBps: 1_200, periods: 8 });
    expect(instalments).toHaveLength(8);
    expect(instalments[0]!.total - interest).toBe(payment);
    expect(instalments.slice(1, -1).every((row) => row.total === payment)).toBe(true);
    expect(totalsOf(instalments).principal).toBe(47_984);
  });

  it('can be made twice in one period', () => {
    const first = partial('lowerPayment', 10_000);
    const again = partialPrepaymentOf({
      ...after(4, 20),
      rest: first.instalments,
      accruedFrom: after(4, 13).on,
      interestPaid: first.interest,
      amount: money(10_000),
      mode: 'shortenTerm',
      method: 'level',
    });
    expect(again.interest).toBe(133); // 57,984 × 12 % × 7 ∕ 365
    const [row] = again.instalments;
    const [kept] = first.instalments;
    expect(row!.total - first.interest - again.interest).toBe(kept!.total - first.interest);
    expect(row!.interest).toBe(291 + 133 + 170); // and 47,984 × 1 % × 11 ∕ 31
  });

  it('must be within its period, whose last day is the due date', () => {
    const onDueDay = { ...after(4, 31), amount: money(10_000), method: 'level' } as const;
    expect(onDueDay.on).toBe(onDueDay.rest[0]!.dueOn);
    expect(partialPrepaymentOf({ ...onDueDay, mode: 'shortenTerm' }).instalments).not.toEqual([]);
    const loan = { ...after(4, 32), amount: money(10_000), method: 'level' } as const;
    expect(() => partialPrepaymentOf({ ...loan, mode: 'shortenTerm' })).toThrow(
      new RangeError(`${loan.on} is after the current period`),
    );
  });

  it('keeps equal principal payments and interest-only periods', () => {
    const loan = { ...terms, method: 'equalPrincipal' } as const;
    const equal = partialPrepaymentOf({
      ...after(4, 13, loan),
      amount: money(10_000),
      mode: 'shortenTerm',
      method: 'equalPrincipal',
    });
    expect(equal.instalments[1]!.principal).toBe(8_333);
    const graced = { ...terms, method: 'interestOnly', graceMonths: 6 } as const;
    const grace = partialPrepaymentOf({
      ...after(4, 13, graced),
      amount: money(30_000),
      mode: 'shortenTerm',
      method: 'interestOnly',
      graceMonths: 2,
    });
    expect(grace.instalments.slice(0, 3).map((row) => row.principal > 0)).toEqual([
      false,
      false,
      true,
    ]);
    expect(grace.instalments[2]!.total).toBe(instalmentsOf(graced)[6]!.total);
  });

  it('keeps the equal instalment, not the interest of a long first period nor the last row', () => {
    const firstDueOn = addDays(startsOn, 120);
    const long: LoanTerms = { ...terms, rateAnnualBps: 1_600, periods: 60, firstDueOn };
    const before = instalmentsOf(long);
    expect(before[0]!.total).toBeGreaterThan(before[1]!.total);
    const loan = {
      rateAnnualBps: 1_600,
      terms: inForce,
      dayCount: 'MONTHLY_12',
      rest: before,
      periodStartsOn: startsOn,
      on: addDays(startsOn, 10),
      amount: money(10_000),
      method: 'level',
    } as const;
    for (const mode of ['shortenTerm', 'lowerPayment'] as const) {
      const { instalments } = partialPrepaymentOf({ ...loan, mode });
      const [, ...later] = instalments.map(({ total }) => total);
      expect(later.at(-1)).toBeLessThanOrEqual(later[0]!);
      if (mode === 'shortenTerm') expect(later[0]).toBe(before[1]!.total);
      else expect(later[0]).toBeLessThan(before[1]!.total);
    }
  });

  it('keeps the equal instalment also if it is that of the current period', () => {
    const loan: LoanTerms = { ...terms, principal: 400_000 };
    const shared = { mode: 'shortenTerm', method: 'level' } as const;
    const once = partialPrepaymentOf({ ...after(10, 5, loan), ...shared, amount: money(20_000) });
    const [row] = once.instalments;
    expect(row!.total - once.interest).toBe(instalmentsOf(loan)[0]!.total);
    const twice = partialPrepaymentOf({
      ...after(10, 8, loan),
      ...shared,
      rest: once.instalments,
      accruedFrom: after(10, 5).on,
      interestPaid: once.interest,
      amount: money(10_000),
    });
    const paid = once.interest + twice.interest;
    expect(twice.instalments[0]!.total - paid).toBe(instalmentsOf(loan)[0]!.total);
  });

  it('keeps the first equal instalment after the grace if only two follow', () => {
    const graced: LoanTerms = { ...terms, periods: 3, method: 'interestOnly', graceMonths: 1 };
    const { instalments } = partialPrepaymentOf({
      ...after(0, 10, graced),
      amount: money(10_000),
      mode: 'shortenTerm',
      method: 'interestOnly',
      graceMonths: 1,
    });
    const [, second, last] = instalmentsOf(graced);
    expect(instalments[1]!.total).toBe(second!.total);
    expect(second!.total).not.toBe(last!.total);
  });

  const cases = fc.record({
    thousands: fc.integer({ min: 10, max: 400 }),
    paid: fc.integer({ min: 0, max: 35 }),
    days: fc.integer({ min: 0, max: 28 }),
    rateAnnualBps: fc.integer({ min: 0, max: 1_600 }),
    method: fc.constantFrom('level', 'equalPrincipal', 'interestOnly'),
    mode: fc.constantFrom('shortenTerm', 'lowerPayment'),
    dayCount: fc.constantFrom('MONTHLY_12', 'ACT_365'),
  });

  it('repays the whole balance, never negative, never longer than before', () => {
    fc.assert(
      fc.property(cases, ({ thousands, paid, days, ...shape }) => {
        const loan: LoanTerms = { ...terms, ...shape, principal: 500_000, periods: 36 };
        const before = after(paid, days, loan);
        // Interest-only periods without interest are no instalments.
        fc.pre(before.rest.length > 0);
        const balance = before.rest[0]!.principal + before.rest[0]!.balance;
        const amount = money(thousands * 1_000);
        fc.pre(isPartialPrepayment(amount, money(balance)));
        const prepayment: PartialPrepayment = { ...before, ...shape, amount };
        const { instalments, interest } = partialPrepaymentOf(prepayment);
        expect(add(sum(instalments.map((row) => row.principal)), amount)).toBe(balance);
        expect(instalments.at(-1)!.balance).toBe(0);
        expect(instalments.length).toBeLessThanOrEqual(before.rest.length);
        expect(instalments[0]!.interest).toBeGreaterThanOrEqual(interest);
        for (const row of instalments) {
          expect(Math.min(row.principal, row.interest, row.balance)).toBeGreaterThanOrEqual(0);
          expect(row.total).toBe(row.principal + row.interest);
        }
        const saved = totalsOf(before.rest).interest - totalsOf(instalments).interest;
        // Interest for 31 days at act/365 is 1.9 % more than a twelfth of a year's interest;
        // rounding accounts for the rest.
        const dayCountGap = before.rest[0]!.interest * 0.02;
        expect(saved).toBeGreaterThanOrEqual(-before.rest.length - dayCountGap);
      }),
      { numRuns: 300 },
    );
  });
});
