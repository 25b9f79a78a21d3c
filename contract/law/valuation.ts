// Valuation of outstanding principal: expected loss by the number of days overdue.
import { compareDays, daysBetween, type Day } from '../core/day.ts';
import type { LoanStatus } from '../lending/loan-status.ts';
import { type Money, percentOf, subtract } from '../core/money.ts';

/**
 * States of a loan by how long it is overdue, from best to worst; the loss rate of a state is at
 * least that of the state before it.
 */
export const valuationStates = [
  'current',
  'late7',
  'late30',
  'late180',
  'legal',
  'writtenOff',
] as const;
export type ValuationState = (typeof valuationStates)[number];

/**
 * Days overdue up to which each state lasts; a loan that is overdue for longer than the last one is
 * valued like a loan in legal proceedings.
 */
export const valuationDays = { late7: 7, late30: 30, late180: 180 } as const;

export const valuationText: Record<ValuationState, string> = {
  current: '未逾期',
  late7: '逾期 1 至 7 天',
  late30: '逾期 8 至 30 天',
  late180: '逾期 31 至 180 天',
  legal: '法律程序，或逾期超過 180 天',
  writtenOff: '已轉銷',
};

/** Expected loss on outstanding principal in each state, in basis points. */
export type LossRates = Readonly<Record<ValuationState, number>>;

/**
 * Returns the state of a loan on a day. `payableUntil` is the last day on which the oldest unpaid
 * instalment can be paid on time; null if none is unpaid.
 */
export function valuationStateOf(
  { status, payableUntil }: { status: LoanStatus; payableUntil: Day | null },
  today: Day,
): ValuationState {
  if (status === 95) return 'writtenOff';
  if (status === 80) return 'legal';
  if (payableUntil === null || compareDays(today, payableUntil) <= 0) return 'current';
  const days = daysBetween(payableUntil, today);
  if (days > valuationDays.late180) return 'legal';
  if (days > valuationDays.late30) return 'late180';
  return days > valuationDays.late7 ? 'late30' : 'late7';
}

/** Returns the principal less its expected loss, which is rounded to whole NT$. */
export const expectedValueOf = (principal: Money, lossBps: number): Money =>
  subtract(principal, percentOf(principal, lossBps));
