// Tests that percentages add up to 100 and that each differs from its exact value by less than one.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { sharesOf } from './shares.ts';

test('the rest goes to the largest fractions, in a tie to the earlier one', () => {
  expect(sharesOf([1, 1, 1])).toEqual([34, 33, 33]);
  expect(sharesOf([83_400, 16_400, 200])).toEqual([84, 16, 0]);
  expect(sharesOf([5_000, 5_000])).toEqual([50, 50]);
  expect(sharesOf([7])).toEqual([100]);
  expect(sharesOf([0, 0])).toEqual([0, 0]);
  expect(sharesOf([])).toEqual([]);
  expect(sharesOf([1, 1, 1], 10_000)).toEqual([3_334, 3_333, 3_333]);
  expect(() => sharesOf([-1, 2])).toThrow(new RangeError('weights are whole and not negative'));
});

test('the shares add up to the whole and differ from the exact value by less than one', () => {
  const amounts = fc.array(fc.integer({ min: 0, max: 10 ** 12 }), { minLength: 1, maxLength: 30 });
  fc.assert(
    fc.property(amounts, fc.constantFrom(100, 10_000), (given, whole) => {
      const total = given.reduce((sum, amount) => sum + amount, 0);
      fc.pre(total > 0);
      const shares = sharesOf(given, whole);
      expect(shares.reduce((sum, share) => sum + share, 0)).toBe(whole);
      for (const [i, share] of shares.entries()) {
        expect(Math.abs(share - (given[i]! * whole) / total)).toBeLessThan(1);
      }
    }),
  );
});
