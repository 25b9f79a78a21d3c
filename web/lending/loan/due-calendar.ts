// The days an instalment is due as a calendar file (RFC 5545), each with a reminder a day before.
import { addDays, compareDays, day, dayOf } from '#contract/core/day.ts';
import type { Loan } from '#contract/lending/calls.ts';
import { escaped, folded } from '../../investing/order/calendar-file.ts';
import { brand } from '../../site/kit/brand.ts';
import { formatMoney } from '../../ui/format.ts';

const compact = (text: string) => text.replaceAll('-', '');
const stamp = (ms: number) => new Date(ms).toISOString().replace(/[-:]|\.\d{3}/g, '');

function eventOf(loan: Loan, row: Loan['schedule'][number], host: string, now: number): string[] {
  const { virtualAccount: account } = loan;
  const amount = row.total - row.paid;
  const title = `${brand.name}第 ${row.no} 期還款 ${formatMoney(amount)}`;
  const text = account
    ? `案號 ${loan.caseNo}\n${account.bankCode} ${account.bankName}\n` +
      `虛擬帳號：${account.account}\n戶名：${account.holder}`
    : `案號 ${loan.caseNo}`;
  return [
    'BEGIN:VEVENT',
    // The same instalment keeps its name, so that a file taken again replaces and does not double.
    `UID:${loan.caseNo}-${row.no}@${host}`,
    `DTSTAMP:${stamp(now)}`,
    `DTSTART;VALUE=DATE:${compact(row.payableUntil)}`,
    `DTEND;VALUE=DATE:${compact(addDays(day(row.payableUntil), 1))}`,
    `SUMMARY:${escaped(title)}`,
    `DESCRIPTION:${escaped(text)}`,
    'TRANSP:TRANSPARENT',
    'BEGIN:VALARM',
    'ACTION:DISPLAY',
    `DESCRIPTION:${escaped(title)}`,
    'TRIGGER:-P1D',
    'END:VALARM',
    'END:VEVENT',
  ];
}

/** Every instalment still to come; `now` in ms is when the file is made. */
export function dueCalendarOf(loan: Loan, host: string, now: number): string {
  const today = dayOf(new Date(now));
  const open = loan.schedule.filter(
    ({ paidOn, payableUntil }) => paidOn === null && compareDays(day(payableUntil), today) >= 0,
  );
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Baixi//Lending//ZH-TW',
    'CALSCALE:GREGORIAN',
    'METHOD:PUBLISH',
    ...open.flatMap((row) => eventOf(loan, row, host, now)),
    'END:VCALENDAR',
  ];
  return `${lines.map(folded).join('\r\n')}\r\n`;
}
