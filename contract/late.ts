// Late interest and penalty of one overdue instalment, always computed from dates.
import { daysBetween, type Day } from './day.ts';
import {
  divideRounded,
  maxOf,
  minOf,
  money,
  moneyOf,
  subtract,
  ZERO,
  type Money,
} from './money.ts';
import { RATE_CAP_BPS } from './rates.ts';

/** Paid in full within so many days after `payableUntil`, an instalment bears no charge. */
export const GRACE_DAYS = 7;
/** From this late day on the loan is in violation. */
export const VIOLATION_FROM_DAY = 31;
/** The penalty is 10 % of the rate through day 180, then 20 % through day 270, then nothing. */
export const PENALTY_STEPS = [
  { throughDay: 180, tenths: 1 },
  { throughDay: 270, tenths: 2 },
] as const;

const TENTHS_PER_WHOLE = 10;
/** Tenths of a basis point in a whole, times the days of a year. */
const YEARLY = 10_000n * 10n * 365n;

export type LateBucket = 'current' | 'grace' | 'overdue' | 'violation';
export type LateCharges = { lateDays: number; interest: Money; penalty: Money };

/** How late a day is: 1 is the day after `payableUntil`; 0 on time. */
export function lateDaysOf(payableUntil: Day, on: Day): number {
  return Math.max(0, daysBetween(payableUntil, on));
}

/** The days an instalment may be late without a charge: none once it was accelerated. */
export function graceOf(accelerated = false): number {
  return accelerated ? 0 : GRACE_DAYS;
}

/** The stage a loan is in by its oldest unpaid instalment. */
export function bucketOf(lateDays: number): LateBucket {
  if (lateDays <= 0) return 'current';
  if (lateDays <= GRACE_DAYS) return 'grace';
  return lateDays < VIOLATION_FROM_DAY ? 'overdue' : 'violation';
}

/**
 * What is charged on overdue principal by a day, in NT$. Nothing through late day 7; from day 8
 * on back to day 1. Late interest is principal × contract rate × days ∕ 365 and takes the place
 * of contract interest; the penalty is that of PENALTY_STEPS. Their rates together stay within
 * the cap (Civil Code 205), and so does their sum in whole dollars. No interest on interest.
 * `chargedThrough` leaves out the days charged before, when a part was paid: charges are then
 * those of the days after it, on what principal is still overdue. `accelerated` principal has no
 * grace of its own: the notice gave it. RangeError above the cap.
 */
export function lateChargesOf(overdue: {
  overduePrincipal: Money;
  rateAnnualBps: number;
  payableUntil: Day;
  on: Day;
  chargedThrough?: Day;
  accelerated?: boolean;
}): LateCharges {
  const { overduePrincipal, rateAnnualBps, payableUntil, on, chargedThrough } = overdue;
  assertWithinCap(overduePrincipal, rateAnnualBps);
  const lateDays = lateDaysOf(payableUntil, on);
  if (lateDays <= graceOf(overdue.accelerated)) return { lateDays, interest: ZERO, penalty: ZERO };
  const before = chargedThrough === undefined ? 0 : lateDaysOf(payableUntil, chargedThrough);
  const days = Math.max(0, lateDays - before);
  const principal = BigInt(overduePrincipal);
  const parts = principal * BigInt(rateAnnualBps * TENTHS_PER_WHOLE * days);
  const interest = moneyOf(divideRounded(parts, YEARLY, 'halfUp'));
  const penalty = moneyOf(
    divideRounded(
      principal * penaltyTenthBpsDays(rateAnnualBps, before, lateDays),
      YEARLY,
      'halfUp',
    ),
  );
  const lawful = principal * BigInt(RATE_CAP_BPS * TENTHS_PER_WHOLE * days);
  const room = subtract(moneyOf(divideRounded(lawful, YEARLY, 'floor')), interest);
  return { lateDays, interest, penalty: minOf(penalty, maxOf(room, ZERO)) };
}

/** The penalty's rate on a late day in tenths of a basis point: never above what the cap leaves. */
export function penaltyRateOn(lateDay: number, rateAnnualBps: number): number {
  const step = PENALTY_STEPS.find(({ throughDay }) => lateDay <= throughDay);
  if (lateDay < 1 || step === undefined) return 0;
  return Math.min(step.tenths * rateAnnualBps, (RATE_CAP_BPS - rateAnnualBps) * TENTHS_PER_WHOLE);
}

/** The sum of the penalty's rates over the late days after `before` through `last`. */
function penaltyTenthBpsDays(rateAnnualBps: number, before: number, last: number): bigint {
  let [sum, from] = [0, before];
  for (const { throughDay } of PENALTY_STEPS) {
    const through = Math.min(throughDay, last);
    if (through <= from) continue;
    sum += (through - from) * penaltyRateOn(throughDay, rateAnnualBps);
    from = through;
  }
  return BigInt(sum);
}

function assertWithinCap(principal: Money, rateAnnualBps: number): void {
  const rate = Number.isInteger(rateAnnualBps) && rateAnnualBps >= 0;
  if (!rate || rateAnnualBps > RATE_CAP_BPS) {
    throw new RangeError(`not a lawful rate in basis points: ${rateAnnualBps}`);
  }
  if (principal < 0) throw new RangeError(`not an overdue principal: ${money(principal)}`);
}
