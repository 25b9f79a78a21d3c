// Tests that the exports of lists show names instead of internal codes, because people read them.
import { expect, test } from 'vitest';
import { roles } from '#contract/core/endpoint.ts';
import { fileColumnsOf, type List } from '#contract/core/list.ts';
import { operatorList } from '#contract/identity/lists.ts';
import { accountKinds } from '#contract/ledger/kinds.ts';
import { accountList, balanceList, entryList } from '#contract/ledger/lists.ts';
import { taskKinds, taskRules } from '#contract/tasks/kinds.ts';
import { taskList } from '#contract/tasks/lists.ts';
import { decisionsOf } from '#contract/tasks/words.ts';

/** Returns the cell under a column heading, for a row of which only some fields matter. */
const cell = <Row>(of: List<Row>, head: string, row: Partial<Row>) =>
  fileColumnsOf(of)
    .find((column) => column.head === head)!
    .cell(row as Row);

const chinese = /^[\p{Script=Han}（）、・]+$/u;

test.each(accountKinds)('the account %s has its name', (kind) => {
  expect(cell(entryList, '科目', { account: kind })).toMatch(chinese);
  expect(cell(accountList, '科目', { kind })).toMatch(chinese);
  expect(cell(balanceList, '科目', { kind })).toMatch(chinese);
  expect(cell(balanceList, '類別', { kind })).toMatch(chinese);
});

test.each(taskKinds)('the file names a decision on %s as its page does', (kind) => {
  const told = new Map(decisionsOf(kind).map(([decision, { done }]) => [decision, done]));
  for (const decision of taskRules[kind].decisions) {
    expect(told.get(decision), decision).toMatch(chinese);
    const row = { kind, decision, status: 'done' as const };
    expect(cell(taskList, '決定', row)).toBe(told.get(decision));
  }
  expect(cell(taskList, '決定', { kind, decision: null, status: 'open' })).toBeNull();
});

test('colleagues’ roles have their names', () => {
  expect(cell(operatorList, '角色', { roles: [...roles] })).toBe(
    '審核・核准・出納・內容・稽核・管理',
  );
});
