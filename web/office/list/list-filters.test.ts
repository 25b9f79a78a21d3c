// Tests that a filter bar and the input of its list come from the list's definition.
import { expect, test } from 'vitest';
import { debitList } from '#contract/mandates/lists.ts';
import { auditList } from '#contract/tasks/lists.ts';
import { chosenOf, filtersOf } from './list-filters.ts';

test('the fields are those of the definition, in its order', () => {
  expect(filtersOf(debitList).map(({ kind, label }) => `${kind} ${label}`)).toEqual([
    'choice 狀態',
    'choice 款項',
    'text 會員編號',
    'text 扣款檔編號',
    'day 扣款日起',
    'day 扣款日迄',
  ]);
});

test('what a filter does not accept is left out, unless only the server can tell', () => {
  const address = new URLSearchParams({
    actor: 'nobody',
    actorId: '12',
    subjectNo: 'x'.repeat(40),
    from: '2026-13-01',
    before: '5',
  });
  expect(chosenOf(auditList, address)).toEqual({ actorId: '12', subjectNo: 'x'.repeat(40) });
});
