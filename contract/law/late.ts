// Late interest and penalty of one overdue instalment, always computed from dates.
import { daysBetween, type Day } from '../core/day.ts';
import {
  add,
  divideRounded,
  maxOf,
  minOf,
  money,
  moneyOf,
  subtract,
  ZERO,
  type Money,
  type Rounding,
} from '../core/money.ts';
import { RATE_CAP_BPS } from './rates.ts';
import type { LateTerms } from '../servicing/terms.ts';

const TENTHS_PER_WHOLE = 10;
/** Divisor that turns principal × days × tenths of a basis point into a yearly amount. */
const YEARLY = 10_000n * 10n * 365n;

/**
 * Returns the state of a notice on a day. It is running until `payBy`; after that it has expired,
 * and the whole principal is due once the bank's records of that day are complete.
 */
export function noticeStateOn(
  notice: { payBy: string; accelerated: boolean },
  today: string,
): 'running' | 'runOut' | 'accelerated' {
  if (notice.accelerated) return 'accelerated';
  return today <= notice.payBy ? 'running' : 'runOut';
}

export type LateBucket = 'current' | 'grace' | 'overdue' | 'violation';
export type LateCharges = { lateDays: number; interest: Money; penalty: Money };

/**
 * Running totals of an instalment's late charges: the exact accrual and the amount charged. Because
 * of these totals many part payments are rounded only once, and their sum stays within the cap.
 */
export type LateTally = {
  /** Sum of overdue principal × days, in NT$ × days. */
  principalDays: number;
  /** Sum of overdue principal × penalty rate × days, in NT$ × tenths of a basis point × days. */
  penaltyParts: number;
  /** NT$ */
  lateInterestCharged: Money;
  /** NT$ */
  penaltyCharged: Money;
};

/** Tally of an instalment that was never overdue. */
export const NO_TALLY: LateTally = {
  principalDays: 0,
  penaltyParts: 0,
  lateInterestCharged: ZERO,
  penaltyCharged: ZERO,
};

/** Principal that is overdue on a day. */
export type Overdue = {
  overduePrincipal: Money;
  rateAnnualBps: number;
  payableUntil: Day;
  on: Day;
  /** Last day already included in the tally; `overduePrincipal` was overdue on all later days. */
  chargedThrough?: Day;
  tally?: LateTally;
  accelerated?: boolean;
  /** Late-charge terms of the loan. */
  terms: LateTerms;
};

/** Returns the days overdue on a day: 1 on the day after `payableUntil`, 0 if on time. */
export function lateDaysOf(payableUntil: Day, on: Day): number {
  return Math.max(0, daysBetween(payableUntil, on));
}

/** Returns the days of grace, in which nothing is charged; 0 once the loan is accelerated. */
export function graceOf({ graceDays }: LateTerms, accelerated = false): number {
  return accelerated ? 0 : graceDays;
}

/**
 * Returns the collection stage of a loan from the number of days that its oldest unpaid instalment
 * is overdue.
 */
export function bucketOf(lateDays: number, terms: LateTerms): LateBucket {
  if (lateDays <= 0) return 'current';
  if (lateDays <= terms.graceDays) return 'grace';
  return lateDays < terms.violationFromDay ? 'overdue' : 'violation';
}

/**
 * Returns the late charges that are still to be charged by a day, in NT$. Nothing is charged during
 * grace; once grace has passed, charges count from day 1. Late interest is the sum of overdue
 * principal × contract rate × days ∕ 365 and replaces contract interest; the penalty follows the
 * terms. Both are rounded half up over all days of the instalment, including those in the tally,
 * less what was charged before; together they stay within the cap (Civil Code 205) in whole
 * dollars. No interest is charged on interest. `accelerated` principal has no grace, because the
 * notice already granted it. Throws RangeError for a rate above the cap.
 */
export function lateChargesOf(overdue: Overdue): LateCharges {
  const { rateAnnualBps, payableUntil, on } = overdue;
  const tally = tallyOf(overdue);
  const lateDays = lateDaysOf(payableUntil, on);
  if (lateDays <= graceOf(overdue.terms, overdue.accelerated))
    return { lateDays, interest: ZERO, penalty: ZERO };
  return { lateDays, ...chargeableOf(tally, rateAnnualBps) };
}

/** Returns the tally including the days up to `on`. The amounts already charged stay unchanged. */
export function tallyOf({ overduePrincipal, ...overdue }: Overdue): LateTally {
  const { rateAnnualBps, payableUntil, on, chargedThrough, terms } = overdue;
  const { tally = NO_TALLY } = overdue;
  assertWithinCap(overduePrincipal, rateAnnualBps);
  const before = chargedThrough === undefined ? 0 : lateDaysOf(payableUntil, chargedThrough);
  const through = lateDaysOf(payableUntil, on);
  return counted(tally, overduePrincipal, rateAnnualBps, { before, through, terms });
}

/**
 * Removes from the tally the principal that was in fact paid on `paidOn`: this principal bears no
 * charge on the days after `paidOn` up to and including `through`.
 */
export function tallyWithout(
  tally: LateTally,
  paid: {
    principal: Money;
    rateAnnualBps: number;
    payableUntil: Day;
    paidOn: Day;
    through: Day;
    terms: LateTerms;
  },
): LateTally {
  const { principal, rateAnnualBps, payableUntil, terms } = paid;
  const before = lateDaysOf(payableUntil, paid.paidOn);
  const through = lateDaysOf(payableUntil, paid.through);
  return counted(tally, -principal, rateAnnualBps, { before, through, terms });
}

/** Returns the part of the tally's charges that has not been charged yet, in NT$; at least 0. */
export function chargeableOf(
  tally: LateTally,
  rateAnnualBps: number,
): { interest: Money; penalty: Money } {
  const { principalDays, penaltyParts, lateInterestCharged, penaltyCharged } = tally;
  const days = BigInt(principalDays);
  const lawful = yearly(days * BigInt(RATE_CAP_BPS * TENTHS_PER_WHOLE), 'floor');
  const interest = yearly(days * BigInt(rateAnnualBps * TENTHS_PER_WHOLE), 'halfUp');
  const both = minOf(add(interest, yearly(BigInt(penaltyParts), 'halfUp')), lawful);
  const room = maxOf(subtract(both, add(lateInterestCharged, penaltyCharged)), ZERO);
  const late = minOf(maxOf(subtract(interest, lateInterestCharged), ZERO), room);
  return { interest: late, penalty: subtract(room, late) };
}

function yearly(parts: bigint, rounding: Rounding): Money {
  return moneyOf(divideRounded(parts, YEARLY, rounding));
}

/**
 * A range of days overdue, from the day after `before` up to and including `through`, with the
 * terms that apply.
 */
type LateSpan = { before: number; through: number; terms: LateTerms };

function counted(
  tally: LateTally,
  principal: number,
  rateAnnualBps: number,
  over: LateSpan,
): LateTally {
  const days = Math.max(0, over.through - over.before);
  const penalty = penaltyTenthBpsDays(rateAnnualBps, over);
  return {
    ...tally,
    principalDays: whole(tally.principalDays + principal * days),
    penaltyParts: whole(tally.penaltyParts + principal * penalty),
  };
}

function whole(n: number): number {
  if (!Number.isSafeInteger(n)) throw new RangeError(`too much to be counted: ${n}`);
  return n;
}

/**
 * Returns the penalty rate on an overdue day in tenths of a basis point. Late interest and penalty
 * together stay within the legal cap.
 */
export function penaltyRateOn(
  lateDay: number,
  rateAnnualBps: number,
  { penaltySteps }: LateTerms,
): number {
  const step = penaltySteps.find(({ throughDay }) => lateDay <= throughDay);
  if (lateDay < 1 || step === undefined) return 0;
  return Math.min(step.tenths * rateAnnualBps, (RATE_CAP_BPS - rateAnnualBps) * TENTHS_PER_WHOLE);
}

/** Returns the sum of the daily penalty rates over a span of days overdue. */
function penaltyTenthBpsDays(rateAnnualBps: number, over: LateSpan): number {
  let [sum, from] = [0, over.before];
  for (const { throughDay } of over.terms.penaltySteps) {
    const through = Math.min(throughDay, over.through);
    if (through <= from) continue;
    sum += (through - from) * penaltyRateOn(throughDay, rateAnnualBps, over.terms);
    from = through;
  }
  return sum;
}

function assertWithinCap(principal: Money, rateAnnualBps: number): void {
  const rate = Number.isInteger(rateAnnualBps) && rateAnnualBps >= 0;
  if (!rate || rateAnnualBps > RATE_CAP_BPS) {
    throw new RangeError(`not a lawful rate in basis points: ${rateAnnualBps}`);
  }
  if (principal < 0) throw new RangeError(`not an overdue principal: ${money(principal)}`);
}
