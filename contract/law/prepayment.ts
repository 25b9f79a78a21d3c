// Partial prepayment (with a new schedule) and full prepayment: the interest, the fee and who
// receives the fee.
import { compareDays, daysBetween, maxDay, type Day } from '../core/day.ts';
import { add, money, percentOf, shareOf, subtract, ZERO, type Money } from '../core/money.ts';
import {
  type DayCount,
  type Instalment,
  instalmentMinOf,
  interestOf,
  isMonthOf,
  type RepaymentMethod,
  spreadOverInstalments,
  yearPartsOf,
} from './schedule.ts';
import type { PrepaymentTerms } from '../servicing/terms.ts';

/**
 * 縮短期數 (shortenTerm) keeps the payment and ends earlier; 降低月付 (lowerPayment) keeps the number of
 * periods and lowers the payment.
 */
export type PrepaymentMode = 'shortenTerm' | 'lowerPayment';

/** A partial prepayment must be a multiple of the step and at least the minimum, in NT$. */
export const PREPAYMENT_STEP = money(1_000);
export const PREPAYMENT_MIN = money(10_000);

/** Amount to pay on a day: principal, interest accrued by then, and the fee. NT$. */
export type PrepaymentQuote = { principal: Money; interest: Money; fee: Money; total: Money };

/** A loan in the period in which it is prepaid. No instalment of the loan may be overdue. */
export type Prepayable = {
  rateAnnualBps: number;
  /** Terms that determine the fee. */
  terms: PrepaymentTerms;
  dayCount: DayCount;
  /** Schedule from the current period onwards. */
  rest: readonly Instalment[];
  /** Start of the current period: the last due date, or the disbursement. */
  periodStartsOn: Day;
  /** Day up to which an earlier prepayment in this period has already paid the interest. */
  accruedFrom?: Day;
  /** Interest of this period paid by an earlier prepayment. */
  interestPaid?: Money;
  /** Date of the payment according to the bank. */
  on: Day;
};

export type PartialPrepayment = Prepayable & {
  /** Principal to prepay, in NT$. */
  amount: Money;
  mode: PrepaymentMode;
  method: RepaymentMethod;
  /** Only for interestOnly: grace periods left, including the current one. */
  graceMonths?: number;
  /** Least amount of an instalment with principal, in NT$; by default that of the loan's terms. */
  least?: Money;
};

/**
 * Returns the prepayment fee: a share of the prepaid principal during the first instalments, then
 * 0. NT$.
 */
export function prepaymentFeeOf(
  principal: Money,
  currentNo: number,
  terms: PrepaymentTerms,
): Money {
  const { prepaymentFeeInstalments: first, prepaymentFeeBps } = terms;
  return currentNo <= first ? percentOf(principal, prepaymentFeeBps) : ZERO;
}

/**
 * Returns the investors' part of a prepayment fee under the loan's terms, including the odd dollar.
 * NT$.
 */
export function prepaymentFeeSharesOf(
  fee: Money,
  { prepaymentCreditorsPercent }: PrepaymentTerms,
): { investors: Money; platform: Money } {
  const investors = shareOf(fee, prepaymentCreditorsPercent, 100, 'ceil');
  return { investors, platform: subtract(fee, investors) };
}

/**
 * Returns the interest accrued (act/365) on the balance since the last due date or prepayment. NT$.
 */
export function accruedInterestOf(loan: Prepayable): Money {
  const from = loan.accruedFrom ?? loan.periodStartsOn;
  const parts = yearPartsOf(from, maxDay(from, loan.on), 'ACT_365');
  return interestOf(balanceOf(loan), loan.rateAnnualBps, parts);
}

/** Returns the amount that settles the loan in full on a day: balance, accrued interest and fee. */
export function fullSettlementOf(loan: Prepayable): PrepaymentQuote {
  return quoteOf(balanceOf(loan), loan);
}

/**
 * Returns whether this amount is a valid partial prepayment: whole thousands, at least 10,000, less
 * than the balance.
 */
export function isPartialPrepayment(amount: Money, balance: Money): boolean {
  return amount % PREPAYMENT_STEP === 0 && amount >= PREPAYMENT_MIN && amount < balance;
}

/**
 * Returns what to pay on the day of a partial prepayment, and the schedule from the current period
 * on. The interest of the current period has two parts: the interest accrued on the old balance,
 * which is paid now, and round_half_up(new balance·r·days left ∕ days in period). The row of the
 * period contains both parts. After the interest paid now is deducted, the rest due on the due date
 * is again the equal instalment. Throws RangeError for an amount or a day that is not allowed.
 */
export function partialPrepaymentOf(
  loan: PartialPrepayment,
): PrepaymentQuote & { instalments: Instalment[] } {
  const balance = balanceOf(loan);
  if (!isPartialPrepayment(loan.amount, balance)) {
    throw new RangeError(`${loan.amount} of ${balance} cannot be prepaid`);
  }
  const quote = quoteOf(loan.amount, loan);
  if (compareDays(loan.on, currentOf(loan).dueOn) > 0) {
    throw new RangeError(`${loan.on} is after the current period`);
  }
  return { ...quote, instalments: newScheduleOf(loan, subtract(balance, loan.amount), quote) };
}

function quoteOf(principal: Money, loan: Prepayable): PrepaymentQuote {
  const interest = accruedInterestOf(loan);
  const fee = prepaymentFeeOf(principal, currentOf(loan).no, loan.terms);
  return { principal, interest, fee, total: add(principal, interest, fee) };
}

function newScheduleOf(
  loan: PartialPrepayment,
  balance: Money,
  { interest }: PrepaymentQuote,
): Instalment[] {
  const { rest, rateAnnualBps, dayCount, periodStartsOn, method, graceMonths, mode } = loan;
  const periods = rest.map(({ no, dueOn }, i) => {
    const from = i === 0 ? periodStartsOn : rest[i - 1]!.dueOn;
    const parts = yearPartsOf(from, dueOn, dayCount);
    const left = daysBetween(loan.on, dueOn);
    const of = i === 0 ? { left, whole: daysBetween(from, dueOn) } : undefined;
    const interestOn = (on: Money) => interestOf(on, rateAnnualBps, parts, of);
    return { no, dueOn, interestOn, isMonth: isMonthOf(from, dueOn, dayCount) };
  });
  const payment = mode === 'shortenTerm' ? unchangedPaymentOf(loan) : undefined;
  const least = loan.least ?? instalmentMinOf(loan.terms);
  const shape = { balance, rateAnnualBps, method, graceMonths, periods, payment, least };
  const rows = spreadOverInstalments(shape);
  const paid = add(loan.interestPaid ?? ZERO, interest);
  if (paid === 0) return rows;
  // The interest paid now belongs to the current period, even if nothing else is due in it.
  const { no, dueOn } = currentOf(loan);
  const current = rows.find((row) => row.no === no);
  const empty = { no, dueOn, principal: ZERO, interest: ZERO, total: ZERO, balance };
  const { interest: own, total, ...row } = current ?? empty;
  const first = { ...row, interest: add(own, paid), total: add(total, paid) };
  return [first, ...rows.filter((other) => other.no !== no)];
}

/**
 * Returns the regular payment of the old schedule after the interest-only periods: the principal
 * for equalPrincipal, otherwise principal with interest. If possible, the payment is not taken from
 * the first row, which may be larger because of a long first period. It is never taken from the
 * last row, which may be smaller. Throws RangeError if all periods are interest-only.
 */
function unchangedPaymentOf(loan: PartialPrepayment): Money {
  const grace = loan.method === 'interestOnly' ? (loan.graceMonths ?? 0) : 0;
  const row = loan.rest[loan.rest.length - grace > 2 ? grace + 1 : grace];
  if (!row) throw new RangeError('no period after the interest-only ones');
  if (loan.method === 'equalPrincipal') return row.principal;
  return row.no === currentOf(loan).no ? subtract(row.total, loan.interestPaid ?? ZERO) : row.total;
}

function currentOf({ rest }: Prepayable): Instalment {
  const [current] = rest;
  if (current === undefined) throw new RangeError('nothing is left to prepay');
  return current;
}

function balanceOf(loan: Prepayable): Money {
  const current = currentOf(loan);
  return add(current.principal, current.balance);
}
