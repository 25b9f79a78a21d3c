// Waiving late charges: the amount that can be waived, and the instalments afterwards. Pure
// functions.
import { maxDay, minDay, type Day } from '#contract/core/day.ts';
import {
  chargeableOf,
  graceOf,
  lateDaysOf,
  type LateTally,
  NO_TALLY,
  tallyOf,
  tallyWithout,
} from '#contract/law/late.ts';
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

/** Principal of an instalment that was paid on a bank day, in NT$. */
export type PrincipalPaid = { on: Day; amount: Money };

/**
 * Counts the late days of an instalment again whose last day to pay was postponed afterwards.
 * Charges that were charged already stay as they are, because they may have been paid; `overcharge`
 * is the part that is too much and was not waived. If nothing was charged, the days of grace in the
 * tally are replaced by those that are left.
 */
export function recountPostponed(
  row: InstalmentRow,
  payments: readonly PrincipalPaid[],
  rateBps: number,
): { row: InstalmentRow; overcharge: Money } {
  const { chargedUntil, payableUntil, terms, accelerated } = row;
  if (chargedUntil === null) return { row, overcharge: ZERO };
  const late = payments
    .filter(({ on }) => on > row.dueOn)
    .toSorted((a, b) => (a.on < b.on ? -1 : 1));
  let principal = add(unpaidPrincipal(row), sum(late.map(({ amount }) => amount)));
  let tally: LateTally = NO_TALLY;
  let through = payableUntil;
  for (const { on, amount } of [...late, { on: chargedUntil, amount: ZERO }]) {
    const until = minDay(on, chargedUntil);
    const span = { payableUntil, on: until, chargedThrough: through, tally, terms };
    tally = tallyOf({ overduePrincipal: principal, rateAnnualBps: rateBps, ...span });
    principal = subtract(principal, amount);
    through = maxDay(through, until);
  }
  const charged = add(row.lateInterestCharged, row.penaltyCharged);
  if (charged === 0) return { row: { ...row, ...tally }, overcharge: ZERO };
  const isFree = lateDaysOf(payableUntil, chargedUntil) <= graceOf(terms, accelerated);
  const fair = isFree ? { interest: ZERO, penalty: ZERO } : chargeableOf(tally, rateBps);
  const settled = add(fair.interest, fair.penalty, row.waived);
  return { row, overcharge: maxOf(subtract(charged, settled), ZERO) };
}
