// Tests of tax periods and of the VAT contained in a sum of fees.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { addDays, day } from '../core/day.ts';
import { money } from '../core/money.ts';
import { taxPeriodOf, vatOf } from './tax.ts';

test.each([
  ['2026-01-01', '2026-01-01', '2026-02-28'],
  ['2028-02-29', '2028-01-01', '2028-02-29'],
  ['2026-03-01', '2026-03-01', '2026-04-30'],
  ['2026-10-31', '2026-09-01', '2026-10-31'],
  ['2026-12-31', '2026-11-01', '2026-12-31'],
])('%s is in the tax period from %s to %s', (on, from, to) => {
  expect(taxPeriodOf(day(on))).toEqual({ from, to });
  expect(taxPeriodOf(addDays(day(to), 1)).from).toBe(addDays(day(to), 1));
});

test.each([
  [0, 0],
  [10, 0],
  [11, 1],
  [105, 5],
  [4_015, 191],
  [-105, -5],
])('fees of %i contain VAT of %i', (fees, vat) => {
  expect(vatOf(money(fees))).toBe(vat);
});

test('VAT of a sum is never half a dollar off, however small its parts are', () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 1, max: 9 }), { maxLength: 200 }), (fees) => {
      const sum = fees.reduce((all, fee) => all + fee, 0);
      expect(Math.abs(vatOf(money(sum)) * 105 - sum * 5)).toBeLessThanOrEqual(52.5);
    }),
  );
});
