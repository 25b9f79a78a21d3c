// Tests which near days have names, and which of them are offered.
import { expect, test } from 'vitest';
import { addDays, day } from '#contract/core/day.ts';
import { daySchemaWithin, nearDays } from './near-days.ts';

const sunday = day('2026-11-22');
const said = (today = sunday, first = today, last = addDays(today, 60)) =>
  nearDays(today, first, last).map(({ on, name }) => `${name} ${on}`);

test('after a day are the Fridays and the ends of months', () => {
  expect(said()).toEqual([
    '今天 2026-11-22',
    '明天 2026-11-23',
    '週五 2026-11-27',
    '月底 2026-11-30',
    '下週五 2026-12-04',
    '下月底 2026-12-31',
  ]);
});

test('before it are yesterday and the last Friday', () => {
  expect(said(sunday, addDays(sunday, -30), sunday)).toEqual([
    '上週五 2026-11-20',
    '昨天 2026-11-21',
    '今天 2026-11-22',
  ]);
});

test('a day with several names is offered once', () => {
  expect(said(day('2027-12-31'), day('2027-12-31'), day('2028-01-31'))).toEqual([
    '今天 2027-12-31',
    '明天 2028-01-01',
    '下週五 2028-01-07',
    '下月底 2028-01-31',
  ]);
});

test('a range without days is an error, and a day outside of one is refused', () => {
  expect(() => nearDays(sunday, sunday, addDays(sunday, -1))).toThrow(RangeError);
  const schema = daySchemaWithin(sunday, addDays(sunday, 7));
  expect(schema.safeParse('2026-11-29').success).toBe(true);
  for (const outside of ['2026-11-21', '2026-11-30']) {
    expect(schema.safeParse(outside).error?.issues[0]?.message).toBe(
      '請選擇 2026/11/22 至 2026/11/29 的日期',
    );
  }
});
