// Test of the entries of a booking: each book balances by itself and has its own sum.
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { amountOf } from '#contract/banking/journals.ts';
import { money } from '#contract/core/money.ts';
import type { BookingEntry } from '#contract/banking/bookings.ts';
import { BookingEntries } from './BookingEntries.tsx';

const charge: readonly BookingEntry[] = [
  { account: 'platform_due', amount: money(30) },
  { account: 'trust_bank', amount: money(-30) },
  { account: 'bank_fee', amount: money(30) },
  { account: 'fee_receivable', amount: money(-30) },
];

/** Caption and last row of each table. */
function tablesOf(entries: readonly BookingEntry[]): string[] {
  document.body.innerHTML = renderToStaticMarkup(<BookingEntries entries={entries} />);
  return [...document.querySelectorAll('table')].map((table) =>
    `${table.caption?.textContent} ${table.tFoot?.textContent}`.replaceAll(/[\s$]+/g, ' '),
  );
}

test('a booking in both books has a sum for each book, and none of both together', () => {
  expect(tablesOf(charge)).toEqual(['分錄（信託專戶） 合計 30 30', '分錄（公司） 合計 30 30']);
  expect(amountOf(charge)).toBe(30);
});

test('a booking in one book has one table', () => {
  expect(tablesOf(charge.slice(2))).toEqual(['分錄（公司） 合計 30 30']);
});
