// Tests of money: exact arithmetic, one rounding function, splits that never lose a dollar.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  add,
  bpsOfPercent,
  divideRounded,
  formatMoney,
  formatPercent,
  formatRate,
  maxOf,
  minOf,
  money,
  negate,
  percentOf,
  percentOfBps,
  roundedTo,
  shareOf,
  split,
  subtract,
  sum,
  thousands,
  times,
  wholePercentOf,
  ZERO,
} from './money.ts';
import { moneySchema, signedMoneySchema } from './wire.ts';

const amounts = (...list: number[]) => list.map(money);

describe('money', () => {
  it('is whole and safe', () => {
    for (const bad of [0.5, NaN, Infinity, 2 ** 53]) {
      expect(() => money(bad)).toThrow(new RangeError(`not a whole amount of NT$: ${bad}`));
    }
    expect(Object.is(money(-0), 0)).toBe(true);
    expect(() => add(money(Number.MAX_SAFE_INTEGER), money(1))).toThrow(RangeError);
  });

  it('accepts only whole numbers from the API', () => {
    expect(moneySchema.safeParse(30_000).success).toBe(true);
    for (const bad of [-1, 0.1, '1', 2 ** 53, null]) {
      expect(moneySchema.safeParse(bad).success).toBe(false);
    }
    expect(signedMoneySchema.safeParse(-1).success).toBe(true);
  });

  it('adds, subtracts, compares', () => {
    expect(add(...amounts(1, 2, 3))).toBe(6);
    expect(sum([])).toBe(ZERO);
    expect(subtract(money(1), money(3))).toBe(-2);
    expect(negate(ZERO)).toBe(0);
    expect(minOf(...(amounts(3, 1) as [never, never]))).toBe(1);
    expect(maxOf(money(3), money(1))).toBe(3);
    expect(times(money(8_885), 11)).toBe(97_735);
  });

  it.each([
    [5n, 2n, 3n, 3n, 2n],
    [-5n, 2n, -3n, -2n, -3n],
    [7n, 3n, 2n, 3n, 2n],
    [6n, 3n, 2n, 2n, 2n],
    [-1n, 3n, 0n, 0n, -1n],
  ])('rounds %d/%d half up to %d, up to %d, down to %d', (n, d, halfUp, ceil, floor) => {
    expect(divideRounded(n, d, 'halfUp')).toBe(halfUp);
    expect(divideRounded(n, d, 'ceil')).toBe(ceil);
    expect(divideRounded(n, d, 'floor')).toBe(floor);
  });

  it('takes shares and percentages exactly', () => {
    expect(shareOf(money(100_000), 1, 3, 'halfUp')).toBe(33_333);
    expect(shareOf(money(9_007_199_254_740_991), 999, 1000, 'ceil')).toBe(8_998_192_055_486_251);
    expect(percentOf(money(100_000), 400)).toBe(4_000);
    expect(percentOf(money(25), 1_000)).toBe(3);
  });
});

describe('arithmetic', () => {
  const any = fc.integer({ min: -(2 ** 40), max: 2 ** 40 }).map(money);
  const most = money(Number.MAX_SAFE_INTEGER);

  it('adds in any order, and takes away what it has added', () => {
    fc.assert(
      fc.property(any, any, any, (a, b, c) => {
        expect(add(a, b, c)).toBe(add(c, b, a));
        expect(add(a, b, c)).toBe(sum([a, b, c]));
        expect(BigInt(add(a, b))).toBe(BigInt(a) + BigInt(b));
        expect(subtract(add(a, b), b)).toBe(a);
        expect(add(a, negate(a))).toBe(ZERO);
        expect(minOf(a, b) <= maxOf(a, b)).toBe(true);
      }),
    );
  });

  it('multiplies by a whole number as by adding it up', () => {
    fc.assert(
      fc.property(any, fc.nat(50), (a, n) => {
        expect(times(a, n)).toBe(sum(Array.from({ length: n }, () => a)));
      }),
    );
    expect(() => times(money(1), 0.5)).toThrow(RangeError);
  });

  it('rounds a share up and down by less than a dollar', () => {
    // 2 ** 40 dollars times 8,000 are still a safe integer.
    fc.assert(
      fc.property(any, fc.nat(8_000), fc.integer({ min: 1, max: 10_000 }), (a, n, d) => {
        const [low, high] = [shareOf(a, n, d, 'floor'), shareOf(a, n, d, 'ceil')];
        expect([low, high]).toContain(shareOf(a, n, d, 'halfUp'));
        expect(subtract(high, low)).toBeLessThanOrEqual(1);
        expect(BigInt(low) * BigInt(d) <= BigInt(a) * BigInt(n)).toBe(true);
      }),
    );
  });

  it('refuses what no safe integer holds, also on the way', () => {
    for (const beyond of [
      () => add(most, money(1)),
      () => sum([most, money(1), money(-1)]),
      () => subtract(negate(most), money(1)),
      () => times(most, 2),
      () => shareOf(most, 2, 1, 'floor'),
    ]) {
      expect(beyond).toThrow(RangeError);
    }
  });

  it('tells a part in whole percent, never more than there is', () => {
    expect(wholePercentOf(money(1), money(3))).toBe(33);
    expect(wholePercentOf(money(999), money(1_000))).toBe(99);
    expect(wholePercentOf(most, most)).toBe(100);
  });
});

describe('split', () => {
  it('gives a leftover dollar to the largest remainder, in a tie to the earlier index', () => {
    expect(split(money(7_885), [50_000, 33_000, 17_000])).toEqual([3_943, 2_602, 1_340]);
    expect(split(money(2), [1, 1, 1])).toEqual([1, 1, 0]);
  });

  it('respects caps and gives the excess to the others', () => {
    expect(split(money(10), [9, 1], [4, 10])).toEqual([4, 6]);
    expect(() => split(money(10), [1, 1], [4, 4])).toThrow(RangeError);
  });

  it('refuses an amount that it cannot place', () => {
    expect(split(ZERO, [])).toEqual([]);
    expect(split(ZERO, [0, 0])).toEqual([0, 0]);
    expect(() => split(money(1), [0, 0])).toThrow(
      new RangeError('nobody can take the remaining 1'),
    );
    expect(() => split(money(-1), [1])).toThrow(
      new RangeError('cannot split a negative amount: -1'),
    );
    expect(() => split(money(1), [0.5, 0.5])).toThrow(
      new RangeError('weights are whole and not negative'),
    );
  });

  const weights = fc.array(fc.nat(2_000_000), { minLength: 1, maxLength: 40 });

  it('neither creates nor loses a dollar, and nobody is a dollar away from their share', () => {
    fc.assert(
      fc.property(fc.nat(2 ** 45), weights, (total, list) => {
        const whole = list.reduce((a, b) => a + b, 0);
        fc.pre(whole > 0);
        const shares = split(money(total), list);
        expect(sum(shares)).toBe(total);
        shares.forEach((share, i) => {
          const quota = (BigInt(total) * BigInt(list[i]!)) / BigInt(whole);
          expect(BigInt(share) - quota === 0n || BigInt(share) - quota === 1n).toBe(true);
        });
      }),
    );
  });

  it('never gives more than is owed if the weights are the amounts owed', () => {
    fc.assert(
      fc.property(weights, fc.double({ min: 0, max: 1, noNaN: true }), (owed, part) => {
        const whole = owed.reduce((a, b) => a + b, 0);
        const shares = split(money(Math.floor(whole * part)), owed);
        shares.forEach((share, i) => expect(share).toBeLessThanOrEqual(owed[i]!));
      }),
    );
  });

  it('respects any caps without losing a dollar', () => {
    const parts = fc.array(fc.tuple(fc.integer({ min: 1, max: 999 }), fc.nat(999)), {
      minLength: 1,
      maxLength: 12,
    });
    fc.assert(
      fc.property(parts, fc.double({ min: 0, max: 1, noNaN: true }), (list, part) => {
        const caps = list.map(([, cap]) => cap);
        const total = money(Math.floor(caps.reduce((a, b) => a + b, 0) * part));
        const shares = split(
          total,
          list.map(([weight]) => weight),
          caps,
        );
        expect(sum(shares)).toBe(total);
        shares.forEach((share, i) => expect(share).toBeLessThanOrEqual(caps[i]!));
      }),
    );
  });
});

describe('formatting', () => {
  it('amounts are written as people read them', () => {
    expect(formatMoney(money(30_000))).toBe('$\u00a030,000');
    expect(formatMoney(money(-1_200))).toBe('\u2212$\u00a01,200');
    expect(thousands(1_234_567)).toBe('1,234,567');
    expect([thousands(0), thousands(999), thousands(-1000)]).toEqual(['0', '999', '\u22121,000']);
  });

  it('basis points are converted to percent and back', () => {
    for (let bps = 0; bps <= 1600; bps += 1) expect(bpsOfPercent(percentOfBps(bps))).toBe(bps);
    expect(bpsOfPercent(9.5)).toBe(950);
    for (const bad of [9.123, NaN, Infinity]) {
      expect(() => bpsOfPercent(bad)).toThrow(
        new RangeError(`not a percentage with at most 2 decimals: ${bad}`),
      );
    }
    expect(formatRate(900)).toBe('9.00%');
    expect(formatPercent(-0.001)).toBe('0.00%');
    expect(roundedTo(1.005, 2)).toBe(1.01);
  });
});
