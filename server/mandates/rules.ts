// Pure rules of mandates and debits: references, allowed moves, retries and deadlines.
import { addBusinessDays, addDays, type Calendar, type Day } from '#contract/core/day.ts';
import { maxOf, minOf, subtract, sum, type Money, ZERO } from '#contract/core/money.ts';
import { afterRefusal } from '#contract/mandates/return-codes.ts';
import {
  type DebitStatus,
  debitMoves,
  type MandateStatus,
  mandateMoves,
} from '#contract/mandates/status.ts';
import { claimOf, COLLECTED, type Book } from '../servicing/rules.ts';

/** Statuses of loans whose instalments are debited; legal proceedings and later are not. */
export const DEBITED_LOANS = COLLECTED.filter((status) => status < 70);

/** Payment mode of orders that are debited. */
export const BY_MANDATE = 3;

/** Number by which the bank knows a mandate (用戶號碼). */
export const userNoOf = (mandateId: number): string => `M${`${mandateId}`.padStart(10, '0')}`;

export const registrationReference = (mandateId: number, action: 'add' | 'cancel'): string =>
  `mandate-${mandateId}-${action}`;
export const debitReference = ({ id, attempt }: { id: number; attempt: number }): string =>
  `debit-${id}-${attempt}`;
export const fileReference = (type: 'P01' | 'P02', id: number): string =>
  `${type === 'P01' ? 'debits' : 'mandates'}-${id}`;

/** Returns what a reference is about; null if it is none of ours. */
export function registrationOf(reference: string) {
  const [, digits, action] = /^mandate-([1-9]\d{0,14})-(add|cancel)$/.exec(reference) ?? [];
  return digits && action ? { mandateId: Number(digits), action } : null;
}
export function debitOf(reference: string) {
  const [, digits, attempt] = /^debit-([1-9]\d{0,14})-([12])$/.exec(reference) ?? [];
  return digits ? { id: Number(digits), attempt: Number(attempt) } : null;
}

/** Throws if the tables do not allow the move, which would be a fault of the program. */
export function assertMove(from: MandateStatus, to: MandateStatus): void {
  if (!mandateMoves[from].includes(to))
    throw new Error(`a mandate cannot go from ${from} to ${to}`);
}
export function assertDebitMove(from: DebitStatus, to: DebitStatus): void {
  if (!debitMoves[from].includes(to)) throw new Error(`a debit cannot go from ${from} to ${to}`);
}

/**
 * Returns what is owed for one instalment on a day, in NT$: principal, interest and late charges,
 * for the oldest also court costs, which a payment covers first, less prepaid money that no
 * prepayment waits for. 0 if it is paid or not in force.
 */
export function owedForInstalment(book: Book, no: number, on: Day): Money {
  const unpaid = book.instalments.filter((one) => one.paidOn === null);
  const row = unpaid.find((one) => one.no === no);
  if (!row) return ZERO;
  const court = row === unpaid[0] ? book.court : ZERO;
  const { interestDue, principalDue, lateInterestDue, penaltyDue } = claimOf(row, book.rateBps, on);
  const owed = sum([court, interestDue, principalDue, lateInterestDue, penaltyDue]);
  return book.instruction === null ? maxOf(subtract(owed, book.prepaid), ZERO) : owed;
}

/** The day on which a refused debit is tried once more; null if this would be of no use. */
export function retryDay(
  { attempt, code, today }: { attempt: number; code: string; today: Day },
  { days, calendar }: { days: number; calendar: Calendar },
): Day | null {
  if (attempt > 1 || afterRefusal(code) === 'end') return null;
  return addBusinessDays(today, days, calendar);
}

/** Last day on which a member can stop a debit of this day. */
export const stopByOf = (debitOn: Day): Day => addDays(debitOn, -1);

/** What of a receipt goes back because it was paid twice: at most the debit and what is left. */
export const doubleOf = (of: { left: Money; debited: Money; prepaid: Money }): Money =>
  maxOf(ZERO, minOf(minOf(of.left, of.debited), of.prepaid));
