// Tests of the days on which a report is sent, and of the period that each sending is about.
import { expect, test } from 'vitest';
import { day } from '#contract/core/day.ts';
import {
  isDayOf,
  lastSendingDay,
  newestDue,
  nextDue,
  periodSent,
  periodWords,
  reportPath,
} from './schedule-rules.ts';

const monthly = (of: number) => ({ rhythm: 'monthly' as const, day: of });
const weekly = (of: number) => ({ rhythm: 'weekly' as const, day: of });

test('a month has the days 1 to 28, and a week those from 0 to 6', () => {
  expect([0, 1, 28, 29].map((of) => isDayOf(monthly(of)))).toEqual([false, true, true, false]);
  expect([-1, 0, 6, 7].map((of) => isDayOf(weekly(of)))).toEqual([false, true, true, false]);
});

test('a day begins to be sent at 08:00 in Taipei', () => {
  expect(lastSendingDay(new Date('2026-11-25T23:59:59Z'))).toBe('2026-11-25');
  expect(lastSendingDay(new Date('2026-11-26T00:00:00Z'))).toBe('2026-11-26');
  expect(lastSendingDay(new Date('2026-11-26T16:00:00Z'))).toBe('2026-11-26');
  expect(lastSendingDay(new Date('2026-12-31T20:00:00Z'))).toBe('2026-12-31');
});

test.each([
  [monthly(1), '2026-11-30', '2026-11-01', '2026-12-01'],
  [monthly(1), '2026-12-01', '2026-12-01', '2027-01-01'],
  [monthly(28), '2027-02-27', '2027-01-28', '2027-02-28'],
  [monthly(28), '2027-02-28', '2027-02-28', '2027-03-28'],
  [monthly(15), '2027-01-01', '2026-12-15', '2027-01-15'],
  // 2026-11-26 is a Thursday; Sundays and Saturdays are days like all others.
  [weekly(4), '2026-11-26', '2026-11-26', '2026-12-03'],
  [weekly(5), '2026-11-26', '2026-11-20', '2026-11-27'],
  [weekly(0), '2026-11-26', '2026-11-22', '2026-11-29'],
  [weekly(6), '2027-01-01', '2026-12-26', '2027-01-02'],
])('%o on %s was due on %s and is due again on %s', (timing, on, newest, next) => {
  expect(newestDue(timing, day(on))).toBe(newest);
  expect(nextDue(timing, day(on))).toBe(next);
});

test.each([
  [monthly(28), '2027-03-28', '2027-02-01', '2027-02-28', '2027 年 2 月'],
  [monthly(1), '2027-01-01', '2026-12-01', '2026-12-31', '2026 年 12 月'],
  [weekly(4), '2026-11-26', '2026-11-01', '2026-11-25', '2026 年 11 月（至 2026/11/25）'],
  // On the first of a month, the week's report is about the whole month before.
  [weekly(2), '2026-12-01', '2026-11-01', '2026-11-30', '2026 年 11 月'],
])('%o on %s is about %s to %s', (timing, on, from, to, words) => {
  const period = periodSent(timing, day(on));
  expect(period).toEqual({ from, to, months: [from.slice(0, 7)] });
  expect(periodWords(period)).toBe(words);
});

test('the link opens the report with its period', () => {
  const period = periodSent(monthly(1), day('2026-11-01'));
  expect(reportPath('cash-flow', period)).toBe('/reports/cash-flow?from=2026-10&to=2026-10');
  expect(reportPath('outstanding', period)).toBe('/reports/outstanding?on=2026-10-31');
});
