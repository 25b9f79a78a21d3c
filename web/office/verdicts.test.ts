// Field by field: what is left, what is wrong, where the keyboard goes next.
import { expect, test } from 'vitest';
import { fieldsOf, nextOpen, tallyOf, wrongIn, type CheckGroup } from './verdicts.ts';

const row = (field: string) => ({ field, label: field, value: field });
const groups: CheckGroup[] = [
  { item: 'basic', title: '基本資料', rows: [row('name'), row('birthday')] },
  { item: 'bank', title: '銀行帳戶', rows: [row('account')] },
];

test('nothing is decided until every field is', () => {
  expect(tallyOf(groups, {})).toEqual({ all: 3, left: 3, wrong: 0 });
  expect(tallyOf(groups, { name: true, account: false })).toEqual({ all: 3, left: 1, wrong: 1 });
  // A verdict on a field that is not there counts for nothing.
  expect(tallyOf(groups, { phone: false })).toEqual({ all: 3, left: 3, wrong: 0 });
});

test.each([
  [{ name: true }, 'name', 'birthday'],
  [{ account: true }, 'account', 'name'],
  [{ name: true, account: true }, 'account', 'birthday'],
  [{ name: true, birthday: false, account: true }, 'account', undefined],
])('after %j at %s the next one is %s', (verdicts, after, next) => {
  expect(nextOpen(fieldsOf(groups), verdicts, after)).toBe(next);
});

test('what is wrong is asked for again item by item', () => {
  expect(wrongIn(groups, { name: true, birthday: false, account: true })).toEqual([
    { item: 'basic', title: '基本資料', rows: [row('birthday')] },
  ]);
});
