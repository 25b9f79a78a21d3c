// Tests to which lists a typed number leads, and whom.
import { expect, test } from 'vitest';
import { numberedPlaces } from './numbered.ts';

test.each([
  ['ab-12345678', '發票 AB-12345678', '/invoices?number=AB12345678'],
  ['ＡＢ１２３４５６７８', '發票 AB-12345678', '/invoices?number=AB12345678'],
  [
    't20261126-0007',
    '傳票 T20261126-0007',
    '/books/vouchers?entity=trust&from=2026-11-26&to=2026-11-26',
  ],
  [
    'C20261126-0001',
    '傳票 C20261126-0001',
    '/books/vouchers?entity=company&from=2026-11-26&to=2026-11-26',
  ],
  ['00001036', '入帳序號 00001036', '/money/receipts?number=00001036'],
])('%s leads finance to %s', (typed, text, to) => {
  expect(numberedPlaces(typed, ['finance'])).toEqual([{ text, to }]);
});

test.each([
  '',
  '林',
  'A20261126-001',
  '20261126001',
  'P00000012',
  'T20261326-0001',
  '12345',
  'AB-1234567',
])('“%s” is none of these numbers', (typed) => {
  expect(numberedPlaces(typed, ['finance'])).toEqual([]);
});

test('nobody is led to a list that they may not see', () => {
  for (const typed of ['AB-12345678', 'T20261126-0007', '00001036']) {
    expect(numberedPlaces(typed, ['editor']), typed).toEqual([]);
  }
});
