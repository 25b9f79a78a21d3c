// Repayment schedules: level, equal principal and interest-only, in exact integer arithmetic.
import { addDays, addMonths, compareDays, day, daysBetween, type Day } from '../core/day.ts';
import {
  add,
  divideRounded,
  formatMoney,
  money,
  moneyOf,
  roundedTo,
  subtract,
  sum,
  ZERO,
  type Money,
  type Rounding,
} from '../core/money.ts';

/**
 * level (equal instalments) is 本息平均攤還; equalPrincipal is 本金平均攤還; interestOnly is 按月付息, with
 * interest-only periods (寬限期) first.
 */
export type RepaymentMethod = 'level' | 'equalPrincipal' | 'interestOnly';
/** Name of a repayment method, and the contract clause that describes it. */
export const repaymentMethodText: Record<RepaymentMethod, { text: string; clause: string }> = {
  level: { text: '本息平均攤還', clause: '本息平均攤還' },
  equalPrincipal: { text: '本金平均攤還', clause: '本金平均攤還' },
  interestOnly: { text: '寬限期後本息平均攤還', clause: '寬限期內按月付息，期滿後本息平均攤還' },
};
/** MONTHLY_12: a whole month is a twelfth of a year; ACT_365: actual days over 365. */
export type DayCount = 'MONTHLY_12' | 'ACT_365';
/** ANNIVERSARY: the day of the disbursement in each month; FIXED_10: the 10th. */
export type DueRule = 'ANNIVERSARY' | 'FIXED_10';

/** One row of a schedule. `balance` is the principal outstanding after the row's payment. */
export type Instalment = {
  no: number;
  dueOn: Day;
  principal: Money;
  interest: Money;
  total: Money;
  balance: Money;
};

/**
 * Least amount of an instalment with principal that a plan, a due day or a prepayment makes, in
 * NT$. The number of instalments falls instead; the last one may be smaller.
 */
export const INSTALMENT_MIN = money(500);

/**
 * Returns the least amount of an instalment with principal under the terms of a loan, in NT$.
 * Contracts signed before there was one lack it.
 */
export const instalmentMinOf = ({ instalmentMin }: { instalmentMin?: Money | undefined }): Money =>
  instalmentMin ?? ZERO;

export type LoanTerms = {
  /** Principal in the currency's main unit (NT$), with at most `decimals` decimals. */
  principal: number;
  rateAnnualBps: number;
  /** Number of instalments, 期數. */
  periods: number;
  method: RepaymentMethod;
  /**
   * Only for interestOnly: number of periods that pay interest only; the remaining periods have
   * equal instalments.
   */
  graceMonths?: number;
  dayCount: DayCount;
  dueRule: DueRule;
  /** The bank's value date of the disbursement, on which interest starts. */
  startsOn: Day;
  /** First due date if one was agreed (in a negotiation); otherwise `dueRule` sets it. */
  firstDueOn?: Day;
  /** Decimals of the currency: every returned amount is in units of 10^-decimals. TWD has 0. */
  decimals?: number;
  /**
   * Rounding of the level payment. This platform rounds up; published examples often round half up.
   */
  paymentRounding?: Rounding;
  /**
   * Least amount of an instalment with principal; the default is INSTALMENT_MIN for a currency
   * without decimals, and nothing for others. Contracts signed before there was one have 0.
   */
  least?: Money;
  /**
   * Keeps the number of periods as it is, with instalments of any amount: for terms that were
   * negotiated, and for an investor's part of a loan.
   */
  fixedTerm?: boolean;
};

const BPS_PER_WHOLE = 10_000n;
const MONTHS_PER_YEAR = 12n;
/**
 * Number of time units in a year, chosen so that a month (365 units) and a day of a 365-day year
 * (12 units) are both whole numbers.
 */
const YEAR_PARTS = 4_380n;
const MONTH_PARTS = 365;
const DAY_PARTS = 12;
/**
 * The due dates of FIXED_10 are the 10th of each month; the first one is at least this many days
 * after disbursement.
 */
const FIXED_DAY = '10';
const FIXED_FIRST_AFTER_DAYS = 20;

/**
 * Returns the schedule of a loan, first instalment first. The interest of a period is
 * round_half_up(balance × rate × time) and the principal is the rest of the payment; the last
 * instalment takes the remaining balance. Throws RangeError for invalid terms.
 */
export function instalmentsOf(terms: LoanTerms): Instalment[] {
  const principal = minorUnitsOf(terms.principal, terms.decimals ?? 0);
  const dueDays = dueDaysOf(terms);
  const { rateAnnualBps, method, graceMonths, dayCount, paymentRounding, fixedTerm } = terms;
  const least = terms.least ?? (terms.decimals ? ZERO : INSTALMENT_MIN);
  const options = { graceMonths, paymentRounding, fixedTerm, least };
  return spreadOverInstalments({
    balance: principal,
    rateAnnualBps,
    method,
    ...options,
    periods: dueDays.map((dueOn, i) => {
      const from = i === 0 ? terms.startsOn : dueDays[i - 1]!;
      const parts = yearPartsOf(from, dueOn, dayCount);
      return {
        no: i + 1,
        dueOn,
        interestOn: (balance) => interestOf(balance, rateAnnualBps, parts),
        isMonth: isMonthOf(from, dueOn, dayCount),
      };
    }),
  });
}

/**
 * Returns A = ceil(P·r·(1+r)^n ∕ ((1+r)^n − 1)) with r = annual ∕ 12, or ceil(P∕n) if r is 0, in
 * the same unit as the principal.
 */
export function levelPaymentOf(loan: {
  principal: Money;
  rateAnnualBps: number;
  periods: number;
  rounding?: Rounding;
}): Money {
  const { principal, rateAnnualBps, periods, rounding = 'ceil' } = loan;
  assertTerms(principal, rateAnnualBps, periods);
  if (rateAnnualBps === 0)
    return moneyOf(divideRounded(BigInt(principal), BigInt(periods), rounding));
  const rate = BigInt(rateAnnualBps);
  const whole = BPS_PER_WHOLE * MONTHS_PER_YEAR;
  const grown = (whole + rate) ** BigInt(periods);
  const payment = BigInt(principal) * rate * grown;
  return moneyOf(divideRounded(payment, whole * (grown - whole ** BigInt(periods)), rounding));
}

/** Instalments in a row with the same amount, in NT$. */
export type Step = { installments: number; amount: Money };

/**
 * Returns the amounts of a schedule in order, equal ones that follow each other together. A last
 * instalment that is smaller than the others is a step of its own.
 */
export function stepsOf(totals: readonly Money[]): Step[] {
  const steps: Step[] = [];
  for (const amount of totals) {
    const last = steps.at(-1);
    if (last?.amount === amount) last.installments += 1;
    else steps.push({ installments: 1, amount });
  }
  return steps;
}

/**
 * Says the amounts of a schedule, such as 「前 5 期每期 $ 800，其後 16 期每期 $ 6,099，末期 $ 6,090」.
 */
export function stepsText(steps: readonly Step[]): string {
  const text = ({ installments, amount }: Step, i: number) => {
    const isLast = i === steps.length - 1;
    if (steps.length === 1) return `每期 ${formatMoney(amount)}`;
    if (installments === 1 && isLast) return `末期 ${formatMoney(amount)}`;
    if (installments === 1 && i === 0) return `首期 ${formatMoney(amount)}`;
    return `${i === 0 ? '前' : '其後'} ${installments} 期每期 ${formatMoney(amount)}`;
  };
  return steps.map(text).join('，');
}

/** Returns the sums of a schedule: principal, interest, and both together. */
export function totalsOf(rows: readonly Instalment[]): {
  principal: Money;
  interest: Money;
  total: Money;
} {
  return {
    principal: sum(rows.map((row) => row.principal)),
    interest: sum(rows.map((row) => row.interest)),
    total: sum(rows.map((row) => row.total)),
  };
}

/**
 * Returns round_half_up(balance × annual rate × `YEAR_PARTS` units ∕ 4,380 [× left ∕ whole]); left
 * ∕ whole is the part of the period that is counted.
 */
export function interestOf(
  balance: Money,
  rateAnnualBps: number,
  yearParts: number,
  of: { left: number; whole: number } = { left: 1, whole: 1 },
): Money {
  const numerator = BigInt(balance) * BigInt(rateAnnualBps) * BigInt(yearParts) * BigInt(of.left);
  return moneyOf(divideRounded(numerator, BPS_PER_WHOLE * YEAR_PARTS * BigInt(of.whole), 'halfUp'));
}

/**
 * Returns the time between two due dates in `YEAR_PARTS` units. MONTHLY_12 counts a whole month as
 * a twelfth of a year; in a first period that is not a whole month, the extra days count as days ∕
 * 365, with or without a following whole month.
 */
export function yearPartsOf(from: Day, dueOn: Day, dayCount: DayCount): number {
  const days = daysBetween(from, dueOn);
  if (days < 0) throw new RangeError(`due on ${dueOn}, before ${from}`);
  if (dayCount === 'ACT_365') return days * DAY_PARTS;
  const monthBefore = addMonths(dueOn, -1);
  if (from === monthBefore || dueOn === addMonths(from, 1)) return MONTH_PARTS;
  if (compareDays(from, monthBefore) > 0) return days * DAY_PARTS;
  return MONTH_PARTS + daysBetween(from, monthBefore) * DAY_PARTS;
}

/**
 * Returns whether the time between two due dates is a whole month, which counts as a twelfth of a
 * year.
 */
export function isMonthOf(from: Day, dueOn: Day, dayCount: DayCount): boolean {
  return yearPartsOf(from, dueOn, dayCount) === MONTH_PARTS;
}

/**
 * A future period of a schedule: its number, its due date, and the interest that a given balance
 * bears in the period.
 */
export type Period = {
  no: number;
  dueOn: Day;
  interestOn: (balance: Money) => Money;
  /** Whether the period is a twelfth of a year, as the formula of the equal instalment assumes. */
  isMonth: boolean;
};

/**
 * Spreads a balance over periods. If `payment` is given, it is used as the equal instalment (or,
 * for equalPrincipal, as the principal of each period) instead of a computed one; the balance may
 * then be paid off early. The computed equal instalment is that of `levelPaymentOf` if every period
 * is a month; otherwise it is the smallest one for which the last instalment is not larger than the
 * others. In a period whose interest exceeds the payment, the whole interest is paid. No instalment
 * with principal is below `least`, except the last one, and a period in which nothing is due has no
 * row, unless the term is fixed.
 */
export function spreadOverInstalments(plan: {
  balance: Money;
  rateAnnualBps: number;
  method: RepaymentMethod;
  graceMonths?: number;
  periods: readonly Period[];
  payment?: Money;
  paymentRounding?: Rounding;
  least: Money;
  fixedTerm?: boolean;
}): Instalment[] {
  const count = plan.periods.length;
  assertTerms(plan.balance, plan.rateAnnualBps, count);
  const grace = graceOf(plan.method, plan.graceMonths, count);
  const payment = plan.payment ?? paymentOf(plan, plan.periods.slice(grace));
  const least = plan.fixedTerm ? ZERO : plan.least;
  const rows: Instalment[] = [];
  let balance = plan.balance;
  for (const [i, period] of plan.periods.entries()) {
    const interest = period.interestOn(balance);
    const principal =
      i === count - 1
        ? balance
        : i < grace
          ? money(0)
          : plan.method === 'equalPrincipal'
            ? clamp(Math.max(payment, least - interest), balance)
            : clamp(Math.max(payment, least) - interest, balance);
    balance = money(balance - principal);
    const total = money(principal + interest);
    rows.push({ no: period.no, dueOn: period.dueOn, principal, interest, total, balance });
    if (balance === 0 && plan.payment !== undefined) break;
  }
  return plan.fixedTerm || plan.balance === 0 ? rows : rows.filter((row) => row.total > 0);
}

/** Returns the number of periods that pay interest only. */
function graceOf(method: RepaymentMethod, graceMonths: number | undefined, periods: number) {
  if (method !== 'interestOnly') {
    if (graceMonths) throw new RangeError(`grace belongs to interestOnly, not to ${method}`);
    return 0;
  }
  const grace = graceMonths ?? periods - 1;
  if (!Number.isInteger(grace) || grace < 0 || grace >= periods) {
    throw new RangeError(`${grace} of ${periods} periods cannot be grace`);
  }
  return grace;
}

function paymentOf(
  plan: {
    balance: Money;
    rateAnnualBps: number;
    method: RepaymentMethod;
    paymentRounding?: Rounding;
  },
  periods: readonly Period[],
): Money {
  const { balance, rateAnnualBps, paymentRounding: rounding = 'ceil' } = plan;
  if (plan.method === 'equalPrincipal') {
    return moneyOf(divideRounded(BigInt(balance), BigInt(periods.length), 'halfUp'));
  }
  const loan = { principal: balance, rateAnnualBps, periods: periods.length, rounding };
  const formula = levelPaymentOf(loan);
  // Any other rounding mode only reproduces published schedules, in which the last instalment
  // absorbs the rounding differences.
  if (rounding !== 'ceil') return formula;
  return leastPaymentOf(balance, periods, periods.every(({ isMonth }) => isMonth) ? formula : ZERO);
}

/**
 * Returns the smallest equal instalment that is at least `least` and for which the last instalment
 * is not larger.
 */
function leastPaymentOf(balance: Money, periods: readonly Period[], least: Money): Money {
  if (isEnough(least, balance, periods)) return least;
  let [low, high] = [least, add(balance, periods.at(-1)!.interestOn(balance))];
  while (high - low > 1) {
    const middle = money(low + Number((BigInt(high) - BigInt(low)) / 2n));
    if (isEnough(middle, balance, periods)) high = middle;
    else low = middle;
  }
  return high;
}

/**
 * Returns whether the last instalment is at most this amount if every other instalment is this
 * amount.
 */
function isEnough(payment: Money, balance: Money, periods: readonly Period[]): boolean {
  let left = balance;
  for (const { interestOn } of periods.slice(0, -1)) {
    left = subtract(left, clamp(payment - interestOn(left), left));
  }
  return add(left, periods.at(-1)!.interestOn(left)) <= payment;
}

/**
 * Returns the due dates, each k months after the original day, so that a clamped day (such as 28
 * February) never shifts later ones.
 */
function dueDaysOf(terms: LoanTerms): Day[] {
  assertTerms(money(0), terms.rateAnnualBps, terms.periods);
  const first =
    terms.firstDueOn ?? (terms.dueRule === 'FIXED_10' ? firstFixedDay(terms.startsOn) : undefined);
  return Array.from({ length: terms.periods }, (_, i) =>
    first === undefined ? addMonths(terms.startsOn, i + 1) : addMonths(first, i),
  );
}

function firstFixedDay(startsOn: Day): Day {
  const earliest = addDays(startsOn, FIXED_FIRST_AFTER_DAYS);
  const sameMonth = day(`${earliest.slice(0, 8)}${FIXED_DAY}`);
  return compareDays(sameMonth, earliest) >= 0 ? sameMonth : addMonths(sameMonth, 1);
}

function minorUnitsOf(amount: number, decimals: number): Money {
  const scaled = amount * 10 ** decimals;
  const units = money(roundedTo(scaled, 0));
  if (Math.abs(scaled - units) > 1e-6) {
    throw new RangeError(`${amount} has more than ${decimals} decimals`);
  }
  return units;
}

function assertTerms(principal: Money, rateAnnualBps: number, periods: number): void {
  if (principal < 0) throw new RangeError(`not a principal: ${principal}`);
  if (!Number.isInteger(rateAnnualBps) || rateAnnualBps < 0) {
    throw new RangeError(`not a rate in basis points: ${rateAnnualBps}`);
  }
  if (!Number.isInteger(periods) || periods < 1) {
    throw new RangeError(`not a number of periods: ${periods}`);
  }
}

function clamp(amount: number, most: Money): Money {
  return money(Math.min(Math.max(amount, 0), most));
}
