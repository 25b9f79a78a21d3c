// VAT at a day's close: the VAT contained in the fees of the tax period, less the VAT already
// booked.
import { addDays, type Day } from '#contract/core/day.ts';
import { negate, subtract } from '#contract/core/money.ts';
import { taxPeriodOf, vatOf } from '#contract/taiwan/tax.ts';
import type { Tx } from '../database/db.ts';
import { firstOpenDay, lockPosting } from './closing-queries.ts';
import { keepVatDay, lastVatDay, periodFees, vatEntriesOn } from './fee-queries.ts';
import { postTransfers } from './queries.ts';

/**
 * Books the difference as one entry per day, so that the VAT of the period is exact to the dollar
 * after every day.
 */
async function bookDay(tx: Tx, day: Day): Promise<void> {
  const { from } = taxPeriodOf(day);
  const { fees, vat: booked } = await periodFees(tx, from, day);
  const due = vatOf(fees);
  const difference = subtract(due, booked);
  if (difference !== 0) {
    const { entries } = await vatEntriesOn(tx, day);
    await postTransfers(tx, [
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
 * Books VAT for each open day through the given one. A day whose VAT was already booked gets a
 * further amount if a fee was added since. Blocks other postings until the transaction ends.
 */
export async function bookVatThrough(tx: Tx, through: Day): Promise<void> {
  await lockPosting(tx);
  const { day: open } = await firstOpenDay(tx);
  if (open !== null && through < open) return;
  const { day: last } = await lastVatDay(tx, through);
  // The last day of the previous period may still be open and receive late fees.
  const before = addDays(taxPeriodOf(through).from, -1);
  if (last !== null && (open === null || before >= open)) await bookDay(tx, before);
  for (let day = last === null ? through : addDays(last, 1); day < through; day = addDays(day, 1)) {
    if (open === null || day >= open) await bookDay(tx, day);
  }
  await bookDay(tx, through);
}
