// The days on which instalments are due, as events of a calendar file.
import { subtract } from '#contract/core/money.ts';
import { compareDays, day, dayOf } from '#contract/core/day.ts';
import type { Loan } from '#contract/lending/calls.ts';
import type { CalendarEvent } from './calendar-file.ts';
import { brand } from '../../site/kit/brand.ts';
import { formatMoney } from '../../ui/format.ts';

function eventOf(loan: Loan, row: Loan['schedule'][number], host: string): CalendarEvent {
  const { virtualAccount: account } = loan;
  return {
    uid: `${loan.caseNo}-${row.no}@${host}`,
    title: `${brand.name}第 ${row.no} 期還款 ${formatMoney(subtract(row.total, row.paid))}`,
    text: account
      ? `案號 ${loan.caseNo}\n${account.bankCode} ${account.bankName}\n` +
        `虛擬帳號：${account.account}\n戶名：${account.holder}`
      : `案號 ${loan.caseNo}`,
    on: row.payableUntil,
  };
}

/** Returns the file with every future instalment; `now` in ms is the time of its creation. */
export function dueEventsOf(loan: Loan, host: string, now: number): CalendarEvent[] {
  const today = dayOf(new Date(now));
  return loan.schedule
    .filter(
      ({ paidOn, payableUntil }) => paidOn === null && compareDays(day(payableUntil), today) >= 0,
    )
    .map((row) => eventOf(loan, row, host));
}
