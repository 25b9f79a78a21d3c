// From when on a return of a year is shown.
import { expect, test } from 'vitest';
import { addDays, day } from '#contract/core/day.ts';
import { money } from '#contract/core/money.ts';
import { yieldsOf } from './yields.ts';

const lentOn = day('2026-11-23');
const flows = [
  { on: lentOn, amount: money(-10_000), returns: 0 },
  { on: addDays(lentOn, 20), amount: money(1_000), returns: 1_000 },
];
const out = [{ state: 'current', principal: money(9_050), value: money(9_050) }] as const;
const after = (days: number) => yieldsOf(flows, out, addDays(lentOn, days));

test('there is no return of a year in the first 30 days, and one from then on', () => {
  expect(after(20)).toEqual({ xirr: null, xirrExpected: null });
  expect(after(29)).toEqual({ xirr: null, xirrExpected: null });
  expect(after(30).xirr).toBeGreaterThan(5);
  expect(after(30).xirrExpected).toBeGreaterThan(5);
});
