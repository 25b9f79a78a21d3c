// Tests that tables show names instead of internal codes, because people read them.
import { expect, test } from 'vitest';
import { roles } from '#contract/core/endpoint.ts';
import { accountKinds } from '#contract/ledger/kinds.ts';
import { decisionsOf } from '#contract/tasks/words.ts';
import { taskKinds, taskRules } from '#contract/tasks/kinds.ts';
import { type Columns } from './table.ts';
import * as columns from './table-columns.ts';

/** Returns the cell under a title, for a row of which only the given fields matter. */
const cell = <Row>(of: Columns<Row>, title: string, row: Partial<Row>) =>
  of.find(([name]) => name === title)![1](row as Row);

const chinese = /^[\p{Script=Han}（）、・]+$/u;

test.each(accountKinds)('the account %s has its name', (kind) => {
  expect(cell(columns.entries, '科目', { account: kind })).toMatch(chinese);
  expect(cell(columns.accounts, '科目', { kind })).toMatch(chinese);
  expect(cell(columns.balances, '科目', { kind })).toMatch(chinese);
  expect(cell(columns.balances, '類別', { kind })).toMatch(chinese);
});

test.each(taskKinds)('a decision on %s is named as on its page; an open task has none', (kind) => {
  const told = new Map(decisionsOf(kind).map(([decision, { done }]) => [decision, done]));
  for (const decision of taskRules[kind].decisions) {
    expect(told.get(decision), decision).toMatch(chinese);
    const row = { kind, decision, status: 'done' as const };
    expect(cell(columns.tasks, '決定', row)).toBe(told.get(decision));
  }
  expect(cell(columns.tasks, '決定', { kind, decision: null, status: 'open' })).toBeNull();
});

test('operators’ roles have their names', () => {
  expect(cell(columns.operators, '角色', { roles: [...roles] })).toBe(
    '審核・核准・出納・內容・稽核・管理',
  );
});
