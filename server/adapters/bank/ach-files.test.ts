// Tests of the clearing house's ACH files: their layouts, what is written, and what is refused.
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { day } from '#contract/core/day.ts';
import {
  AchUnreadable,
  answerTo,
  type CollectionFile,
  type DebitOrder,
  type MandateOrder,
  readCollection,
  readRecord,
  writeCollection,
  writeRecord,
} from './ach-files.ts';
import { achLayouts, type CollectionType, collectionTypes } from './ach-layouts.ts';

const creditor = {
  number: '99688006',
  transaction: '530',
  bank: '8120000',
  account: '99887766554433',
};
const debit: DebitOrder = {
  bank: '0040037',
  account: '123456789012',
  personId: 'A123456789',
  userNo: 'M0000000017',
  reference: 'debit-18-1',
  amount: 8_885,
  memo: '百溪還款',
};
const mandate: MandateOrder = {
  bank: '0040037',
  account: '123456789012',
  personId: 'A123456789',
  userNo: 'M0000000017',
  reference: 'mandate-17-add',
  action: 'add',
  limit: 50_000,
};
const about = { on: day('2026-12-21'), at: new Date('2026-12-21T00:10:05+08:00'), creditor };
const debits: CollectionFile = { ...about, type: 'P01', rows: [debit] };
const mandates: CollectionFile = { ...about, type: 'P02', rows: [mandate] };
const linesOf = (bytes: Buffer) => bytes.toString('latin1').split('\r\n').slice(0, -1);

describe('layouts', () => {
  test.each(collectionTypes)('every record of %s has the length of its layout', (type) => {
    const { length, head, detail, tail } = achLayouts[type];
    for (const record of [head, detail, tail]) {
      expect(record.reduce((all, field) => all + field.length, 0)).toBe(length);
    }
  });

  const start = (type: CollectionType, name: string) => {
    const fields = achLayouts[type].detail;
    const before = fields.slice(
      0,
      fields.findIndex((field) => field.name === name),
    );
    return before.reduce((all, field) => all + field.length, 0) + 1;
  };
  test('the fields begin at the columns that the clearing house publishes', () => {
    const p01 = ['TXID', 'SEQ', 'PBANK', 'RCLNO', 'AMT', 'RCODE', 'CID', 'CNO', 'NOTE', 'MEMO'];
    expect(p01.map((name) => start('P01', name))).toEqual([
      4, 7, 15, 45, 61, 71, 74, 117, 137, 177,
    ]);
    const p02 = ['TXID', 'CID', 'RBANK', 'RCLNO', 'PID', 'CNO', 'ADMARK', 'DATE', 'PBANK', 'NOTE'];
    expect(p02.map((name) => start('P02', name))).toEqual([7, 10, 20, 27, 43, 53, 73, 74, 82, 89]);
    expect(['TYPE', 'RCODE', 'LIMITAMT'].map((name) => start('P02', name))).toEqual([
      129, 130, 131,
    ]);
  });
});

describe('files', () => {
  test('debits are records of 250 bytes with head, total and end', () => {
    const lines = linesOf(writeCollection(debits));
    expect(lines.map(({ length }) => length)).toEqual([250, 250, 250]);
    expect(lines[0]!.trimEnd()).toBe('BOFACHP010115122100100581200009990250V10');
    expect(lines[1]!.slice(0, 116)).toBe(
      'NSD530000000018120000009988776655443300400370000123456789012' +
        '0000008885  B99688006  A123456789                       ',
    );
    expect(lines[1]!.slice(116, 176).trimEnd()).toBe('M0000000017'.padEnd(20) + 'debit-18-1');
    expect(new TextDecoder('big5').decode(Buffer.from(lines[1]!.slice(176, 186), 'latin1'))).toBe(
      '百溪還款  ',
    );
    expect(lines[2]!.trimEnd()).toBe('EOFACHP010115122181200009990250000000010000000000008885');
  });

  test('mandates are records of 220 bytes', () => {
    const cancel: MandateOrder = { ...mandate, action: 'cancel', reference: 'mandate-17-cancel' };
    const lines = linesOf(writeCollection({ ...mandates, type: 'P02', rows: [mandate, cancel] }));
    expect(lines.map(({ length }) => length)).toEqual([220, 220, 220, 220]);
    expect(lines[0]!.trimEnd()).toBe('BOFACHP02011512218120000V10');
    expect(lines[1]!.slice(0, 88)).toBe(
      '00000153099688006  00400370000123456789012A123456789' +
        `${'M0000000017'.padEnd(20)}A011512218120000`,
    );
    expect(lines[1]!.slice(128).trimEnd()).toBe('N 00050000');
    expect(lines[2]![72]).toBe('D');
    expect(lines[3]!.trimEnd()).toBe('EOF00000002');
  });

  test('an answer to debits swaps the accounts and names the original record', () => {
    const answer = answerTo(debits, new Date('2026-12-22T09:00:00+08:00'), () => '01');
    const [, line, end] = linesOf(writeCollection(answer));
    expect(line!.slice(0, 14)).toBe('RSD53000000001');
    expect(line!.slice(14, 60)).toBe('0040037000012345678901281200000099887766554433');
    expect(line!.slice(70, 72)).toBe('01');
    expect(line!.slice(99, 116)).toBe('0115122100000001B');
    expect(end!.slice(55, 63)).toBe('01151221');
  });

  test.each([
    { amount: 0 },
    { amount: 1.5 },
    { amount: -5 },
    { amount: 10_000_000_000 },
    { bank: '00400371' },
    { account: '12-34' },
    { account: '12345678901234567' },
    { personId: 'A1234567890' },
    { reference: '../x' },
    { reference: '' },
    { memo: '六個字太長了' },
    { memo: 'a\nb' },
  ])('a debit with %j is refused', (wrong) => {
    const file: CollectionFile = { ...about, type: 'P01', rows: [{ ...debit, ...wrong }] };
    expect(() => writeCollection(file)).toThrow();
  });

  test.each([{ limit: 0 }, { limit: 100_000_000 }, { limit: 0.5 }])(
    'a mandate with %j is refused',
    (wrong) => {
      const file: CollectionFile = { ...about, type: 'P02', rows: [{ ...mandate, ...wrong }] };
      expect(() => writeCollection(file)).toThrow();
    },
  );

  test('a file without records is refused', () => {
    expect(() => writeCollection({ ...about, type: 'P01', rows: [] })).toThrow('without records');
  });

  const written = writeCollection(debits).toString('latin1');
  const [head, row, tail] = linesOf(writeCollection(debits)) as [string, string, string];
  test.each([
    ['another kind of file', written.replace('BOFACHP01', 'BOFACHP09')],
    ['no records', [head, tail].join('\r\n')],
    ['no end', [head, row].join('\r\n')],
    ['a record too few', [head, tail.replace('00000001', '00000002')].join('\r\n')],
    ['another number of records', [head, row, row, tail].join('\r\n')],
    ['another total', [head, row, tail.replace('8885', '8886')].join('\r\n')],
    ['a short record', [head, row.slice(1), tail].join('\r\n')],
    ['letters in an amount', [head, row.replace('0000008885', '00000O8885'), tail].join('\r\n')],
    ['a record of an answer', [head, row.replace('N', 'R'), tail].join('\r\n')],
    ['a day that does not exist', [head.replace('01151221', '01151341'), row, tail].join('\r\n')],
  ])('%s is unreadable', (_, text) => {
    expect(() => readCollection(Buffer.from(text, 'latin1'))).toThrow(AchUnreadable);
  });
});

const number = (length: number) =>
  fc
    .array(fc.integer({ min: 0, max: 9 }), { minLength: 1, maxLength: length })
    .map((digits) => digits.join(''));
const account = number(15).map((digits) => `1${digits}`);
const debtor = {
  bank: number(3).map((digits) => digits.padStart(7, '0')),
  account,
  personId: number(9).map((digits) => `A${digits}`),
  userNo: number(10).map((digits) => `M${digits}`),
};
const debitRow: fc.Arbitrary<DebitOrder> = fc.record({
  ...debtor,
  reference: fc.stringMatching(/^debit-[1-9]\d{0,9}-[12]$/),
  amount: fc.integer({ min: 1, max: 9_999_999_999 }),
  memo: fc.constantFrom('', '百溪還款', '出資', 'BAIXI', '溪a'),
});
const mandateRow: fc.Arbitrary<MandateOrder> = fc.record({
  ...debtor,
  reference: fc.stringMatching(/^mandate-[1-9]\d{0,9}-(add|cancel)$/),
  action: fc.constantFrom('add' as const, 'cancel' as const),
  limit: fc.integer({ min: 1, max: 99_999_999 }),
});
const few = <T>(row: fc.Arbitrary<T>) => fc.array(row, { minLength: 1, maxLength: 20 });
const file: fc.Arbitrary<CollectionFile> = fc.oneof(
  few(debitRow).map((rows) => ({ ...about, type: 'P01' as const, rows })),
  few(mandateRow).map((rows) => ({ ...about, type: 'P02' as const, rows })),
);

test('any file is read as it was written, and so is its answer', () => {
  fc.assert(
    fc.property(file, few(fc.constantFrom('00', '01', '02', '22', '99')), (orders, codes) => {
      const read = readCollection(writeCollection(orders));
      expect({ type: read.type, rows: read.rows, on: read.on }).toEqual({
        type: orders.type,
        rows: orders.rows,
        on: orders.on,
      });
      const digits = orders.type === 'P01' ? 2 : 1;
      let k = 0;
      const answer = answerTo(orders, about.at, () => codes[k++ % codes.length]!.slice(-digits));
      const again = readCollection(writeCollection(answer));
      expect(again.rows).toEqual(answer.rows);
      expect(again.creditor.number).toBe(creditor.number);
    }),
  );
});

test('one changed byte of a debit never becomes another amount of the file', () => {
  const bytes = writeCollection({ ...about, type: 'P01', rows: [debit, debit] });
  fc.assert(
    fc.property(fc.integer({ min: 252, max: 755 }), fc.integer({ min: 48, max: 57 }), (at, to) => {
      const changed = Buffer.from(bytes);
      changed[at] = to;
      try {
        const read = readCollection(changed);
        if (read.type !== 'P01') throw new Error('another type');
        expect(read.rows.map(({ amount }) => amount)).toEqual([debit.amount, debit.amount]);
      } catch (error) {
        expect(error).toBeInstanceOf(AchUnreadable);
      }
    }),
  );
});

test('a record is read by its layout, whatever stands in its reserved part', () => {
  const { detail } = achLayouts.P02;
  const record = writeRecord(detail, { SEQ: '1', ADMARK: 'A', LIMITAMT: '5' });
  record.write('XYZ', 170, 'latin1');
  expect(readRecord(detail, record)).toMatchObject({ SEQ: '000001', ADMARK: 'A' });
});
