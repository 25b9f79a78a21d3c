// Parts of a whole as people read them: whole percents that add up to a hundred.
import { money, split } from '../core/money.ts';

/**
 * Each amount's share of all of them in parts of `whole` (100 is percent), by largest remainder, so
 * that they add up to it; a tie goes to the earlier one. All 0 where there is nothing to share.
 * RangeError for amounts that are not whole or below zero.
 */
export function sharesOf(amounts: readonly number[], whole = 100): number[] {
  if (amounts.every((amount) => amount === 0)) return amounts.map(() => 0);
  return split(money(whole), amounts);
}
