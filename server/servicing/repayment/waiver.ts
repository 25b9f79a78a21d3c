// Waiving late charges: the amount that can be waived, and the instalments afterwards. Pure
// functions.
import type { Day } from '#contract/core/day.ts';
import { chargeableOf, graceOf, lateDaysOf, tallyWithout } from '#contract/law/late.ts';
import { add, maxOf, minOf, subtract, sum, ZERO, type Money } from '#contract/core/money.ts';
import {
  chargedRow,
  claimOf,
  dueAndRest,
  isChargedBeyond,
  isPaid,
  unpaidPrincipal,
  type InstalmentRow,
} from '../rules.ts';

/** Returns all late charges that a payment on a day would have to cover. NT$. */
export function waivableOf(rows: readonly InstalmentRow[], rateBps: number, on: Day): Money {
  const claims = dueAndRest(rows, on).due.map((row) => claimOf(row, rateBps, on));
  return sum(claims.map((claim) => add(claim.lateInterestDue, claim.penaltyDue)));
}

/**
 * Deducts an amount from the late charges until a day, penalty before late interest, the oldest
 * first in each. Charges until that day then count as paid; later days bear charges again. Returns
 * the rows that changed; throws RangeError for more than the charges.
 */
export function waive(
  rows: readonly InstalmentRow[],
  rateBps: number,
  on: Day,
  amount: Money,
): InstalmentRow[] {
  if (amount <= 0 || amount > waivableOf(rows, rateBps, on)) {
    throw new RangeError(`${amount} is not to be waived`);
  }
  const charged = dueAndRest(rows, on).due.map((row) => chargedRow(row, rateBps, on));
  let left = amount;
  const take = (owed: Money): Money => {
    const part = minOf(left, owed);
    left = subtract(left, part);
    return part;
  };
  const penalties = charged.map((row) => take(row.penaltyOwed));
  const interests = charged.map((row) => take(row.lateInterestOwed));
  return charged.flatMap((row, i) => {
    const [penalty, interest] = [penalties[i]!, interests[i]!];
    const waived = add(penalty, interest);
    if (waived === 0) return [];
    const after: InstalmentRow = {
      ...row,
      penaltyOwed: subtract(row.penaltyOwed, penalty),
      lateInterestOwed: subtract(row.lateInterestOwed, interest),
      waived: add(row.waived, waived),
    };
    return [{ ...after, paidOn: isPaid(after) ? on : null }];
  });
}

/**
 * Returns the charges that were too high because a record of an earlier bank day arrived late: for
 * each instalment, the charges of the days after the payment on the principal that it pays, or
 * those of all days if the payment pays the whole rest within the grace.
 */
export function overchargeOf(
  before: readonly InstalmentRow[],
  after: readonly InstalmentRow[],
  rateBps: number,
  on: Day,
): Money {
  const byNo = new Map(after.map((row) => [row.no, row]));
  return sum(
    before.map((row) => {
      const now = byNo.get(row.no);
      if (now === undefined || !isChargedBeyond(row, on)) return ZERO;
      const principal = subtract(now.principalPaid, row.principalPaid);
      const { payableUntil, terms } = row;
      const inGrace = lateDaysOf(payableUntil, on) <= graceOf(terms, row.accelerated);
      const paidOn = inGrace && unpaidPrincipal(now) === 0 ? payableUntil : on;
      const paid = { principal, rateAnnualBps: rateBps, payableUntil, paidOn, terms };
      const uncharged = { ...row, lateInterestCharged: ZERO, penaltyCharged: ZERO };
      const fair = tallyWithout(uncharged, { ...paid, through: row.chargedUntil! });
      const [charged, due] = [uncharged, fair].map((tally) => {
        const { interest, penalty } = chargeableOf(tally, rateBps);
        return add(interest, penalty);
      });
      return maxOf(subtract(charged!, due!), ZERO);
    }),
  );
}
