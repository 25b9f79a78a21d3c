// Tests that neither the text nor a value of a statement is recorded.
import { expect, test } from 'vitest';
import { summaryOf } from './statements.ts';

test.each([
  ['\n    select a from lending.loan where id = $1', 'select', 'select lending.loan'],
  ['insert into notices.outbox as o (a) values ($1)', 'insert', 'insert notices.outbox'],
  ['with x as (select 1 from tasks.task) select 2 from y', 'with', 'with tasks.task'],
  ['begin', 'begin', 'begin'],
  ["select pg_notify('a', 'b@example.com')", 'select', 'select'],
  ["drop table a.b; -- 'b@example.com'", 'other', 'other'],
  ['', 'other', 'other'],
])('%j is recorded as %s, %s', (text, operation, summary) => {
  expect(summaryOf(text)).toEqual({ operation, summary });
});
