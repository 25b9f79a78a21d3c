// Tests of a loan's calendar file: the rules of RFC 5545 and the content.
import { money } from '#contract/core/money.ts';
import { expect, test } from 'vitest';
import type { Loan } from '#contract/lending/calls.ts';
import { calendarOf } from './calendar-file.ts';
import { dueEventsOf } from './due-calendar.ts';

const row = (no: number, paidOn: string | null, paid = 0): Loan['schedule'][number] => ({
  no,
  dueOn: `2026-1${no}-10`,
  payableUntil: no === 2 ? '2026-12-14' : `2026-1${no}-10`,
  principal: money(8_000),
  interest: money(885),
  total: money(8_885),
  paid: money(paid),
  balance: money(50_000),
  status: paidOn ? 'paid' : 'upcoming',
  paidOn,
});
const loan = {
  caseNo: 'A20261010-001',
  schedule: [row(0, '2026-10-09', 8_885), row(1, null, 1_000), row(2, null)],
  virtualAccount: {
    bankCode: '812',
    bankName: '台新國際商業銀行',
    account: '98765432101234',
    holder: '百溪信託專戶, 測試; 一',
  },
} as unknown as Loan;
const fileAt = (now: number) => calendarOf(dueEventsOf(loan, 'example.com', now), now);
const file = await fileAt(Date.parse('2026-11-01T01:02:03.456Z'));
/** Joins the folded lines of the calendar file again. */
const lines = file.replaceAll('\r\n ', '').split('\r\n');

test('lines end as required and have at most 75 octets', () => {
  expect(file.endsWith('END:VCALENDAR\r\n')).toBe(true);
  expect(file.replaceAll('\r\n', '')).not.toMatch(/[\r\n]/);
  for (const line of file.split('\r\n')) expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75);
});

test('every unpaid instalment is a day with a reminder a day before', () => {
  const of = (name: string) => lines.filter((line) => line.startsWith(name));
  const named = [1, 2].map((no) => `UID:A20261010-001-${no}@example.com`);
  expect(of('UID:')).toEqual(named);
  expect(of('DTSTART')).toEqual(['DTSTART;VALUE=DATE:20261110', 'DTSTART;VALUE=DATE:20261214']);
  expect(of('DTEND')).toEqual(['DTEND;VALUE=DATE:20261111', 'DTEND;VALUE=DATE:20261215']);
  expect(of('TRIGGER')).toEqual(['TRIGGER:-P1D', 'TRIGGER:-P1D']);
  expect(new Set(of('DTSTAMP'))).toEqual(new Set(['DTSTAMP:20261101T010203Z']));
  expect(of('BEGIN:VEVENT')).toHaveLength(2);
  expect(of('END:VALARM')).toHaveLength(2);
});

test('what was already due is no future date', async () => {
  const later = await fileAt(Date.parse('2026-12-01T01:00:00Z'));
  expect(later.match(/DTSTART;VALUE=DATE:\d+/g)).toEqual(['DTSTART;VALUE=DATE:20261214']);
});

test('it says what is left to pay and where, with special characters escaped', () => {
  expect(lines.filter((line) => line.startsWith('SUMMARY')).join()).toContain(
    String.raw`第 1 期還款 $${'\u00a0'}7\,885`,
  );
  const text = lines.find((line) => line.startsWith('DESCRIPTION:案號'));
  expect(text).toContain(String.raw`\n虛擬帳號：98765432101234\n戶名：百溪信託專戶\, 測試\; 一`);
});
