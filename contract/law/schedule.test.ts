// Tests of schedules: independently calculated figures, and properties of every loan.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { addDays, addMonths, compareDays, day, daysBetween } from '../core/day.ts';
import { money } from '../core/money.ts';
import {
  instalmentsOf,
  levelPaymentOf,
  repaymentMethodText,
  spreadOverInstalments,
  totalsOf,
  yearPartsOf,
  type DayCount,
  type Instalment,
  type LoanTerms,
} from './schedule.ts';

const example: LoanTerms = {
  principal: 100_000,
  rateAnnualBps: 1_200,
  periods: 12,
  method: 'level',
  dayCount: 'MONTHLY_12',
  dueRule: 'ANNIVERSARY',
  startsOn: day('2026-01-31'),
};

const of = (rows: Instalment[], field: keyof Instalment) => rows.map((row) => row[field]);

describe('a schedule with equal instalments', () => {
  const rows = instalmentsOf(example);

  it('for 100,000 at 12 % over 12 months', () => {
    expect(rows[0]).toMatchObject({ principal: 7_885, interest: 1_000, total: 8_885 });
    expect(of(rows, 'balance').slice(0, 3)).toEqual([92_115, 84_151, 76_108]);
    expect(rows[2]).toMatchObject({ principal: 8_043 });
    expect(rows[5]).toMatchObject({ balance: 51_492 });
    expect(rows[3]).toMatchObject({ balance: 67_984 });
    expect(rows.at(-1)).toMatchObject({ principal: 8_796, interest: 88, total: 8_884, balance: 0 });
    expect(totalsOf(rows)).toEqual({ principal: 100_000, interest: 6_619, total: 106_619 });
  });

  it.each([
    [100_000, 1_200, 12, 8_885, 8_884, 6_619],
    [30_000, 900, 6, 5_133, 5_127, 792],
    [500_000, 1_500, 36, 17_333, 17_319, 123_974],
    [30_000, 0, 36, 834, 810, 0],
  ])(
    'of %d at %d bps over %d months pays %d, at the end %d, interest %d',
    (principal, rate, n, A, last, all) => {
      const terms = { ...example, principal, rateAnnualBps: rate, periods: n };
      const made = instalmentsOf(terms);
      expect(levelPaymentOf({ principal: money(principal), rateAnnualBps: rate, periods: n })).toBe(
        A,
      );
      expect(of(made.slice(0, -1), 'total').every((total) => total === A)).toBe(true);
      expect(made.at(-1)!.total).toBe(last);
      expect(totalsOf(made).interest).toBe(all);
    },
  );

  it('clamps due days to the end of short months, counted from the original day', () => {
    expect(of(rows, 'dueOn').slice(0, 4)).toEqual([
      '2026-02-28',
      '2026-03-31',
      '2026-04-30',
      '2026-05-31',
    ]);
  });

  it('ends early instead of becoming negative', () => {
    const tiny = instalmentsOf({ ...example, principal: 10, periods: 36, fixedTerm: true });
    expect(tiny).toHaveLength(36);
    expect(totalsOf(tiny).principal).toBe(10);
  });
});

describe('published schedules in cents', () => {
  // From Microsoft's documentation of CUMPRINC and CUMIPMT: a loan of 125,000 at 9 % over 30 years
  // gives −68.27827 for the first month, and −934.1071 and −11,135.23 for the second year, with
  // payments that are not rounded to the cent.
  it('CUMPRINC: first principal 68.28, second year 934.11', () => {
    const rows = instalmentsOf({
      ...example,
      principal: 125_000,
      rateAnnualBps: 900,
      periods: 360,
      decimals: 2,
      paymentRounding: 'halfUp',
    });
    expect(rows[0]).toMatchObject({ principal: 6_828, interest: 93_750, total: 100_578 });
    const year = rows.slice(12, 24);
    expect(Math.abs(totalsOf(year).principal - 93_411)).toBeLessThanOrEqual(5);
    expect(Math.abs(totalsOf(year).interest - 1_113_523)).toBeLessThanOrEqual(5);
  });

  // From Microsoft's documentation: PMT(8%/12,10,10000) = 1,037.03; PPMT(10%/12,1,24,2000) = 75.62;
  // IPMT(10%/12,1,36,8000) = 66.67.
  it.each([
    [10_000, 800, 10, 103_703, undefined, undefined],
    [2_000, 1_000, 24, undefined, 7_562, undefined],
    [8_000, 1_000, 36, undefined, undefined, 6_667],
  ])('PMT, PPMT, IPMT of %d at %d over %d', (principal, rateAnnualBps, periods, ...expected) => {
    const terms = { ...example, principal, rateAnnualBps, periods };
    const [row] = instalmentsOf({ ...terms, decimals: 2, paymentRounding: 'halfUp' });
    const [total, repaid, interest] = expected;
    if (total !== undefined) expect(row!.total).toBe(total);
    if (repaid !== undefined) expect(row!.principal).toBe(repaid);
    if (interest !== undefined) expect(row!.interest).toBe(interest);
  });

  it('accept principal with cents and refuse smaller fractions', () => {
    expect(totalsOf(instalmentsOf({ ...example, principal: 1_234.56, decimals: 2 }))).toMatchObject(
      {
        principal: 123_456,
      },
    );
    expect(() => instalmentsOf({ ...example, principal: 1_234.567, decimals: 2 })).toThrow();
    expect(() => instalmentsOf({ ...example, principal: 0.5 })).toThrow(
      new RangeError('0.5 has more than 0 decimals'),
    );
  });
});

describe('other methods', () => {
  it('equal principal: the same principal each time and decreasing interest', () => {
    const rows = instalmentsOf({ ...example, method: 'equalPrincipal' });
    expect(of(rows, 'principal')).toEqual([...Array(11).fill(8_333), 8_337]);
    expect(of(rows, 'interest').slice(0, 3)).toEqual([1_000, 917, 833]);
    expect(totalsOf(rows).interest).toBe(6_500);
  });

  it('equal principal is rounded half up', () => {
    const rows = instalmentsOf({ ...example, periods: 7, method: 'equalPrincipal' });
    expect(of(rows, 'principal')).toEqual([...Array(6).fill(14_286), 14_284]);
  });

  it('are named in the contract as the law and the market name them', () => {
    expect(repaymentMethodText).toEqual({
      level: { text: '本息平均攤還', clause: '本息平均攤還' },
      equalPrincipal: { text: '本金平均攤還', clause: '本金平均攤還' },
      interestOnly: {
        text: '寬限期後本息平均攤還',
        clause: '寬限期內按月付息，期滿後本息平均攤還',
      },
    });
  });

  it('interest only: all principal at the end', () => {
    const rows = instalmentsOf({ ...example, method: 'interestOnly' });
    expect(of(rows, 'interest')).toEqual(Array(12).fill(1_000));
    expect(of(rows, 'principal')).toEqual([...Array(11).fill(0), 100_000]);
  });

  it('interest-only periods first, then equal instalments', () => {
    const rows = instalmentsOf({ ...example, method: 'interestOnly', graceMonths: 3 });
    expect(of(rows.slice(0, 3), 'principal')).toEqual([0, 0, 0]);
    const payment = levelPaymentOf({ principal: money(100_000), rateAnnualBps: 1_200, periods: 9 });
    expect(of(rows.slice(3, -1), 'total').every((total) => total === payment)).toBe(true);
    expect(payment).toBe(11_675);
  });

  it('refuse terms that are not a loan', () => {
    const terms: [Partial<LoanTerms>, string][] = [
      [{ periods: 0 }, 'not a number of periods: 0'],
      [{ periods: 1.5 }, 'not a number of periods: 1.5'],
      [{ principal: -1 }, 'not a principal: -1'],
      [{ rateAnnualBps: -1 }, 'not a rate in basis points: -1'],
      [{ rateAnnualBps: 9.5 }, 'not a rate in basis points: 9.5'],
      [{ graceMonths: 3 }, 'grace belongs to interestOnly, not to level'],
      [{ method: 'interestOnly', graceMonths: 12 }, '12 of 12 periods cannot be grace'],
      [{ method: 'interestOnly', graceMonths: -1 }, '-1 of 12 periods cannot be grace'],
      [{ method: 'interestOnly', graceMonths: 1.5 }, '1.5 of 12 periods cannot be grace'],
      [{ firstDueOn: day('2026-01-30') }, 'due on 2026-01-30, before 2026-01-31'],
    ];
    for (const [wrong, message] of terms) {
      expect(() => instalmentsOf({ ...example, ...wrong })).toThrow(new RangeError(message));
    }
  });
});

describe('the parts of a schedule', () => {
  const wrong = { principal: money(-1), rateAnnualBps: 900, periods: 12 };

  it('refuse terms that are not a loan', () => {
    expect(() => levelPaymentOf(wrong)).toThrow(new RangeError('not a principal: -1'));
    expect(() => levelPaymentOf({ ...wrong, principal: money(1), periods: 0 })).toThrow(RangeError);
    const shape = { ...wrong, balance: wrong.principal, periods: [], least: money(0) };
    expect(() => spreadOverInstalments({ ...shape, method: 'equalPrincipal' })).toThrow(
      new RangeError('not a principal: -1'),
    );
  });

  it('pay the least equal instalment, which the last one may equal', () => {
    const firstDueOn = addDays(example.startsOn, 80);
    const rows = instalmentsOf({ ...example, principal: 120_000, rateAnnualBps: 0, firstDueOn });
    expect(of(rows, 'total')).toEqual(Array(12).fill(10_000));
  });
});

describe('the time between due dates', () => {
  it.each([
    ['2026-01-31', '2026-02-28', 365],
    ['2026-02-28', '2026-03-31', 365],
    ['2026-03-15', '2026-04-10', 26 * 12],
    ['2026-03-25', '2026-05-10', 365 + 16 * 12],
    ['2026-03-10', '2026-04-10', 365],
  ])('%s to %s is %d parts of 4,380', (from, to, parts) => {
    expect(yearPartsOf(day(from), day(to), 'MONTHLY_12')).toBe(parts);
    const days = daysBetween(day(from), day(to));
    expect(yearPartsOf(day(from), day(to), 'ACT_365')).toBe(days * 12);
  });

  it('is actual days over 365 for ACT_365', () => {
    const rows = instalmentsOf({ ...example, dayCount: 'ACT_365' });
    expect(rows[0]!.interest).toBe(921); // 100,000 × 12 % × 28 ∕ 365
  });

  it('with FIXED_10 ends on the 10th, at first at least 20 days away', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 3_000 }), (offset) => {
        const startsOn = addMonths(day('2026-01-01'), Math.floor(offset / 31));
        const rows = instalmentsOf({ ...example, dueRule: 'FIXED_10', startsOn });
        const away = daysBetween(startsOn, rows[0]!.dueOn);
        expect(away >= 20 && away <= 51).toBe(true);
        expect(rows.every((row) => row.dueOn.endsWith('-10'))).toBe(true);
      }),
    );
    const firstAfter = (startsOn: string) =>
      instalmentsOf({ ...example, dueRule: 'FIXED_10', startsOn: day(startsOn) })[0]!.dueOn;
    expect(firstAfter('2026-01-15')).toBe('2026-02-10');
    expect(firstAfter('2026-01-21')).toBe('2026-02-10');
    expect(firstAfter('2026-01-22')).toBe('2026-03-10');
    const rows = instalmentsOf({ ...example, dueRule: 'FIXED_10', startsOn: day('2026-03-25') });
    expect(rows[0]).toMatchObject({ dueOn: '2026-05-10', interest: 1_526 });
    expect(rows[1]!.dueOn).toBe('2026-06-10');
  });
});

describe('every loan', () => {
  const terms: fc.Arbitrary<LoanTerms> = fc.record({
    principal: fc.integer({ min: 1, max: 20_000_000 }),
    rateAnnualBps: fc.integer({ min: 0, max: 1_600 }),
    periods: fc.integer({ min: 1, max: 84 }),
    method: fc.constantFrom('level', 'equalPrincipal', 'interestOnly'),
    dayCount: fc.constantFrom('MONTHLY_12', 'ACT_365'),
    dueRule: fc.constantFrom('ANNIVERSARY', 'FIXED_10'),
    startsOn: fc
      .date({ min: new Date('2024-01-01'), max: new Date('2030-12-31'), noInvalidDate: true })
      .map((date) => day(date.toISOString().slice(0, 10))),
    decimals: fc.constantFrom(0, 2),
  });
  const graced = fc
    .tuple(terms, fc.nat())
    .map(([loan, k]) =>
      loan.method === 'interestOnly' && k % 3 > 0
        ? { ...loan, graceMonths: k % loan.periods }
        : loan,
    );

  it('is repaid to the dollar, ends at zero, and contains nothing negative', () => {
    fc.assert(
      fc.property(graced, (loan) => {
        const rows = instalmentsOf({ ...loan, fixedTerm: true });
        const principal = loan.principal * 10 ** loan.decimals!;
        let balance = principal;
        expect(rows).toHaveLength(loan.periods);
        for (const row of rows) {
          expect(row.principal + row.interest).toBe(row.total);
          expect(Math.min(row.principal, row.interest, row.balance)).toBeGreaterThanOrEqual(0);
          balance -= row.principal;
          expect(row.balance).toBe(balance);
        }
        expect(balance).toBe(0);
        expect(totalsOf(rows).principal).toBe(principal);
      }),
      { numRuns: 300 },
    );
  });

  it('has ascending due dates', () => {
    fc.assert(
      fc.property(graced, (loan) => {
        const days = [loan.startsOn, ...instalmentsOf(loan).map((row) => row.dueOn)];
        days.slice(1).forEach((on, i) => expect(compareDays(days[i]!, on)).toBe(-1));
      }),
    );
  });

  it('with equal instalments pays the same each time, and at the end never more', () => {
    fc.assert(
      fc.property(terms, (loan) => {
        const level = { method: 'level', dayCount: 'MONTHLY_12', dueRule: 'ANNIVERSARY' } as const;
        const rows = instalmentsOf({ ...loan, ...level, principal: loan.principal + 10_000 });
        const totals = rows.map((row) => row.total);
        expect(totals.at(-1)).toBeLessThanOrEqual(totals[0]!);
        const first = totals[0];
        const even = rows.filter((row) => row.balance > 0).every((row) => row.total === first);
        expect(even).toBe(true);
      }),
    );
  });

  it('has no last instalment larger than the others, whenever the first one is due', () => {
    const agreed = fc.record({
      principal: fc.integer({ min: 10_000, max: 500_000 }),
      rateAnnualBps: fc.integer({ min: 0, max: 1_600 }),
      periods: fc.integer({ min: 2, max: 60 }),
      grace: fc.nat(6),
      days: fc.integer({ min: 1, max: 150 }),
      dayCount: fc.constantFrom<DayCount[]>('MONTHLY_12', 'ACT_365'),
    });
    fc.assert(
      fc.property(agreed, ({ grace, days, ...loan }) => {
        const graceMonths = Math.min(grace, loan.periods - 1);
        const method = graceMonths > 0 ? 'interestOnly' : 'level';
        const { startsOn } = example;
        const firstDueOn = addDays(startsOn, days);
        const of = { method, dueRule: 'ANNIVERSARY', startsOn, firstDueOn } as const;
        const shape = { ...of, fixedTerm: true };
        const rows = instalmentsOf({ ...loan, ...shape, ...(graceMonths > 0 && { graceMonths }) });
        const paying = rows.slice(graceMonths).map(({ total }) => total);
        const last = paying.at(-1)!;
        const payment = Math.min(...paying.slice(0, -1), Number.MAX_SAFE_INTEGER);
        if (paying.length > 1) expect(last).toBeLessThanOrEqual(payment);
        // If each payment were one dollar less, the last payment would exceed the others.
        const gap = paying.length > 1 ? payment - last : 0;
        expect(gap).toBeLessThanOrEqual(3 * loan.periods);
        expect(totalsOf(rows).principal).toBe(loan.principal);
      }),
      { numRuns: 300 },
    );
  });
});
