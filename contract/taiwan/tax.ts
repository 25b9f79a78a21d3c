// VAT on fees (營業稅法第 10、35 條): 5 % included in each fee, declared every two calendar months.
import { addDays, addMonths, type Day, day } from '../core/day.ts';
import { type Money, shareOf } from '../core/money.ts';

/** Returns the tax period that contains a day: January and February, March and April, and so on. */
export function taxPeriodOf(on: Day): { from: Day; to: Day } {
  const month = Number(on.slice(5, 7));
  const first = String(month - ((month + 1) % 2)).padStart(2, '0');
  const from = day(`${on.slice(0, 4)}-${first}-01`);
  return { from, to: addDays(addMonths(from, 2), -1) };
}

/** Returns the VAT included in a sum of fees, in NT$: round_half_up(fees × 5 ∕ 105). */
export function vatOf(fees: Money): Money {
  return shareOf(fees, 5, 105, 'halfUp');
}
