// Electronic invoices of the demonstration: the allotted numbers, and how members get invoices.
import { type Day, addMonths } from '#contract/core/day.ts';
import type { Input } from '#contract/core/endpoint.ts';
import { invoices } from '#contract/invoices/calls.ts';
import { invoicesOffice } from '#contract/invoices/office.ts';
import { taxPeriodOf } from '#contract/taiwan/tax.ts';
import type { Stage } from '../../actors/stage.ts';

/** Letter A, with which the second letters of the tracks begin. */
const FIRST_LETTER = 65;

const mobile = { kind: 'mobile', code: '/RV4K7.2' } as const;
/** Of ten investors five have a wish; the others stay with the platform's own carrier. */
const wishes = new Map<number, Input<typeof invoices.setInvoicePreference>['preference']>([
  [3, mobile],
  [4, mobile],
  [5, { kind: 'company', code: '04595257' }],
  [8, mobile],
  [9, { kind: 'donation', code: '25885' }],
]);

/**
 * Enters numbers of invoices for some tax periods of two months, counted from the one that contains
 * `begin`.
 */
export async function enterNumbers(
  { client, finance }: Stage,
  begin: Day,
  periods: { from: number; to: number },
): Promise<void> {
  const first = taxPeriodOf(begin).from;
  for (let k = periods.from; k <= periods.to; k += 1) {
    const period = addMonths(first, 2 * k);
    const letters = `B${String.fromCharCode(FIRST_LETTER + k)}`;
    const range = { letters, first: '10000000', last: '10000149' };
    await client.ok(invoicesOffice.addTrack, { period, ...range }, finance);
  }
}

/** The investors choose how they want to get their invoices. */
export async function chooseCarriers(
  { client }: Stage,
  investors: readonly { token: string }[],
): Promise<void> {
  for (const [k, { token }] of investors.entries()) {
    const preference = wishes.get(k % 10);
    if (!preference) continue;
    await client.ok(invoices.setInvoicePreference, { preference }, { token });
  }
}
