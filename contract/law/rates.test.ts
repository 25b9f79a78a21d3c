// Tests of rates: APR from the design document's figures, XIRR from published examples.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { addDays, day, daysBetween } from '../core/day.ts';
import { money, subtract } from '../core/money.ts';
import { aprOf, exceedsRateCap, RATE_CAP_BPS, xirr, type Flow } from './rates.ts';
import { instalmentsOf } from './schedule.ts';

const totals = (principal: number, rateAnnualBps: number, periods: number) =>
  instalmentsOf({
    principal,
    rateAnnualBps,
    periods,
    method: 'level',
    dayCount: 'MONTHLY_12',
    dueRule: 'ANNIVERSARY',
    startsOn: day('2026-01-01'),
  }).map((row) => row.total);

const flows = (text: string): Flow[] =>
  text
    .trim()
    .split(/\s*,\s*/)
    .map((part) => part.split(' '))
    .map(([on, amount]) => ({ on: day(on!), amount: Number(amount) }));

describe('the APR', () => {
  it('of 100,000 at 12 % over 12 months with fees of 4,000 and 15 is 19.86 %', () => {
    expect(aprOf(money(100_000 - 4_015), totals(100_000, 1_200, 12))).toBe(19.86);
  });

  it('without fees equals the contract rate except for rounding', () => {
    expect(aprOf(money(500_000), totals(500_000, 1_500, 36))).toBe(15);
    expect(aprOf(money(30_000), [money(15_000), money(15_000)])).toBe(0);
  });

  it('rises with the fee', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 20_000 }), (fee) => {
        const rows = totals(100_000, 900, 24);
        const [less, more] = [money(100_000 - fee), money(100_000 - fee - 1_000)];
        expect(aprOf(more, rows)).toBeGreaterThan(aprOf(less, rows));
      }),
    );
  });

  it('is refused if nothing was paid out or nothing is repaid', () => {
    expect(() => aprOf(money(0), totals(100_000, 900, 24))).toThrow(RangeError);
    expect(() => aprOf(subtract(money(0), money(1)), [money(1)])).toThrow(RangeError);
    expect(() => aprOf(money(1), [])).toThrow(
      new RangeError('no rate for 1 against the instalments'),
    );
  });

  it('is independent of the cap on the contract rate', () => {
    expect(RATE_CAP_BPS).toBe(1_600);
  });
});

describe('the cap', () => {
  const of = (rateBps: number, percent: number, feePercent = 2, instalments = 6) =>
    exceedsRateCap({
      rateBps,
      prepaymentFeeBps: feePercent * 100,
      prepaymentFeeInstalments: instalments,
      prepaymentCreditorsPercent: percent,
    });

  it('counts the investors’ share of a prepayment fee as interest of one day', () => {
    expect(of(1_600, 0)).toBe(false);
    expect([of(0, 2), of(0, 3)]).toEqual([false, true]);
    expect([of(1_235, 1, 1), of(1_236, 1, 1)]).toEqual([false, true]);
    expect([of(1_600, 50, 0), of(1_600, 50, 2, 0)]).toEqual([false, false]);
  });
});

describe('XIRR', () => {
  // Microsoft prints 0.373362535, because Excel stops at its tolerance of 1e-8; the exact root is
  // slightly lower.
  it('matches Microsoft’s documentation', () => {
    const rate = xirr(
      flows(
        '2008-01-01 -10000, 2008-03-01 2750, 2008-10-30 4250, 2009-02-15 3250, 2009-04-01 2750',
      ),
    )!;
    expect(Math.abs(rate - 0.373362535)).toBeLessThan(2e-9);
    expect(Math.abs(rate - 0.3733625335188315)).toBeLessThan(1e-14);
  });

  it.each([
    [
      0.137963527441025,
      '2019-06-27 1893.67, 2019-06-20 139947.43, 2019-06-21 52573.25, 2019-06-24 48849.74,' +
        ' 2019-06-27 26369.16, 2019-07-27 -273029.18',
    ],
    [0.77868869226873, '2015-04-01 4000, 2019-06-27 -46000'],
    [-0.642307613, '2021-11-24 55600, 2021-12-24 -51094.83'],
    [-0.197387315, '2010-01-01 -100, 2010-04-01 20, 2010-10-01 40, 2011-02-01 25'],
  ])('of the example is %d, as in spreadsheets, which stop within 1e-8', (expected, text) => {
    expect(Math.abs(xirr(flows(text))! - expected)).toBeLessThan(1e-8);
  });

  it.each([
    [0.1635371584432641, '2015-06-11 -1000, 2015-07-21 -9000, 2018-06-10 20000, 2015-10-17 -3000'],
    [0.2504234710540838, '2016-01-15 -1000, 2016-02-08 -2500, 2016-04-17 -1000, 2016-08-24 5050'],
    [0.1, '2010-01-01 -1000, 2011-01-01 1100'],
    [0, '2010-01-01 -1000, 2011-01-01 1000'],
    [-0.1, '2010-01-01 -1000, 2011-01-01 900'],
    [2, '2010-01-01 -1000, 2011-01-01 3000'],
  ])('finds the exact root %d to 1e-12', (expected, text) => {
    expect(Math.abs(xirr(flows(text))! - expected)).toBeLessThan(1e-12);
  });

  it('finds unusually high and low rates', () => {
    const huge = xirr(flows('2019-12-31 -100, 2020-03-05 1000'))!;
    expect(Math.abs(huge / 412_461.6383 - 1)).toBeLessThan(1e-9);
    const loss = xirr(flows('2026-01-01 -10000, 2026-02-01 1'))!;
    expect(loss).toBeGreaterThanOrEqual(-1);
    expect(loss).toBeLessThan(-0.99);
    const fall = xirr(
      flows('2019-09-10 -400, 2020-01-21 -400, 2020-02-24 -400, 2020-03-16 895.24'),
    );
    expect(fall).toBeCloseTo(-0.7419572257686959, 12);
  });

  it.each([
    ['no flows', []],
    ['one way only', flows('2026-01-01 -1, 2026-02-01 -1')],
    ['nothing but zeros', flows('2026-01-01 0, 2026-02-01 0')],
    ['all on one day', flows('2026-01-01 -1, 2026-01-01 2')],
    ['a gain beyond numbers', flows('2026-01-01 -1, 2026-01-02 9')],
    ['a total loss', flows('2026-01-01 -1000, 2027-01-01 0')],
  ])('does not exist for %s', (_, list) => {
    expect(xirr(list)).toBeNull();
  });

  it('gives every investment a present value of zero', () => {
    const later = fc.record({ after: fc.integer({ min: 1, max: 1_500 }), amount: fc.nat(9_999) });
    fc.assert(
      fc.property(fc.integer({ min: 1_000, max: 99_999 }), fc.array(later), (paid, back) => {
        fc.pre(back.some(({ amount }) => amount > 0));
        const start = day('2026-01-01');
        const list: Flow[] = [
          { on: start, amount: -paid },
          ...back.map(({ after, amount }) => ({ on: addDays(start, after), amount })),
        ];
        const rate = xirr(list);
        fc.pre(rate !== null && rate > -0.999 && rate < 1e100);
        const worth = list.reduce(
          (sum, flow) => sum + flow.amount / (1 + rate) ** (daysBetween(start, flow.on) / 365),
          0,
        );
        expect(Math.abs(worth / paid)).toBeLessThan(1e-6);
      }),
    );
  });
});
