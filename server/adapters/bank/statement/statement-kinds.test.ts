// Tests what a statement file may contain: a line that is not what it seems is named, never booked,
// and never hides another. The files are tests/data/statements; further inputs of each kind follow.
import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { mappingSchema, type TableMapping } from '#contract/banking/statements.ts';
import { readWhole } from '../../testing/statement-files.ts';

const columns = {
  date: '日期',
  time: '時間',
  seq: '序號',
  credit: '存入',
  debit: '支出',
  virtualAccount: '虛擬帳號',
  fromBank: '付款行',
  fromAccount: '付款帳號',
  fromName: '戶名',
  memo: '備註',
};
const folder = 'tests/data/statements';
const today = '2026-11-29';
const camt = mappingSchema.parse({ format: 'camt.053', bank: '812', account: '001234567890' });

function tableOf(content: string | Buffer, more: Partial<TableMapping> = {}) {
  const isBalanced = content.toString('utf8').includes('餘額');
  const all = { ...columns, ...(isBalanced && { balance: '餘額' }) };
  return mappingSchema.parse({ bank: '812', columns: all, ...more });
}

/** What a file says in short: an entry as `seq signed-amount account`, a problem as its words. */
function said(name: string): string[] {
  const content = readFileSync(`${folder}/${name}`);
  const encoding = name.includes('big5') ? 'big5' : 'utf-8';
  return saidOf(content, name.endsWith('.xml') ? camt : tableOf(content, { encoding }));
}

function saidOf(content: string | Buffer, mapping = tableOf(content)): string[] {
  try {
    const { entries, problems, asides } = readWhole(content, mapping, today);
    const told = entries.map(({ line, seq, amount, record, payment }) => ({
      line,
      text: `${seq} ${amount} ${record?.virtualAccount ?? payment?.outcome ?? '-'}`,
    }));
    const named = problems.map(({ line, why }) => ({ line, text: why }));
    const left = asides.map(({ line, aside }) => ({ line, text: `(${aside})` }));
    return [...told, ...named, ...left].toSorted((a, b) => a.line - b.line).map(({ text }) => text);
  } catch (error) {
    return [(error as Error).message];
  }
}

const A = '99688533500019';
const B = '99688533500002';
const unsure = (line: number, seq: string) =>
  `與第 ${line} 行同日同序號「${seq}」，無法確定是不是同一筆`;
const files: Record<string, string[]> = {
  'csv-balance-gap.csv': [`G001 20000 ${A}`, `G002 12000 ${B}`],
  'csv-big5-eudc-8140.csv': [`B001 20000 ${A}`, `B002 12000 ${B}`],
  'csv-big5-eudc-fa40.csv': [`B001 20000 ${A}`, `B002 12000 ${B}`],
  'csv-big5-eudc-fefe.csv': [`B001 20000 ${A}`, `B002 12000 ${B}`],
  'csv-bom-utf8.csv': [`BM1 20000 ${A}`],
  'csv-datetime-cell.csv': [`D001 20000 ${A}`],
  'csv-double-bom.csv': [`BM2 20000 ${A}`],
  'csv-duplicate-header.csv': ['有兩欄都叫「戶名」，分不出是哪一欄'],
  'csv-excel-lost-zeros.csv': ['銀行代碼 4 少了前面的 0，帳號 34567890123 可能也不完整'],
  'csv-excel-scientific.csv': ['帳號是科學記號，原來的號碼已經遺失：9.96885E+13'],
  'csv-future-date.csv': ['2027/11/29 還沒有到'],
  'csv-metadata-above.csv': [`MD1 20000 ${A}`],
  'csv-same-seq-payment-and-fee.csv': [`S002 20000 ${A}`, 'S002#2 -15 -'],
  'csv-same-seq-twice.csv': [`S001 20000 ${A}`, `S001#2 20000 ${B}`],
  'csv-semicolon.csv': [
    '缺少欄位：日期、序號、存入、支出、虛擬帳號、時間、付款行、付款帳號、戶名、備註',
  ],
  'csv-stray-quote.csv': [`V001 20000 ${A}`],
  'csv-time-no-leading-zero.csv': [`T001 500 ${A}`, `T002 500 ${A}`, `T003 500 ${A}`],
  'csv-total-row.csv': [`K001 20000 ${A}`, '(合計)'],
  'csv-trailing-minus.csv': ['收入或支出欄的金額是負數'],
  'csv-two-equal-parts-one-seq.csv': [
    unsure(3, 'S201'),
    unsure(2, 'S201'),
    unsure(5, 'S202'),
    unsure(4, 'S202'),
    unsure(7, 'S203'),
    unsure(6, 'S203'),
  ],
  'csv-unquoted-thousands.csv': ['有 11 格，標題只有 10 格'],
  'camt-052.xml': ['檔案不是 ISO 20022 的 camt.053 對帳單：這是 camt.052 的當日報告'],
  'camt-batch-two.xml': [`B1-1 1500 ${A}`, `B1-2 500 ${B}`],
  'camt-charges-two.xml': [`B2-1 1500 ${A}`, `B2-2 500 ${B}`, 'B2-1-fee -30 -'],
  'camt-leading-zeros.xml': [`LZ 2000 ${A}`],
  'camt-no-entries.xml': [],
  'camt-no-ref.xml': ['沒有交易序號'],
  'camt-overdrawn.xml': [`OD 2000 ${A}`],
  'camt-prefixed-bom.xml': [`NS 2000 ${A}`],
  'camt-ref-in-details.xml': [`TX77 2000 ${A}`],
  'camt-reversal-credit.xml': ['V1 2000 returned'],
  'camt-reversal-debit-no-original.xml': ['沖正沒有指明原交易序號'],
  'camt-reversal-indicator-1.xml': [`V3 -1000 ${A}`],
  'camt-same-ref-twice.xml': [`R9 1000 ${A}`, `R9#2 1000 ${A}`],
  'camt-two-ntrydtls.xml': [`ND-1 1500 ${A}`, `ND-2 500 ${B}`],
  'camt-utf16.xml': [],
  'camt-v02.xml': [`V02 2000 ${A}`],
  'camt-zero-amount.xml': ['(金額為 0)', `Z00 2000 ${A}`],
  'camt-zoned-time.xml': [`Z1 2000 ${A}`],
};

describe('the files that banks and people wrote', () => {
  test('are all known', () => {
    expect(readdirSync(folder).toSorted()).toEqual(Object.keys(files).toSorted());
  });
  test.each(Object.entries(files))('%s', (name, lines) => {
    expect(said(name)).toEqual(lines);
  });
  test('a character of the bank’s own keeps its place', () => {
    const content = readFileSync(`${folder}/csv-big5-eudc-8140.csv`);
    const { records } = readWhole(content, tableOf(content, { encoding: 'big5' }), today);
    expect(records.map(({ fromName }) => fromName)).toEqual(['王\ueeb8明', '陳小華']);
  });
  test('times without a zero are the same times', () => {
    const content = readFileSync(`${folder}/csv-time-no-leading-zero.csv`);
    const { entries } = readWhole(content, tableOf(content), today);
    expect(entries.map(({ time }) => time)).toEqual(['01:05:30', '02:30:00', '09:05:30']);
  });
});

const head = `${Object.values(columns).join(',')}\n`;
const withBalance = head.replace('備註', '備註,餘額');
/** A good line with some cells replaced. */
const row = (cells: Partial<Record<keyof typeof columns | 'balance', string>> = {}) => {
  const good = {
    date: '2026/11/29',
    time: '09:05',
    seq: 'N1',
    credit: '20000',
    debit: '',
    virtualAccount: A,
    fromBank: '822',
    fromAccount: '1234567890123',
    fromName: '王小明',
    memo: '',
  };
  return `${Object.values({ ...good, ...cells }).join(',')}\n`;
};
const other = row({ seq: 'N2', virtualAccount: B });
const good = `N2 20000 ${B}`;

describe('a cell that is not what it seems is named with its text', () => {
  test.each([
    [{ fromAccount: '1.23457E+12' }, '科學記號'],
    [{ fromAccount: '1.2E5' }, '科學記號'],
    [{ virtualAccount: '１．２３Ｅ＋１３' }, '科學記號'],
    [{ seq: '1.23E+15' }, '科學記號'],
    [{ virtualAccount: 'VA99688533500019' }, '不是帳號：VA99688533500019'],
    [{ virtualAccount: `${A}.00` }, '不是帳號'],
    [{ virtualAccount: '9968853350001999688533500019' }, '不是帳號'],
    [{ virtualAccount: '#REF!' }, '試算表的錯誤：#REF!'],
    [{ fromName: '#N/A' }, '試算表的錯誤：#N/A'],
    [{ date: '########' }, '試算表的錯誤'],
    [{ credit: 'Err:508' }, '試算表的錯誤'],
    [{ memo: '#NAME?' }, '試算表的錯誤'],
    [{ fromBank: '中國信託' }, '不是銀行代碼：中國信託'],
    [{ fromBank: '82200' }, '不是銀行代碼：82200'],
    [{ fromBank: '12', fromAccount: '9876' }, '少了前面的 0'],
    [{ credit: '1.000' }, '不是整數金額：1.000'],
    [{ credit: '20.000' }, '不是整數金額'],
    [{ credit: '2E4' }, '不是整數金額'],
    [{ credit: '"2,0000"' }, '不是整數金額'],
    [{ credit: '"20,000)"' }, '不是整數金額'],
    [{ credit: '--5' }, '不是整數金額'],
    [{ credit: '20 000' }, '不是整數金額'],
    [{ credit: '二萬' }, '不是整數金額：二萬'],
    [{ credit: '20,000' }, '有 11 格'],
    [{ debit: '20000' }, '同時有收入與支出'],
    [{ credit: '' }, '沒有金額'],
    [{ time: '930' }, '不是時間：930'],
    [{ time: '下午 14:30' }, '不是時間'],
    [{ time: '0.378472' }, '不是時間'],
    [{ time: '24:00' }, '不是時間'],
    [{ time: '9:5' }, '不是時間'],
    [{ date: '11/29/2026' }, '不是日期'],
    [{ date: '46355' }, '不是日期：46355'],
    [{ date: '115/11/29' }, '不是日期'],
    [{ date: '2026/11/29 08:00' }, '日期與時間不一致'],
    [{ time: '2026/11/28 09:05' }, '日期與時間不一致'],
    [{ date: '2026/11/30' }, '2026/11/30 還沒有到'],
    [{ date: '2025/11/01' }, '是一年多以前'],
    [{ date: '2126/11/29' }, '還沒有到'],
    [{ fromName: '王\u0000明' }, '有無法辨識的字'],
    [{ fromName: '王\ufffd明' }, '有無法辨識的字'],
    [{ seq: '' }, '沒有交易序號'],
    [{ seq: 'x'.repeat(41) }, '交易序號超過 40 個字'],
  ])('%j', (cells, why) => {
    const [named, ...rest] = saidOf(head + row(cells) + other);
    expect(named).toContain(why);
    expect(rest).toEqual([good]);
  });
});

describe('a cell that nobody could read differently is read', () => {
  test.each([
    [{ credit: '２０，０００'.replace('，', '') }, 'N1 20000'],
    [{ credit: '"２０，０００"' }, 'N1 20000'],
    [{ credit: '"NT$ 20,000.00"' }, 'N1 20000'],
    [{ credit: '20000元' }, 'N1 20000'],
    [{ credit: '"1,000.000"' }, 'N1 1000'],
    [{ credit: '-', debit: '15' }, 'N1 -15'],
    [{ virtualAccount: `="${A}"` }, `N1 20000 ${A}`],
    [{ virtualAccount: `'${A}` }, `N1 20000 ${A}`],
    [{ virtualAccount: '9968-8533-5000-19' }, `N1 20000 ${A}`],
    [{ virtualAccount: '\u200b９９６８８５３３５０００１９' }, `N1 20000 ${A}`],
  ])('%j', (cells, what) => {
    expect(saidOf(head + row(cells))[0]).toContain(what);
  });
  test.each([
    [{ time: '上午 9:05' }, '09:05:00'],
    [{ time: '下午02:30:10' }, '14:30:10'],
    [{ time: '12:05 a.m.' }, '00:05:00'],
    [{ time: '12:05 PM' }, '12:05:00'],
    [{ time: '９：０５' }, '09:05:00'],
    [{ time: '9時05分' }, '09:05:00'],
    [{ time: '90530' }, '09:05:30'],
    [{ time: '2026/11/29 9:05:30' }, '09:05:30'],
    [{ date: '2026-11-29T09:05:30.123', time: '' }, '09:05:30'],
    [{ date: '2026/11/29 00:00:00' }, '09:05:00'],
    [{ date: '2026年11月29日', time: '' }, '00:00:00'],
    [{ date: '民國115年11月29日 下午 2:30', time: '' }, '14:30:00'],
  ])('%j', (cells, time) => {
    const content = head + row(cells);
    const { entries } = readWhole(content, tableOf(content), today);
    expect(entries.map((entry) => [entry.date, entry.time])).toEqual([[today, time]]);
  });
  test.each(['115/11/29', '1151129', '115.11.29', '民國115年11月29日', '2026/11/29', '01151129'])(
    'a day of the Republic: %s',
    (date) => {
      const content = head + row({ date });
      const { entries } = readWhole(content, tableOf(content, { dates: 'roc' }), today);
      expect(entries[0]?.date).toBe(today);
    },
  );
  test.each([
    [{ fromBank: '4', fromAccount: '0034567890123' }, '004', '0034567890123'],
    [{ fromBank: '8220012' }, '822', '1234567890123'],
    [{ fromBank: '822 中信' }, '822', '1234567890123'],
    [{ fromBank: '(013)國泰' }, '013', '1234567890123'],
    [{ fromAccount: '80800XXX0088' }, '822', '80800***0088'],
  ])('a payer %j', (cells, fromBank, fromAccount) => {
    const content = head + row(cells);
    const { records } = readWhole(content, tableOf(content), today);
    expect(records).toMatchObject([{ fromBank, fromAccount }]);
  });
});

describe('quotes spoil only their own line', () => {
  const lines = (...names: string[]) =>
    head + names.map((fromName, at) => row({ fromName, seq: `Q${at}` })).join('') + other;
  test.each([
    [
      ['"王小明', '李四'],
      ['引號不成對', `Q1 20000 ${A}`],
    ],
    [
      ['王"小明', '陳"小華'],
      [`Q0 20000 ${A}`, `Q1 20000 ${A}`],
    ],
    [
      ['"王小明', '陳小華"'],
      ['引號不成對', `Q1 20000 ${A}`],
    ],
    [
      ['"王"小明', '李四'],
      ['引號不成對', `Q1 20000 ${A}`],
    ],
    [
      ['"王小明', '"李四'],
      ['引號不成對', '引號不成對'],
    ],
    [
      ['"王\n小明"', '李四'],
      [`Q0 20000 ${A}`, `Q1 20000 ${A}`],
    ],
    [
      ['"王""小,明"', '李四'],
      [`Q0 20000 ${A}`, `Q1 20000 ${A}`],
    ],
  ])('%j', (names, told) => {
    expect(saidOf(lines(...names))).toEqual([...told, good]);
  });
});

describe('what is no transaction keeps no day open', () => {
  test.each([
    ['合計,,,20000,0,,,,,', '(合計)'],
    ['本頁小計,,,20000,,,,,,', '(合計)'],
    ['Total,,,20000,,,,,,', '(合計)'],
    ['共 2 筆,,,20000,0,,,,,', '(合計)'],
    [',,合計,20000,,,,,,', '(合計)'],
    ['※ 本表僅供參考', '(備註)'],
    ['列印日期：2026/11/29 10:00,,,,,,,,,', '(備註)'],
    ['2026/11/29,,,0,0,,,,,承前頁', '(備註)'],
    [row({ seq: 'Z', credit: '0.00', debit: '0' }).trim(), '(金額為 0)'],
    [row({ seq: 'Z', credit: '000', debit: '' }).trim(), '(金額為 0)'],
  ])('%s', (line, what) => {
    expect(saidOf(`${head}${line}\n${other}`), 'in the middle').toEqual([what, good]);
    expect(saidOf(`${head}${other}${line}`), 'at the end').toEqual([good, what]);
  });
  test('a head on each page, and what old programs write behind the end', () => {
    expect(saidOf(`${head}${row()}${head}${other}\x1a`)).toEqual([`N1 20000 ${A}`, good]);
  });
  test.each([
    [',,,5000,,,,,,', '沒有日期'],
    ['合計,,S9,5000,,,,,,', '不是日期：合計'],
    [`合計,,,5000,,${A},,,,`, '不是日期'],
    ['2026/11/29,09:00,N9,20', '只有 4 格'],
    ['2026/11/29,09:00', '只有 2 格'],
  ])('a damaged transaction is none of these: %s', (line, why) => {
    expect(saidOf(head + other + line).at(-1)).toContain(why);
  });
});

describe('a number that a file gives twice', () => {
  const money = (seq: string, credit: number, balance: number, account = A) =>
    row({ seq, credit: String(credit), virtualAccount: account, balance: String(balance) });
  const of = (...lines: string[]) => saidOf(withBalance + lines.join(''));
  test('is two movements where the balances say so, in either order of time', () => {
    const [one, two] = [money('S', 5, 105), money('S', 7, 112, B)];
    expect(of(one, two)).toEqual([`S 5 ${A}`, `S#2 7 ${B}`]);
    expect(of(two, one)).toEqual([`S#2 7 ${B}`, `S 5 ${A}`]);
    expect(of(one, money('T', 1, 106), money('S', 6, 112), money('S', 1, 113))).toEqual([
      `S 5 ${A}`,
      `T 1 ${A}`,
      `S#2 6 ${A}`,
      `S#3 1 ${A}`,
    ]);
  });
  test('is one movement if even the balance is the same', () => {
    expect(of(money('S', 5, 105), money('S', 5, 105))).toEqual([
      `S 5 ${A}`,
      '與第 2 行完全相同，是重複的一行',
    ]);
  });
  test('is named where the balances prove nothing', () => {
    const both = [unsure(4, 'S'), unsure(2, 'S')];
    expect(of(money('S', 5, 105), money('S', 9, 999)), 'a gap').toEqual([
      unsure(3, 'S'),
      unsure(2, 'S'),
    ]);
    const damaged = row({ seq: 'X', time: '99:99', balance: '106' });
    expect(of(money('S', 5, 105), damaged, money('S', 5, 111))).toEqual([
      both[0],
      '不是時間：99:99',
      both[1],
    ]);
    expect(saidOf(head + row() + row())).toEqual([unsure(3, 'N1'), unsure(2, 'N1')]);
  });
  test('is another number on another day', () => {
    expect(saidOf(head + row() + row({ date: '2026/11/28' }))).toHaveLength(2);
    expect(saidOf(head + row() + row({ date: '2026/11/28' }))).not.toContain('同序號');
  });
});
