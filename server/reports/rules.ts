// What a period of months is, and which line of the cash flow a transfer belongs to.
import { addDays, addMonths, type Day, day } from '#contract/core/day.ts';
import { type TransferKind, transferKinds } from '#contract/ledger/kinds.ts';
import { type CashLine, cashLineOf } from '#contract/reports/money.ts';
import { REPORT_MONTHS, REPORT_MONTHS_MAX } from '#contract/reports/parts.ts';

export type Period = { from: Day; to: Day; months: string[] };

/** The first and last day of a month written 2026-11. */
export function monthDays(month: string): { from: Day; to: Day } {
  const from = day(`${month}-01`);
  return { from, to: addDays(addMonths(from, 1), -1) };
}

/** Every month from one to another, both included; none where they are the wrong way round. */
export function monthsBetween(from: string, to: string): string[] {
  const months: string[] = [];
  for (let on = day(`${from}-01`); on.slice(0, 7) <= to; on = addMonths(on, 1)) {
    months.push(on.slice(0, 7));
  }
  return months;
}

/** The months asked for; without an end up to this one, without a beginning the last twelve. */
export function periodOf(
  asked: { from?: string | undefined; to?: string | undefined },
  today: Day,
) {
  const to = asked.to ?? today.slice(0, 7);
  const end = day(`${to}-01`);
  const earliest = addMonths(end, 1 - REPORT_MONTHS_MAX).slice(0, 7);
  const from = asked.from ?? addMonths(end, 1 - REPORT_MONTHS).slice(0, 7);
  const months = monthsBetween(from < earliest ? earliest : from, to);
  const first = months[0] ?? to;
  return { from: monthDays(first).from, to: monthDays(to).to, months } satisfies Period;
}

/** What moves the trust account and has no line of its own we covered ourselves. */
export const lineOf = (kind: TransferKind): CashLine => cashLineOf[kind] ?? 'covered';

export const kindsOf = (line: CashLine): TransferKind[] =>
  transferKinds.filter((kind) => lineOf(kind) === line);

/** The months a period begins and ends with, as reports name it. */
export const spanOf = ({ from, to }: { from: Day; to: Day }) => ({
  from: from.slice(0, 7),
  to: to.slice(0, 7),
});
