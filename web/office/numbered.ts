// Lists to which the numbers lead that people type into the search box: of invoices, vouchers and
// receipts.
import { isDay } from '#contract/core/day.ts';
import type { Role } from '#contract/core/endpoint.ts';
import { invoiceNumberText } from '#contract/invoices/words.ts';
import { caseNoIn } from '#contract/lending/review/case-number.ts';
import { refusedAt } from './navigation.ts';
import * as paths from './paths.ts';

export type NumberedPlace = { to: string; text: string };

const filtered = (path: string, of: Record<string, string>) => `${path}?${new URLSearchParams(of)}`;

/** AB-12345678, also without hyphen. */
function invoiceIn(typed: string): NumberedPlace | null {
  const [, letters, digits] = /^([A-Z]{2})-?(\d{8})$/.exec(typed) ?? [];
  if (!letters) return null;
  const number = `${letters}${digits}`;
  return { to: filtered(paths.invoices(), { number }), text: `發票 ${invoiceNumberText(number)}` };
}

const entityOf = { T: 'trust', C: 'company' } as const;

/** T20261126-0001: letter of the book, day, and number of the day. */
function voucherIn(typed: string): NumberedPlace | null {
  const [, letter, year, month, date, no] =
    /^([TC])(20\d\d)(\d\d)(\d\d)-(\d{1,6})$/.exec(typed) ?? [];
  const on = `${year}-${month}-${date}`;
  if (!no || !isDay(on)) return null;
  const entity = entityOf[letter as keyof typeof entityOf];
  const to = filtered(paths.vouchers(), { entity, from: on, to: on });
  return { to, text: `傳票 ${typed}` };
}

/** A bank's number of a receipt, which has digits only at most banks; no number of a case. */
const receiptIn = (typed: string): NumberedPlace | null =>
  /^\d{6,20}$/.test(typed) && caseNoIn(typed) === typed
    ? { to: paths.moneyOf('receipts', { number: typed }), text: `入帳序號 ${typed}` }
    : null;

/** Returns the lists to which a typed number may lead, as far as one of the roles may see them. */
export function numberedPlaces(q: string, roles: readonly Role[]): NumberedPlace[] {
  const typed = q.normalize('NFKC').trim().toUpperCase();
  return [invoiceIn(typed), voucherIn(typed), receiptIn(typed)].filter(
    (place) => place !== null && refusedAt(new URL(place.to, 'http://o').pathname, roles) === null,
  ) as NumberedPlace[];
}
