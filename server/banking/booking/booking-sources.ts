// What a booking explains: a line of the bank that the books lack, or a receipt in suspense.
import type { Day } from '#contract/core/day.ts';
import { money, type Money } from '#contract/core/money.ts';
import type { BookingKind } from '#contract/banking/bookings.ts';
import { Refusal } from '#contract/refusals.ts';
import type { Work } from '../../work.ts';
import { lockSuspended } from '../queries.ts';
import {
  differenceById,
  extraLinesOf,
  lineOf,
  unfitLineOf,
} from '../reconciliation/difference-queries.ts';
import type { SourceLine } from './booking-queries.ts';
import { hooks } from '../../hooks.ts';

export type Source = {
  line: SourceLine | null;
  receiptId: number | null;
  /** True if it is a payment, which the bank carried out with another amount than ordered. */
  unfit: boolean;
  day: Day;
  /** NT$ that came into the trust account, or left less than ordered; negative if it left. */
  amount: Money;
};

/** Sign of the bank line that each kind explains; kinds that are missing here explain none. */
const SIGNS: Partial<Record<BookingKind, readonly (1 | -1)[]>> = {
  bank_charge: [-1],
  bank_interest: [1],
  company_paid_in: [1],
  manual: [1, -1],
};
/** Kinds that may take a receipt out of suspense. */
const OF_RECEIPT: readonly BookingKind[] = ['bank_interest', 'company_paid_in'];
/** Kinds that may explain why a payment was carried out with another amount. */
const OF_PAYMENT: readonly BookingKind[] = ['bank_charge', 'manual'];
/** Kinds that always explain a line or a receipt. */
const NEEDS_SOURCE: readonly BookingKind[] = ['bank_charge', 'bank_interest', 'company_paid_in'];

async function lineSource({ tx }: Work, differenceId: number): Promise<Source | null> {
  const row = await differenceById(tx, differenceId);
  const unfit = row && row.kind !== 'unbooked' ? await unfitLineOf(tx, row.key) : null;
  if (unfit) {
    return { line: unfit, receiptId: null, unfit: true, day: unfit.date, amount: unfit.amount };
  }
  const [extra] = row ? await extraLinesOf(tx, row.key) : [];
  if (extra) {
    const { date: day, amount } = extra;
    return { line: extra, receiptId: null, unfit: false, day, amount };
  }
  const line = row?.kind === 'unbooked' ? await lineOf(tx, row.key) : null;
  // The bank's answer books the credit of a debit by mandate.
  if (!line || (await hooks.debitsUnderWay.line(tx, line.seq))) return null;
  const { bank, date, seq, amount } = line;
  return { line: { bank, date, seq, amount }, receiptId: null, unfit: false, day: date, amount };
}

async function receiptSource({ tx }: Work, id: number): Promise<Source | null> {
  const row = await lockSuspended(tx, id);
  if (!row) return null;
  return { line: null, receiptId: id, unfit: false, day: row.day, amount: money(row.amount) };
}

/**
 * Returns what the booking explains; null if its kind needs nothing of that sort. Refuses
 * BOOKING_SOURCE if it is missing, already explained, or of another kind.
 */
export async function sourceOf(
  work: Work,
  kind: BookingKind,
  given: { difference?: number | undefined; receipt?: number | undefined },
): Promise<Source | null> {
  const { difference, receipt } = given;
  if (difference === undefined && receipt === undefined) {
    if (NEEDS_SOURCE.includes(kind)) throw new Refusal('BOOKING_SOURCE');
    return null;
  }
  const source =
    difference === undefined
      ? await receiptSource(work, receipt ?? 0)
      : await lineSource(work, difference);
  const sign = source && source.amount < 0 ? -1 : 1;
  const fits =
    source !== null &&
    (difference === undefined || receipt === undefined) &&
    (SIGNS[kind]?.includes(sign) ?? false) &&
    (!source.unfit || OF_PAYMENT.includes(kind)) &&
    (source.receiptId === null || OF_RECEIPT.includes(kind));
  if (!fits) throw new Refusal('BOOKING_SOURCE');
  return source;
}
