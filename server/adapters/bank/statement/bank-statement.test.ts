// Tests that statements of different banks are read into the same records.
import { expect, test } from 'vitest';
import { mappingSchema, type TableMapping } from '#contract/banking/statements.ts';
import { readWhole } from '../../testing/statement-files.ts';

const mapping = mappingSchema.parse({
  bank: '812',
  columns: {
    date: '交易日',
    time: '時間',
    seq: '序號',
    credit: '存入',
    debit: '支出',
    virtualAccount: '虛擬帳號',
    reverses: '原序號',
    fromBank: '轉出行',
    fromAccount: '轉出帳號',
    memo: '附言',
    type: '摘要',
    reference: '備註',
    balance: '餘額',
  },
  types: { ATM現金: 'atm_cash', 匯入: 'remittance' },
});
const head = '交易日,時間,序號,摘要,存入,支出,虛擬帳號,原序號,轉出行,轉出帳號,附言,備註,餘額\r\n';

/** Returns everything in a file: its records, and the lines that could not be read. */
const read = (csv: string | Buffer, by = mapping) => readWhole(csv, by, '2026-11-21');
const parse = (...lines: string[]) => read(head + lines.join('\r\n'));

test('receipts, cash and transfers become records', () => {
  const { records, problems } = parse(
    '2026/11/21,09:05:30,0001,轉帳,"30,000",,98765432101234,,812,0001-2345-6789,"投資, 第一筆"',
    '2026-11-21,0906,0002,ATM現金,1000.00,,98765432101235,,,,',
    '20261121,,0003,匯入,5000,0,98765432101236,,,,"他說""好"""',
  );
  expect(problems).toEqual([]);
  expect(records).toMatchObject([
    {
      bank: '812',
      date: '2026-11-21',
      at: new Date('2026-11-21T09:05:30+08:00'),
      seq: '0001',
      type: 'transfer',
      amount: 30_000,
      sign: '+',
      virtualAccount: '98765432101234',
      fromBank: '812',
      fromAccount: '000123456789',
      memo: '投資, 第一筆',
    },
    { type: 'atm_cash', amount: 1000, at: new Date('2026-11-21T09:06:00+08:00') },
    { type: 'remittance', at: new Date('2026-11-21T00:00:00+08:00'), memo: '他說"好"' },
  ]);
  expect(records[1]).not.toHaveProperty('fromAccount');
});

test('a payer has a name if the file has one, and a masked account stays masked', () => {
  const { columns } = mapping as TableMapping;
  const named = { ...mapping, columns: { ...columns, fromName: '戶名' } } as TableMapping;
  const { records } = read(
    `${head.trimEnd()},戶名\r\n` +
      '2026/11/21,09:05,0001,轉帳,500,,98765432101234,,808,80800***0088,,,,林阿姨',
    named,
  );
  expect(records).toMatchObject([{ fromName: '林阿姨', fromAccount: '80800***0088' }]);
});

test('a reversal names what it reverses; our own payments are skipped', () => {
  const { records, entries, problems } = parse(
    '2026/11/21,10:00,0009,沖正,,30000,98765432101234,0001,,,',
    '2026/11/21,10:01,0010,轉帳,,8000,,,,,付款',
    '2026/11/21,10:02,0011,轉帳,,-8000,,,,,付款',
    '2026/11/21,10:02,0012,備註,,,,,,,餘額',
    '',
  );
  expect(problems.map(({ line }) => line)).toEqual([4, 5]);
  expect(entries.map(({ amount }) => amount)).toEqual([-30_000, -8_000]);
  expect(records).toMatchObject([{ seq: '0009', sign: '-', amount: 30_000, reverses: '0001' }]);
});

test('a bad line is reported and affects no other line', () => {
  const { records, problems } = parse(
    '2026/11/21,09:00,0001,轉帳,100.50,,98765432101234,,,,',
    '2026/13/41,09:00,,轉帳,100,,98765432101234,,,,',
    '2026/11/21,25:00,0003,轉帳,100,,98765432101234,,,,',
    '昨天,09:00,0004,轉帳,100,,98765432101234,,,,',
    '2026/11/21,09:00,0005,轉帳,1e3,,98765432101234,,,,',
    '2026/11/21,09:00,0006,轉帳,"1,00",,98765432101234,,,,',
    '2026/11/21,09:00,0007,轉帳,5,5,98765432101234,,,,',
    '2026/11/21,09:00,0008,轉帳,9007199254740993,,98765432101234,,,,',
    '2026/11/21,09:00,0009,轉帳,7,,98765432101234,,,,',
  );
  expect(records.map(({ seq }) => seq)).toEqual(['0009']);
  expect(problems.map(({ line }) => line)).toEqual([2, 3, 4, 5, 6, 7, 8, 9]);
});

test('our payments are recognised by their reference, sent and returned', () => {
  const { entries, records } = parse(
    '2026/11/21,10:00,0009,匯出,,"8,885",,,,,,payout-17-1,1000',
    '2026/11/21,10:05,0010,退匯,"8,885",,,,,,戶名不符,REF payout-17-1 OK,9885',
  );
  expect(records).toEqual([]);
  expect(entries).toMatchObject([
    { amount: -8_885, balance: 1_000, payment: { outcome: 'confirmed', date: '2026-11-21' } },
    { amount: 8_885, balance: 9_885, payment: { outcome: 'returned', reason: '戶名不符' } },
  ]);
  expect(entries.map(({ reference }) => reference)).toEqual(['payout-17-1', 'payout-17-1']);
});

test('the credit of a debit is a line under its reference and no second receipt', () => {
  const { entries, records, problems } = parse(
    '2026/11/21,10:00,0009,代收,"8,885",,,,,,,debit-17-1,9885',
    '2026/11/21,10:05,0010,代收,"1,000",,98765432101234,,,,ACH debit-18-2,,10885',
    '2026/11/21,10:06,0011,轉帳,"1,000",,98765432101234,,,,debit-18-3,,11885',
  );
  expect(problems).toEqual([]);
  expect(entries.map(({ seq }) => seq)).toEqual(['debit-17-1', 'debit-18-2', '0011']);
  expect(records.map(({ seq }) => seq)).toEqual(['0011']);
});

test('one signed column, lines above the header, and semicolons are read', () => {
  const by = mappingSchema.parse({
    bank: '004',
    delimiter: ';',
    skip: 2,
    amounts: 'signed',
    columns: { date: 'd', seq: 'n', credit: 'amount', virtualAccount: 'va' },
  });
  const { entries, problems } = read(
    'Statement of 2026\n;;\nd;n;amount;va\n2026-11-21;1;1,000;98765432101234\n' +
      '2026-11-21;2;(300);\n2026-11-21;3;NT$ 5;\n2026-11-21;4;x;',
    by,
  );
  expect(entries.map(({ amount }) => amount)).toEqual([1_000, -300, 5]);
  expect(entries[2]?.record?.virtualAccount, 'nobody’s own account').toBe('0');
  expect(problems).toEqual([{ line: 7, why: '不是整數金額：x' }]);
});

test('ROC years and Big5 are read', () => {
  const big5 = Buffer.from([0xa4, 0xe9, 0xb4, 0xc1]);
  const csv = Buffer.concat([big5, Buffer.from(',seq,in,va\r\n1151121,1,100,98765432101234\r\n')]);
  const by = mappingSchema.parse({
    bank: '004',
    encoding: 'big5',
    dates: 'roc',
    columns: { date: '日期', seq: 'seq', credit: 'in', virtualAccount: 'va' },
  });
  const { records } = read(csv, by);
  expect(records).toMatchObject([{ date: '2026-11-21', bank: '004', amount: 100 }]);
});

test('a file of a different bank is refused completely', () => {
  expect(() => read('a,b\r\n1,2')).toThrow('交易日');
  expect(() => read('')).toThrow('檔案沒有內容');
  expect(() => read(Buffer.from([0xff, 0xb4, 0x00]))).toThrow('utf-8');
  expect(read(`${head}2026/11/21,"open`).problems).toEqual([{ line: 2, why: '引號不成對' }]);
});
