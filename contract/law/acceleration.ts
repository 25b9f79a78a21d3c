// Acceleration: the amount that becomes due at once when the notice of a violation has expired.
import { addDays, type Day } from '../core/day.ts';
import { add, maxOf, minOf, ZERO, type Money } from '../core/money.ts';
import { accruedInterestOf, type Prepayable } from './prepayment.ts';

/** Days that the notice leaves to pay the arrears (contract: 定七日以上之期間催告). */
export const NOTICE_DAYS = 7;

/** Last day to pay the arrears; once it has passed, the whole principal is due. */
export function payByOf(noticeOn: Day): Day {
  return addDays(noticeOn, NOTICE_DAYS);
}

/**
 * Returns the amounts that an acceleration on this day makes due, in NT$: all remaining principal
 * and the interest accrued in the current period (act/365). That interest is at most the
 * instalment's own interest and at least what was already paid of it. Interest of later periods is
 * no longer owed, because late interest replaces it.
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
