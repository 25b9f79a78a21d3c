// Pure rules of electronic invoices: which documents fees need, their numbers and their tax.
import type { Carrier, InvoiceKind } from '#contract/invoices/calls.ts';
import type { ServerInvoicePeriod } from '#contract/invoices/office.ts';
import { addDays, type Day, dayNumber } from '#contract/core/day.ts';
import { type Money, ZERO, add, maxOf, negate, subtract } from '#contract/core/money.ts';
import { taxPeriodOf, vatOf } from '#contract/taiwan/tax.ts';

/**
 * A part of a fee that one member pays, not yet done. A negative one undoes another, whose invoice
 * follows if it has one.
 */
export type OwnFee = {
  transferId: string;
  kind: Exclude<InvoiceKind, 'service'>;
  loanId: number | null;
  memberId: number;
  own: Money;
  /** Transfer that a negative fee undoes. */
  undoes: string | null;
  invoiceId: number | null;
  issuedOn: Day | null;
  total: Money | null;
  isVoided: boolean;
  allowed: Money;
};

/** A range of numbers and the next one to be given. */
export type TrackNumbers = { id: number; letters: string; next: number; last: number };

/**
 * What a day's fees need: `issue` an invoice each; `undo` invoices by voiding them or by an
 * allowance; `settled` are fees that need no document of their own.
 */
export type Plan = {
  issue: OwnFee[];
  undo: { invoiceId: number; amount: Money; isVoid: boolean }[];
  settled: string[];
};

/**
 * Decides what the fees through a day need. A fee and its reversal that come together need nothing.
 * An invoice is voided if all of it goes back within its tax period, before it is declared
 * (統一發票使用辦法第二十條); otherwise an allowance gives the amount back.
 */
export function planOf(fees: readonly OwnFee[], on: Day): Plan {
  const pending = new Set(fees.filter(({ own }) => own > 0).map(({ transferId }) => transferId));
  const together = new Set<string>();
  for (const { transferId, undoes } of fees) {
    if (undoes === null || !pending.has(undoes)) continue;
    together.add(undoes).add(transferId);
  }
  const plan: Plan = { issue: [], undo: [], settled: [] };
  for (const fee of fees) {
    const { transferId, own, invoiceId, issuedOn, total, isVoided, allowed } = fee;
    if (!together.has(transferId) && own > 0) {
      plan.issue.push(fee);
      continue;
    }
    plan.settled.push(transferId);
    if (together.has(transferId) || invoiceId === null || isVoided) continue;
    const amount = negate(own);
    const isWhole = amount === total && allowed === 0;
    const isSamePeriod = issuedOn !== null && on <= taxPeriodOf(issuedOn).to;
    plan.undo.push({ invoiceId, amount, isVoid: isWhole && isSamePeriod });
  }
  return plan;
}

/**
 * Returns the next numbers of the tracks in their order, and where each track continues; null if
 * fewer are left than needed.
 */
export function numbersFrom(
  tracks: readonly TrackNumbers[],
  count: number,
): {
  numbers: { trackId: number; letters: string; no: number }[];
  next: Map<number, number>;
} | null {
  const numbers: { trackId: number; letters: string; no: number }[] = [];
  const next = new Map<number, number>();
  for (const { id, letters, next: first, last } of tracks) {
    const taken = Math.min(count - numbers.length, last - first + 1);
    if (taken <= 0) continue;
    for (let k = 0; k < taken; k += 1) numbers.push({ trackId: id, letters, no: first + k });
    next.set(id, first + taken);
  }
  return numbers.length < count ? null : { numbers, next };
}

/**
 * Returns the tax that an invoice states, in NT$. Only a company is told it; the price of a person
 * includes it (營業稅法第三十二條).
 */
export const statedTax = (carrier: Carrier, total: Money): Money =>
  carrier === 'company' ? vatOf(total) : ZERO;

/** Sums in NT$ of the allowances that an invoice has, with tax, and of the tax in them. */
export type AllowanceSums = { allowed: Money; allowedTax: Money };

/**
 * Returns the tax of a further allowance: that of the sum so far less the tax already allowed, so
 * that all of an invoice together have the tax of their sum. Never below zero, even where earlier
 * ones were rounded up one by one.
 */
export const allowanceTax = (amount: Money, { allowed, allowedTax }: AllowanceSums): Money =>
  maxOf(subtract(vatOf(add(allowed, amount)), allowedTax), ZERO);

/** Returns the number of an allowance, at most 16 characters. */
export const allowanceNumber = (invoiceNumber: string, earlier: number): string =>
  `${invoiceNumber}-${String(earlier + 1).padStart(2, '0')}`;

/** Returns the number of a tax period by which its tasks are found, such as 202611. */
export const periodId = (on: Day): number =>
  Number(String(dayNumber(taxPeriodOf(on).from)).slice(0, 6));

/** Returns a tax period for people: 2026/11–12. */
export function periodText(on: Day): string {
  const { from, to } = taxPeriodOf(on);
  return `${from.slice(0, 4)}/${from.slice(5, 7)}–${to.slice(5, 7)}`;
}

/** Whether a day is the last of its month, when investors get their invoice. */
export const isMonthEnd = (on: Day): boolean => addDays(on, 1).endsWith('-01');

/** Days on which there is work without any fee: investors get an invoice, numbers are closed. */
const isTurn = (on: Day): boolean => isMonthEnd(on) || on.endsWith('-01');

/** Returns the newest such day before today. */
export function lastTurn(today: Day): Day {
  let day = addDays(today, -1);
  while (!isTurn(day)) day = addDays(day, -1);
  return day;
}

/**
 * Returns the day to invoice next: the first from `next` through yesterday that has a fee, or on
 * which a month turns; null if there is none. `fee` is the day of the oldest fee that waits.
 */
export function dayToIssue(of: { next: Day; yesterday: Day; fee: Day | null }): Day | null {
  for (let day = of.next; day <= of.yesterday; day = addDays(day, 1)) {
    if (isTurn(day) || (of.fee !== null && of.fee <= day)) return day;
  }
  return null;
}

/** Days after a tax period in which its tax is declared (營業稅法第三十五條). */
const DECLARED_DAYS = 15;

/** Whether the tax of a day's period is declared by now, so that it gets no further documents. */
export const isDeclared = (on: Day, today: Day): boolean =>
  addDays(taxPeriodOf(on).to, DECLARED_DAYS) < today;

/** Part of the allotted numbers below which finance is asked for more. */
const FEW = 0.2;
/** Days before the end of a period from which the next one must have numbers. */
const NEXT_DAYS = 7;

/** Whether the next period must have numbers by now. */
export const isNearEnd = (on: Day): boolean => addDays(on, NEXT_DAYS) > taxPeriodOf(on).to;

/** Returns the periods (by a day of each) whose numbers do not last. */
export function periodsShort(
  on: Day,
  left: (periodFrom: Day) => { allotted: number; left: number },
): Day[] {
  const { from, to } = taxPeriodOf(on);
  const after = addDays(to, 1);
  const now = left(from);
  const short = now.left < now.allotted * FEW || now.allotted === 0 ? [from] : [];
  return isNearEnd(on) && left(after).allotted === 0 ? [...short, after] : short;
}

/** Sums of a tax period by the tables. Amounts are NT$ with tax. */
export type PeriodSums = {
  from: Day;
  fees: Money;
  vat: Money;
  invoices: number;
  voided: number;
  personTotal: Money;
  companyTotal: Money;
  companyTax: Money;
  allowances: number;
  allowanceTotal: Money;
  allowanceTax: Money;
  /** Fees collected for invoicing by accounting day, those of them without a document, … */
  collected: Money;
  pending: Money;
  /** … and fees of any day whose documents are dated in the period. */
  documented: Money;
};

/** Returns a period with everything that explains the difference between its invoices and VAT. */
export function periodOf(sums: PeriodSums): ServerInvoicePeriod {
  const { collected, documented, ...shown } = sums;
  const declared = subtract(add(vatOf(shown.personTotal), shown.companyTax), shown.allowanceTax);
  return {
    ...shown,
    to: taxPeriodOf(sums.from).to,
    declared,
    shifted: subtract(documented, subtract(collected, shown.pending)),
    other: subtract(shown.fees, collected),
    unbooked: subtract(vatOf(shown.fees), shown.vat),
    rounding: subtract(declared, vatOf(documented)),
    difference: subtract(declared, shown.vat),
  };
}

/** Returns a carrier's code with all but its ends hidden. */
export const maskedCode = (code: string): string =>
  code.length <= 4 ? '***' : `${code.slice(0, 2)}***${code.slice(-2)}`;
