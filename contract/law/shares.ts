// Shares of a total as whole-number percentages that add up to exactly 100.
import { money, split } from '../core/money.ts';

/**
 * Returns each amount's share of the total in parts of `whole` (100 means percent), using the
 * largest remainder method so that the shares add up to `whole`; a tie goes to the earlier amount.
 * Returns only zeros if the total is 0. Throws RangeError for amounts that are negative or not
 * whole.
 */
export function sharesOf(amounts: readonly number[], whole = 100): number[] {
  if (amounts.every((amount) => amount === 0)) return amounts.map(() => 0);
  return split(money(whole), amounts);
}
