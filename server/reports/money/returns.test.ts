// Tests the yearly return of an ended loan where no yearly rate exists.
import { expect, test } from 'vitest';
import { day } from '#contract/core/day.ts';
import { money } from '#contract/core/money.ts';
import { returnOf } from './returns.ts';

const on = day('2026-11-23');
const loan = { id: 1, principal: money(100_000), lentOn: on, endedOn: on, settled: true };

test('a loan that came back on the day of its disbursement has lost nothing', () => {
  const whole = returnOf({ ...loan, flows: [{ on, amount: money(100_900) }] });
  expect(whole).toMatchObject({ gain: 900, xirrBps: 0 });
});

test('a loan of which nothing or too little came back has lost everything', () => {
  expect(returnOf({ ...loan, flows: [] }).xirrBps).toBe(-10_000);
  const part = returnOf({ ...loan, flows: [{ on, amount: money(50_000) }] });
  expect(part).toMatchObject({ gain: -50_000, xirrBps: -10_000 });
});
