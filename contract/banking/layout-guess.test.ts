// Tests what is guessed from the first rows of a bank's statement table.
import { expect, test } from 'vitest';
import {
  fitsHead,
  guessColumns,
  guessDates,
  guessDelimiter,
  guessSkip,
  type TableHead,
} from './layout-guess.ts';
import { mappingSchema } from './statements.ts';

test('columns are known by their names, whatever their order', () => {
  const head = ['餘額', '存入金額', '支出金額', '帳務日期', '交易序號', '虛擬帳號', '轉出銀行'];
  const more = ['轉出帳號', '付款人戶名', '原序號', '附註欄'];
  expect(Object.fromEntries(guessColumns([...head, ...more]))).toEqual({
    餘額: 'balance',
    存入金額: 'credit',
    支出金額: 'debit',
    帳務日期: 'date',
    交易序號: 'seq',
    虛擬帳號: 'virtualAccount',
    轉出銀行: 'fromBank',
    轉出帳號: 'fromAccount',
    付款人戶名: 'fromName',
    原序號: 'reverses',
  });
  expect([...guessColumns(['日期', '交易日']).keys()], 'each field once').toEqual(['日期']);
});

test.each([
  ['a,b,c\n1,2,3', ','],
  ['a;b;c\n"1,5";2;3', ';'],
  ['a\tb\tc', '\t'],
  ['單欄', ','],
] as const)('the delimiter of %j is %j', (text, delimiter) => {
  expect(guessDelimiter(text)).toBe(delimiter);
});

test('the head is the first row of names', () => {
  const rows = [['信託專戶對帳單'], ['帳號', '0048123456'], ['日期', '序號', '存入'], ['1151123']];
  expect(guessSkip(rows)).toBe(2);
  expect(guessSkip([['日期', '序號', '存入']])).toBe(0);
  expect(guessSkip([['1', '2', '3']]), 'no head at all').toBe(0);
});

test.each([
  [['115/11/23'], 'roc'],
  [['1151123'], 'roc'],
  [['99-01-02'], 'roc'],
  [['2026/11/23', '20261123'], 'gregorian'],
  [[], 'gregorian'],
] as const)('the years of %j are %s', (days, dates) => {
  expect(guessDates(days)).toBe(dates);
});

test('a layout is proposed for the next file with the same head', () => {
  const columns = { date: '日期', seq: '序號', credit: '存入', virtualAccount: '虛擬帳號' };
  const mapping = mappingSchema.parse({ bank: '812', encoding: 'big5', columns });
  const of: TableHead = {
    encoding: 'big5',
    delimiter: ',',
    skip: 0,
    head: ['序號', '存入', '日期', '虛擬帳號', '其他'],
  };
  expect(fitsHead(mapping, of)).toBe(true);
  expect(fitsHead(mapping, { ...of, head: ['序號', '日期', '虛擬帳號'] })).toBe(false);
  expect(fitsHead(mapping, { ...of, encoding: 'utf-8' })).toBe(false);
  expect(fitsHead(mapping, { ...of, delimiter: ';' })).toBe(false);
  expect(fitsHead(mapping, { ...of, skip: 1 })).toBe(false);
  expect(fitsHead(mappingSchema.parse({ format: 'camt.053', bank: '812' }), of)).toBe(false);
});
