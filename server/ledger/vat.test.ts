// Tests of VAT: it is exact to the dollar on the sum of the tax period, however small or late the
// fees are.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { addDays, type Day, day } from '#contract/core/day.ts';
import { money, negate } from '#contract/core/money.ts';
import { taxPeriodOf, vatOf } from '#contract/taiwan/tax.ts';
import { useServer } from '../../tests/server.ts';
import { db } from '../database/db.ts';
import { inWork } from '../work.ts';
import { closeThrough } from './bookkeeping.ts';
import { lockPosting } from './closing-queries.ts';
import { post } from './posting.ts';
import { feeEntries } from './rules.ts';
import { bookVatThrough } from './vat.ts';
import { periodFees } from './fee-queries.ts';

const server = useServer();
let made = 0;

/** Charges these fees on a day from money that has just arrived; negative fees are refunds. */
const charge = (on: Day, fees: readonly number[]) =>
  inWork(server.services, (work) =>
    post(
      work,
      fees.map((fee) => {
        const lines = feeEntries(money(Math.abs(fee)));
        return {
          id: `test:fee:${(made += 1)}`,
          kind: 'refund' as const,
          on,
          entries: [
            { account: 'trust_bank' as const, amount: fee },
            ...lines.map((line) => ({
              ...line,
              amount: fee < 0 ? negate(money(line.amount)) : line.amount,
            })),
          ],
        };
      }),
    ),
  );
const close = (through: Day) => inWork(server.services, ({ tx }) => bookVatThrough(tx, through));
const sums = (on: Day) => periodFees(db(server.services.pool), taxPeriodOf(on).from, on);

/** Expects that the VAT booked through a day equals the VAT contained in the fees of its period. */
async function expectBooked(on: Day) {
  const { fees, vat } = await sums(on);
  expect([on, vat]).toEqual([on, vatOf(fees)]);
}

test('a thousand fees of less than ten dollars have their VAT together', async () => {
  const on = day('2030-03-15');
  await charge(
    on,
    Array.from({ length: 1_000 }, (_, k) => 1 + (k % 9)),
  );
  await close(on);
  const { fees, vat } = await sums(on);
  expect(fees).toBe(4_996);
  expect(vat).toBe(238);
});

test('every end of day books the difference, once', async () => {
  const first = day('2030-05-01');
  let on = first;
  const days = fc.array(fc.array(fc.integer({ min: 1, max: 400 }), { maxLength: 6 }), {
    minLength: 3,
    maxLength: 12,
  });
  await fc.assert(
    fc.asyncProperty(days, async (rows) => {
      for (const fees of rows) {
        if (fees.length > 0) await charge(on, fees);
        await close(on);
        await close(on);
        await expectBooked(on);
        on = addDays(on, 1);
      }
    }),
    { numRuns: 8 },
  );
  const entries = await server.rows<{ day: string; count: number }>(
    `select booked_on::text as day, count(*)::integer as count from ledger.transfer
     where kind = 'vat_due' and booked_on >= $1 group by 1 having count(*) > 1`,
    [first],
  );
  expect(entries).toEqual([]);
});

test('refunded fees lower it, and late ones raise it on the day they are booked', async () => {
  const on = day('2031-01-10');
  await charge(on, [4_015, 33]);
  await close(on);
  await charge(addDays(on, 1), [-4_015]);
  await close(addDays(on, 1));
  expect((await sums(addDays(on, 1))).vat).toBe(2);
  await charge(on, [2_000]);
  await close(addDays(on, 1));
  await expectBooked(addDays(on, 1));
});

test('a closed period keeps its VAT; late records belong to the next', async () => {
  const last = day('2031-04-30');
  await charge(last, [1_000]);
  await close(last);
  await inWork(server.services, async ({ tx }) => {
    await lockPosting(tx);
    await closeThrough(tx, last);
  });
  const before = await sums(last);
  await charge(last, [500]);
  await close(last);
  await close(addDays(last, 1));
  expect(await sums(last)).toEqual(before);
  expect(await sums(addDays(last, 1))).toEqual({ fees: 500, vat: 24 });
  await inWork(server.services, ({ tx }) => closeThrough(tx, null));
});

test('missed days are closed one by one, and the period before is closed too', async () => {
  const from = day('2031-06-28');
  await close(from);
  for (let k = 1; k <= 5; k += 1) await charge(addDays(from, k), [105]);
  await close(addDays(from, 5));
  for (let k = 1; k <= 5; k += 1) await expectBooked(addDays(from, k));
});
