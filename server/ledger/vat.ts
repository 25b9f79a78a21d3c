// VAT at a day's close: what the fees of the tax period hold, less what was booked of it so far.
import { addDays, type Day } from '#contract/core/day.ts';
import { negate, subtract } from '#contract/core/money.ts';
import { taxPeriodOf, vatOf } from '#contract/taiwan/tax.ts';
import type { Tx } from '../database/db.ts';
import { firstOpenDay, lockPosting } from './closing-queries.ts';
import { keepVatDay, lastVatDay, periodFees, vatEntriesOn } from './fee-queries.ts';
import { post } from './posting.ts';

/** One entry of one day, so that what the period holds through it is booked to the dollar. */
async function bookDay(tx: Tx, day: Day): Promise<void> {
  const { from } = taxPeriodOf(day);
  const { fees, vat: booked } = await periodFees(tx, from, day);
  const due = vatOf(fees);
  const difference = subtract(due, booked);
  if (difference !== 0) {
    const { entries } = await vatEntriesOn(tx, day);
    await post({ tx }, [
      {
        id: `vat:${day}:${entries + 1}`,
        kind: 'vat_due',
        on: day,
        entries: [
          { account: 'fee_income', amount: difference },
          { account: 'vat_payable', amount: negate(difference) },
        ],
      },
    ]);
  }
  await keepVatDay(tx, { day, from, fees, vat: due });
}

/**
 * Books VAT at the close of each open day through this one that has not had it, and again where a
 * fee was booked since. Holds back whoever else posts until the transaction ends.
 */
export async function bookVatThrough(tx: Tx, through: Day): Promise<void> {
  await lockPosting(tx);
  const { day: open } = await firstOpenDay(tx);
  if (open !== null && through < open) return;
  const { day: last } = await lastVatDay(tx, through);
  // The end of the period before may still be open, and take fees that came late.
  const before = addDays(taxPeriodOf(through).from, -1);
  if (last !== null && (open === null || before >= open)) await bookDay(tx, before);
  for (let day = last === null ? through : addDays(last, 1); day < through; day = addDays(day, 1)) {
    if (open === null || day >= open) await bookDay(tx, day);
  }
  await bookDay(tx, through);
}
