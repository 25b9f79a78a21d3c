// Unit tests of what a late borrower owes today.
import { expect, test } from 'vitest';
import { money, sum } from '#contract/core/money.ts';
import type { Loan } from '#contract/lending/calls.ts';
import { owedNow } from './owed-now.ts';

const row = (status: string, principal: number) => ({ status, principal: money(principal) });
const schedule = [row('paid', 900), row('late', 910), row('due', 920), row('upcoming', 930)];
const overdue = {
  lateDays: 12,
  amount: money(2_000),
  lateInterest: money(30),
  penalty: money(3),
  courtCosts: money(0),
};
const loan = { overdue, schedule } as Pick<Loan, 'overdue' | 'schedule'>;

test('the overdue parts add up to what must be paid today, and the rest is not due yet', () => {
  const parts = owedNow(loan);
  const due = parts.filter(({ isOverdue }) => isOverdue);
  expect(sum(due.map(({ amount }) => amount))).toBe(overdue.amount);
  expect(parts.map(({ name, amount }) => [name, amount])).toEqual([
    ['到期的本金與利息', 1_967],
    ['遲延利息', 30],
    ['違約金', 3],
    ['尚未到期的本金', 930],
  ]);
});

test('a loan on time owes nothing today', () => {
  expect(owedNow({ ...loan, overdue: null })).toEqual([]);
});
