// Pure rules of reports: periods of months, and the cash-flow line of each transfer.
import { addDays, addMonths, type Day, day } from '#contract/core/day.ts';
import { type TransferKind, transferKinds } from '#contract/ledger/kinds.ts';
import { type CashLine, cashLineOf } from '#contract/reports/money.ts';
import { REPORT_MONTHS, REPORT_MONTHS_MAX } from '#contract/reports/parts.ts';

export type Period = { from: Day; to: Day; months: string[] };

/** Returns the first and last day of a month written as 2026-11. */
export function monthDays(month: string): { from: Day; to: Day } {
  const from = day(`${month}-01`);
  return { from, to: addDays(addMonths(from, 1), -1) };
}

/** Returns every month of a range, both ends included; empty if the range is reversed. */
export function monthsBetween(from: string, to: string): string[] {
  const months: string[] = [];
  for (let on = day(`${from}-01`); on.slice(0, 7) <= to; on = addMonths(on, 1)) {
    months.push(on.slice(0, 7));
  }
  return months;
}

/**
 * Returns the requested months. Without an end, the period ends with the current month; without a
 * beginning, it has twelve months. A later month than the current one counts as the current one,
 * because a month to come has no figures.
 */
export function periodOf(
  asked: { from?: string | undefined; to?: string | undefined },
  today: Day,
) {
  const present = today.slice(0, 7);
  const come = (month: string) => (month > present ? present : month);
  const to = come(asked.to ?? present);
  const end = day(`${to}-01`);
  const earliest = addMonths(end, 1 - REPORT_MONTHS_MAX).slice(0, 7);
  const from = asked.from ? come(asked.from) : addMonths(end, 1 - REPORT_MONTHS).slice(0, 7);
  const months = monthsBetween(from < earliest ? earliest : from, to);
  const first = months[0] ?? to;
  return { from: monthDays(first).from, to: monthDays(to).to, months } satisfies Period;
}

/**
 * Returns the cash-flow line of a kind of transfer. Kinds that move the trust account but have no
 * line of their own were covered by the platform.
 */
export const lineOf = (kind: TransferKind): CashLine => cashLineOf[kind] ?? 'covered';

export const kindsOf = (line: CashLine): TransferKind[] =>
  transferKinds.filter((kind) => lineOf(kind) === line);

/** Returns the first and last month of a period as `YYYY-MM`. */
export const spanOf = ({ from, to }: { from: Day; to: Day }) => ({
  from: from.slice(0, 7),
  to: to.slice(0, 7),
});
