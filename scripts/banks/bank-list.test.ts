// Tests the import of a list of banks.
import { expect, test } from 'vitest';
import { type BankList, withNames } from './bank-list.ts';

const bank = (code: string, name: string) => ({
  code,
  name,
  category: '本國銀行',
  status: 'active' as const,
});
const list: BankList = {
  asOf: '2023-12-18',
  banks: ['004', '005', '006', '007', '103'].map((code) => bank(code, `第 ${code} 銀行`)),
};
const rows = ['名單', '銀行代號,銀行名稱', '0040000,新名', '0040059,新名分行', '005,乙', '006,丙'];

test('names change, new banks come, and banks that are gone stay for old accounts', () => {
  const text = [...rows, '="007",丁', '999,純網銀'].join('\n');
  const { asOf, banks } = withNames(list, Buffer.from(text), '2026-11-01');
  expect(asOf).toBe('2026-11-01');
  expect(banks.map(({ code, name, status }) => [code, name, status])).toEqual([
    ['004', '新名', 'active'],
    ['005', '乙', 'active'],
    ['006', '丙', 'active'],
    ['007', '丁', 'active'],
    ['103', '第 103 銀行', 'inactive_consumer'],
    ['999', '純網銀', 'active'],
  ]);
});

test.each([
  ['a,b\n1,2', '代號'],
  [rows.join('\n'), '3 of 5'],
])('a table that is no list of all banks is refused: %j', (text, why) => {
  expect(() => withNames(list, Buffer.from(text), '2026-11-01')).toThrow(why);
});
