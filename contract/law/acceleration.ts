// Acceleration: what falls due at once when the notice of a violation has run out.
import { addDays, type Day } from '../core/day.ts';
import { add, maxOf, minOf, ZERO, type Money } from '../core/money.ts';
import { accruedInterestOf, type Prepayable } from './prepayment.ts';

/** The notice leaves so many days to pay the arrears (契約: 定七日以上之期間催告). */
export const NOTICE_DAYS = 7;

/** The last day the arrears may be paid on; when it has passed, all principal is due. */
export function payByOf(noticeOn: Day): Day {
  return addDays(noticeOn, NOTICE_DAYS);
}

/**
 * What of a loan's future falls due on a day: all its principal, and the interest that the period
 * has borne by then, act/365 and never more than the instalment itself would have asked for, nor
 * less than was paid of it. Interest of later periods is not owed any more: late interest takes
 * its place. NT$.
 */
export function acceleratedOf(loan: Prepayable & { interestPaidAhead?: Money }): {
  principal: Money;
  interest: Money;
} {
  const [current] = loan.rest;
  if (current === undefined) return { principal: ZERO, interest: ZERO };
  const paid = add(loan.interestPaid ?? ZERO, loan.interestPaidAhead ?? ZERO);
  const accrued = add(loan.interestPaid ?? ZERO, accruedInterestOf(loan));
  const interest = minOf(maxOf(accrued, paid), maxOf(current.interest, paid));
  return { principal: add(current.principal, current.balance), interest };
}
