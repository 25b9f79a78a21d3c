// Tests what people type into filters: full-width digits, amounts with commas, numbers of orders.
import { expect, test } from 'vitest';
import {
  accountText,
  amountText,
  caseText,
  idText,
  invoiceText,
  orderIdText,
} from './filter-texts.ts';

test.each([
  [idText, ' ４５６ ', '456'],
  [idText, 'A20261128-002', null],
  [idText, '0', null],
  [orderIdText, 'P00000456', '456'],
  [orderIdText, 'ｐ００００００４５６', '456'],
  [orderIdText, '456', '456'],
  [orderIdText, 'A20261128-002', null],
  [caseText, 'a20261128-002', 'A20261128-002'],
  [caseText, '２０２６１１２８００２', 'A20261128-002'],
  [caseText, 'C20261128-002', 'A20261128-002'],
  [caseText, '103', '103'],
  [caseText, 'P00000456', null],
  [caseText, '20261128', null],
  [amountText, '100,000', '100000'],
  [amountText, '１００，０００', '100000'],
  [amountText, 'NT$ 12,000 元', '12000'],
  [amountText, '12,000.00', '12000'],
  [amountText, '12,000.50', null],
  [amountText, '-5', null],
  [amountText, '十萬', null],
  [accountText, '9128-0000 0001', '912800000001'],
  [accountText, '9128x', null],
  [invoiceText, 'ab12345678', 'AB12345678'],
  [invoiceText, '12345678', null],
])('%#: %o takes %j as %j', (of, typed, wanted) => {
  const tidied = of.tidy(typed);
  expect(of.fits.test(tidied) ? tidied : null).toBe(wanted);
});
