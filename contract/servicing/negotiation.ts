// Negotiation arithmetic: turns a debt into a new schedule with a column for arrears.
import { z } from 'zod';
import { addDays, type Day } from '../core/day.ts';
import {
  add,
  formatMoney,
  minOf,
  percentOf,
  percentOfBps,
  shareOf,
  split,
  subtract,
  sum,
  type Money,
} from '../core/money.ts';
import { countSchema, moneySchema } from '../core/wire.ts';
import { instalmentsOf, stepsOf, stepsText, type Instalment, type Step } from '../law/schedule.ts';

/**
 * Limits of the terms: the number of additional periods, and the number of interest-only periods.
 */
export const EXTRA_INSTALMENTS = 24;
export const GRACE_MONTHS_MAX = 6;
/** Days that the borrower has to answer, followed by the days that the investors have. */
export const BORROWER_DAYS = 3;
export const INVESTOR_DAYS = 7;
/**
 * Earliest and latest first due day, in days after the terms are drawn up. The borrower and the
 * investors must have time to answer, but the payment cannot be postponed indefinitely.
 */
export const FIRST_DUE_MIN_DAYS = 15;
export const FIRST_DUE_MAX_DAYS = 120;
/**
 * When the terms are approved, at least this many days must be left until the first due day, so
 * that nothing falls due before all have agreed.
 */
export const FIRST_DUE_LEFT_DAYS = BORROWER_DAYS + INVESTOR_DAYS + 1;
/** The terms bind all investors if those with two thirds of the outstanding principal agree. */
export const CONSENT = { of: 3, needs: 2 } as const;

export const HARDSHIP = {
  income: '收入減少或中斷',
  illness: '傷病或家庭變故',
  expense: '臨時的重大支出',
  debt: '其他債務壓力',
  other: '其他',
} as const;
export const WISH = {
  postpone: '延後還款',
  lower: '降低每期金額',
  extend: '延長期數',
} as const;
export type Hardship = keyof typeof HARDSHIP;
export type Wish = keyof typeof WISH;

/** Classes of debt that may be waived, each by a whole percentage of what the borrower owes. */
export const waivable = ['interest', 'lateInterest', 'penalty'] as const;
export type Waivable = (typeof waivable)[number];

export type NegotiationTerms = {
  rateAnnualBps: number;
  /** Number of instalments, counted from the first due day of the new schedule. */
  installments: number;
  graceMonths: number;
  waive: Record<Waivable, number>;
  firstDueOn: Day;
};

/** Debt by class on the day the terms are drawn up, in NT$. */
export type Owed = { principal: Money } & Record<Waivable, Money>;

/** One row of the new schedule; `total` includes the arrears due with this row. */
export type NegotiatedRow = Instalment & { arrears: Record<Waivable, Money> };

export type Renegotiation = {
  waived: Record<Waivable, Money>;
  /** Interest and charges that are not waived, in NT$. */
  arrears: Record<Waivable, Money>;
  rows: NegotiatedRow[];
};

/**
 * Calculates the new schedule: the outstanding principal at the new rate from `from` on, in equal
 * instalments (rounded up) after `graceMonths` interest-only periods. The interest and charges that
 * are not waived bear no interest and are spread evenly over the periods after the interest-only
 * ones; leftover dollars go to the earliest periods. Within a period these arrears are paid in the
 * order set by law: interest, late interest, penalty.
 */
export function renegotiate(owed: Owed, terms: NegotiationTerms, from: Day): Renegotiation {
  const { rateAnnualBps, installments, graceMonths, firstDueOn, waive } = terms;
  const waived = byClass((name) => percentOf(owed[name], waive[name] * 100));
  const arrears = byClass((name) => subtract(owed[name], waived[name]));
  const instalments = instalmentsOf({
    principal: owed.principal,
    rateAnnualBps,
    periods: installments,
    ...(graceMonths > 0 ? { method: 'interestOnly', graceMonths } : { method: 'level' }),
    dayCount: 'MONTHLY_12',
    dueRule: 'ANNIVERSARY',
    startsOn: from,
    firstDueOn,
    fixedTerm: true,
  });
  const parts = spread(arrears, installments, graceMonths);
  const rows = instalments.map((row, i) => {
    const part = parts[i]!;
    return { ...row, arrears: part, total: add(row.total, ...Object.values(part)) };
  });
  return { waived, arrears, rows };
}

const byClass = (amount: (name: Waivable) => Money): Record<Waivable, Money> => ({
  interest: amount('interest'),
  lateInterest: amount('lateInterest'),
  penalty: amount('penalty'),
});

/**
 * Splits the arrears evenly over the periods by largest remainder, with zero for the interest-only
 * periods, and then fills each period's part class by class.
 */
function spread(
  arrears: Record<Waivable, Money>,
  periods: number,
  grace: number,
): Record<Waivable, Money>[] {
  const weights = Array.from({ length: periods }, (_, i) => (i < grace ? 0 : 1));
  const left = { ...arrears };
  return split(sum(Object.values(arrears)), weights).map((whole) => {
    let room = whole;
    return byClass((name) => {
      const part = minOf(room, left[name]);
      left[name] = subtract(left[name], part);
      room = subtract(room, part);
      return part;
    });
  });
}

/** Limits of the terms for one loan. */
export type Bounds = {
  rateAnnualBps: number;
  /** Number of unpaid periods of the original contract. */
  unpaid: number;
  /** Day on which the terms are drawn up. */
  on: Day;
};

/** Returns the errors in the terms by field; empty if they may be proposed. */
export function termProblems(owed: Owed, terms: NegotiationTerms, bounds: Bounds) {
  const { rateAnnualBps, installments, graceMonths, waive, firstDueOn } = terms;
  const most = bounds.unpaid + EXTRA_INSTALMENTS;
  const [first, last] = firstDueBounds(bounds.on);
  const problems: Record<string, string> = {};
  const whole = (n: number, min: number, max: number) =>
    Number.isInteger(n) && n >= min && n <= max;
  if (!whole(rateAnnualBps, 0, bounds.rateAnnualBps)) problems['annualRate'] = '不可高於原利率';
  if (!whole(installments, 1, most)) problems['installments'] = `請填 1 至 ${most} 期`;
  if (!whole(graceMonths, 0, GRACE_MONTHS_MAX) || graceMonths >= installments) {
    problems['graceMonths'] = `寬限期最多 ${GRACE_MONTHS_MAX} 個月，並少於期數`;
  }
  if (!waivable.every((name) => whole(waive[name], 0, 100))) problems['waive'] = '請填 0 至 100';
  if (!(firstDueOn >= first && firstDueOn <= last)) {
    problems['firstDueOn'] = `請選 ${first} 至 ${last} 之間的日期`;
  }
  if (Object.keys(problems).length > 0) return problems;
  const empty = renegotiate(owed, terms, bounds.on).rows.some(({ total }) => total === 0);
  if (empty) problems['installments'] = '有期數的應還金額為 0，請減少期數或寬限期';
  return problems;
}

/** Returns the earliest and the latest first due day for terms drawn up on a day. */
export function firstDueBounds(on: Day): [first: Day, last: Day] {
  return [addDays(on, FIRST_DUE_MIN_DAYS), addDays(on, FIRST_DUE_MAX_DAYS)];
}

/** Returns whether the agreed principal is enough to bind all investors. */
export function isBinding(agreed: Money, total: Money): boolean {
  return total > 0 && agreed * CONSENT.of >= total * CONSENT.needs;
}

/** Returns the principal that must agree, rounded up, in NT$. */
export function principalNeeded(total: Money): Money {
  return shareOf(total, CONSENT.needs, CONSENT.of, 'ceil');
}

/** Instalments in a row with the same amount, in NT$, as the API sends them. */
export const stepSchema = z.object({ installments: countSchema, amount: moneySchema });

/** Key figures of a repayment schedule, to compare the old one with the new one. */
export type PlanFigures = {
  annualRate: number;
  installments: number;
  graceMonths: number;
  /** Regular instalment after the interest-only periods. */
  instalment: Money;
  /** All amounts in order; the plan before a negotiation lacks them. */
  steps?: Step[] | undefined;
  firstDueOn: Day;
  lastDueOn: Day;
  principal: Money;
  interest: Money;
  /** Interest and charges that are already owed. */
  arrears: Money;
  total: Money;
};

/** Says what a plan asks for each month: the first and the following amounts. */
export const instalmentText = ({ instalment, steps }: Pick<PlanFigures, 'instalment' | 'steps'>) =>
  steps ? stepsText(steps) : formatMoney(instalment);

/** Returns the key figures of a negotiated schedule. */
export function figuresOf(terms: NegotiationTerms, { rows }: Renegotiation): PlanFigures {
  const [first] = rows;
  const regular = rows[Math.min(terms.graceMonths + 1, rows.length - 1)]!;
  return {
    annualRate: percentOfBps(terms.rateAnnualBps),
    installments: rows.length,
    graceMonths: terms.graceMonths,
    instalment: regular.total,
    steps: stepsOf(rows.map((row) => row.total)),
    firstDueOn: first!.dueOn,
    lastDueOn: rows.at(-1)!.dueOn,
    principal: sum(rows.map((row) => row.principal)),
    interest: sum(rows.map((row) => row.interest)),
    arrears: sum(rows.flatMap((row) => Object.values(row.arrears))),
    total: sum(rows.map((row) => row.total)),
  };
}
