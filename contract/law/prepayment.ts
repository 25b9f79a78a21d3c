// Paying early: a part, with a new schedule, or all of it; interest, fee and who gets the fee.
import { compareDays, daysBetween, maxDay, type Day } from '../core/day.ts';
import { add, money, percentOf, shareOf, subtract, ZERO, type Money } from '../core/money.ts';
import {
  interestOf,
  isMonthOf,
  layInstalments,
  yearPartsOf,
  type DayCount,
  type Instalment,
  type RepaymentMethod,
} from './schedule.ts';
import type { PrepaymentTerms } from '../servicing/terms.ts';

/** 縮短期數 keeps the payment and ends earlier; 降低月付 keeps the periods and pays less. */
export type PrepaymentMode = 'shortenTerm' | 'lowerPayment';

/** A partial prepayment is a multiple of this, and at least that, in NT$. */
export const PREPAYMENT_STEP = money(1_000);
export const PREPAYMENT_MIN = money(10_000);

/** What is to be paid on a day: principal, the interest accrued by then, and the fee. NT$. */
export type PrepaymentQuote = { principal: Money; interest: Money; fee: Money; total: Money };

/** A loan as it stands in the period it is prepaid in, nothing being overdue. */
export type Prepayable = {
  rateAnnualBps: number;
  /** What the fee is by. */
  terms: PrepaymentTerms;
  dayCount: DayCount;
  /** The schedule from the current period on. */
  rest: readonly Instalment[];
  /** The last due day, or the disbursement: where the current period begins. */
  periodStartsOn: Day;
  /** Where an earlier prepayment of this period paid the interest up to. */
  accruedFrom?: Day;
  /** The interest of this period that an earlier prepayment paid. */
  interestPaid?: Money;
  /** The day of the payment, by the bank. */
  on: Day;
};

export type PartialPrepayment = Prepayable & {
  /** The principal to prepay. */
  amount: Money;
  mode: PrepaymentMode;
  method: RepaymentMethod;
  /** With interestOnly: the grace periods left, the current one included. */
  graceMonths?: number;
};

/** A share of the prepaid principal within the first instalments, then nothing. NT$ */
export function prepaymentFeeOf(
  principal: Money,
  currentNo: number,
  terms: PrepaymentTerms,
): Money {
  const { prepaymentFeeInstalments: first, prepaymentFeeBps } = terms;
  return currentNo <= first ? percentOf(principal, prepaymentFeeBps) : ZERO;
}

/** The creditors' part of a prepayment fee by the loan's terms, the odd dollar theirs too. NT$ */
export function prepaymentFeeSharesOf(
  fee: Money,
  { prepaymentCreditorsPercent }: PrepaymentTerms,
): { investors: Money; platform: Money } {
  const investors = shareOf(fee, prepaymentCreditorsPercent, 100, 'ceil');
  return { investors, platform: subtract(fee, investors) };
}

/** Interest accrued act/365 on the balance since the last due day (or prepayment). NT$. */
export function accruedInterestOf(loan: Prepayable): Money {
  const from = loan.accruedFrom ?? loan.periodStartsOn;
  const parts = yearPartsOf(from, maxDay(from, loan.on), 'ACT_365');
  return interestOf(balanceOf(loan), loan.rateAnnualBps, parts);
}

/** What settles the loan in full on a day: balance, accrued interest and fee. */
export function fullSettlementOf(loan: Prepayable): PrepaymentQuote {
  return quoteOf(balanceOf(loan), loan);
}

/** Whether so much may be prepaid in part: whole thousands, at least 10,000, and not all. */
export function isPartialPrepayment(amount: Money, balance: Money): boolean {
  return amount % PREPAYMENT_STEP === 0 && amount >= PREPAYMENT_MIN && amount < balance;
}

/**
 * A partial prepayment: what to pay on the day, and the schedule from the current period on.
 * The current period bears interest accrued on the old balance, paid now, and
 * round_half_up(new balance·r·days left ∕ days in period). Its row shows both; what it still
 * owes on the due day, without the part paid now, is the level payment again. RangeError for an
 * amount or a day that does not fit.
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
  const payment = mode === 'shortenTerm' ? keptPaymentOf(loan) : undefined;
  const shape = { balance, rateAnnualBps, method, graceMonths, periods, payment };
  const [first, ...others] = layInstalments(shape);
  const paid = add(loan.interestPaid ?? ZERO, interest);
  const [both, total] = [add(first!.interest, paid), add(first!.total, paid)];
  return [{ ...first!, interest: both, total }, ...others];
}

/**
 * What the old schedule pays each time after grace: principal alone, or with its interest. The
 * first of several may be a long period that pays more, and the last may pay less.
 */
function keptPaymentOf(loan: PartialPrepayment): Money {
  const grace = loan.method === 'interestOnly' ? (loan.graceMonths ?? 0) : 0;
  const row = loan.rest[loan.rest.length - grace > 2 ? grace + 1 : grace]!;
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
