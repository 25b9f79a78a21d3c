// What outstanding principal is worth: by how late its loan is, less what is expected to be lost.
import { compareDays, daysBetween, type Day } from '../core/day.ts';
import type { LoanStatus } from '../lending/loan-status.ts';
import { type Money, percentOf, subtract } from '../core/money.ts';

/** How late a loan is, from the best on; each loses at least as much as the one before. */
export const valuationStates = [
  'current',
  'late7',
  'late30',
  'late180',
  'legal',
  'writtenOff',
] as const;
export type ValuationState = (typeof valuationStates)[number];

/** Late days up to which a state lasts; beyond the last a loan is valued as one at court. */
export const valuationDays = { late7: 7, late30: 30, late180: 180 } as const;

export const valuationText: Record<ValuationState, string> = {
  current: '未逾期',
  late7: '逾期 1 至 7 天',
  late30: '逾期 8 至 30 天',
  late180: '逾期 31 至 180 天',
  legal: '法律程序，或逾期超過 180 天',
  writtenOff: '已轉銷',
};

/** Of outstanding principal in each state, how much is expected never to come. Basis points. */
export type LossRates = Readonly<Record<ValuationState, number>>;

/**
 * The state of a loan on a day. `payableUntil`: up to when the oldest unpaid instalment may be paid
 * in time; null where none is unpaid.
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

/** Principal less what is expected to be lost of it, the loss rounded to whole NT$. */
export const expectedValueOf = (principal: Money, lossBps: number): Money =>
  subtract(principal, percentOf(principal, lossBps));
