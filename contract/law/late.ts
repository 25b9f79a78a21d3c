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
/** Tenths of a basis point in a whole, times the days of a year. */
const YEARLY = 10_000n * 10n * 365n;

/**
 * Where a notice stands on a day: it runs through `payBy`; after it all principal is due, once
 * the bank's records of that day are complete, and until then it has only run out.
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
 * What an instalment has borne so far, exactly, and what was charged of it: so that the charges of
 * many small pieces are rounded once, and the cap holds for their sum.
 */
export type LateTally = {
  /** The sum of overdue principal × days. NT$ × days. */
  principalDays: number;
  /** The sum of overdue principal × rate of the penalty × days. NT$ × tenths of a bp × days. */
  penaltyParts: number;
  /** NT$ */
  lateInterestCharged: Money;
  /** NT$ */
  penaltyCharged: Money;
};

/** The tally of an instalment that was never late. */
export const NO_TALLY: LateTally = {
  principalDays: 0,
  penaltyParts: 0,
  lateInterestCharged: ZERO,
  penaltyCharged: ZERO,
};

/** Overdue principal on a day. */
export type Overdue = {
  overduePrincipal: Money;
  rateAnnualBps: number;
  payableUntil: Day;
  on: Day;
  /** The last day that is in the tally: the days after it are those of `overduePrincipal`. */
  chargedThrough?: Day;
  tally?: LateTally;
  accelerated?: boolean;
  /** What its loan is judged by. */
  terms: LateTerms;
};

/** How late a day is: 1 is the day after `payableUntil`; 0 on time. */
export function lateDaysOf(payableUntil: Day, on: Day): number {
  return Math.max(0, daysBetween(payableUntil, on));
}

/** The days an instalment may be late without a charge: none once it was accelerated. */
export function graceOf({ graceDays }: LateTerms, accelerated = false): number {
  return accelerated ? 0 : graceDays;
}

/** The stage a loan is in by its oldest unpaid instalment. */
export function bucketOf(lateDays: number, terms: LateTerms): LateBucket {
  if (lateDays <= 0) return 'current';
  if (lateDays <= terms.graceDays) return 'grace';
  return lateDays < terms.violationFromDay ? 'overdue' : 'violation';
}

/**
 * What is still to be charged by a day, in NT$. Nothing through the days of grace; after them
 * back to day 1. Late interest is the sum of overdue principal × contract rate × days ∕ 365; it
 * takes the place of contract interest; the penalty is that of the terms. Both are rounded half
 * up over all days of the instalment, those of the tally included, less what was charged before;
 * together they stay within the cap (Civil Code 205) in whole dollars. No interest on interest.
 * `accelerated` principal has no grace of its own: the notice gave it. RangeError above the cap.
 */
export function lateChargesOf(overdue: Overdue): LateCharges {
  const { rateAnnualBps, payableUntil, on } = overdue;
  const tally = tallyOf(overdue);
  const lateDays = lateDaysOf(payableUntil, on);
  if (lateDays <= graceOf(overdue.terms, overdue.accelerated))
    return { lateDays, interest: ZERO, penalty: ZERO };
  return { lateDays, ...chargeableOf(tally, rateAnnualBps) };
}

/** The tally by a day, the days after those it counts added; what was charged stays as it was. */
export function tallyOf({ overduePrincipal, ...overdue }: Overdue): LateTally {
  const { rateAnnualBps, payableUntil, on, chargedThrough, terms } = overdue;
  const { tally = NO_TALLY } = overdue;
  assertWithinCap(overduePrincipal, rateAnnualBps);
  const before = chargedThrough === undefined ? 0 : lateDaysOf(payableUntil, chargedThrough);
  const through = lateDaysOf(payableUntil, on);
  return counted(tally, overduePrincipal, rateAnnualBps, { before, through, terms });
}

/**
 * The tally without principal that turned out to have been paid: the days after `paidOn` through
 * `through` did not bear on it.
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

/** What a tally asks for beyond what was charged, never below zero. NT$. */
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

/** The late days after `before` through `through`, and what they are judged by. */
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

/** The penalty's rate on a late day in tenths of a basis point: never above what the cap leaves. */
export function penaltyRateOn(
  lateDay: number,
  rateAnnualBps: number,
  { penaltySteps }: LateTerms,
): number {
  const step = penaltySteps.find(({ throughDay }) => lateDay <= throughDay);
  if (lateDay < 1 || step === undefined) return 0;
  return Math.min(step.tenths * rateAnnualBps, (RATE_CAP_BPS - rateAnnualBps) * TENTHS_PER_WHOLE);
}

/** The sum of the penalty's rates over late days. */
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
