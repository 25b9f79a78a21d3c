// Tests what the form of a layout saves.
import { expect, test } from 'vitest';
import { mappingOf } from './LayoutForm.tsx';

const table = {
  bank: '812',
  encoding: 'utf-8',
  dates: 'gregorian',
  amounts: 'columns',
  delimiter: ',',
  skip: 0,
} as const;
const columns = { date: '日', seq: '序', credit: '存', virtualAccount: '號' };
const values = { name: '一', format: 'table', ...table, ...columns } as const;

test('the kinds of transactions, which the form does not show, stay as they were', () => {
  const kinds = { types: { 現金: 'atm_cash' } } as const;
  const before = { ...table, columns: { ...columns, type: '摘要' }, ...kinds };
  expect(mappingOf({ ...values, memo: '附' }, before)).toEqual({
    ...table,
    ...kinds,
    columns: { ...columns, memo: '附', type: '摘要' },
  });
});

test('a new layout and one without kinds have none', () => {
  expect(mappingOf(values)).toEqual({ ...table, columns });
  expect(mappingOf(values, { ...table, columns })).toEqual({ ...table, columns });
});
