// Tests the layout that an operator makes from the first rows of a file.
import { expect, test } from 'vitest';
import { completeReading, type Corrections, lineIn, mappedOf, withField } from './draft.ts';

const rows = [
  ['餘額', '存入', '支出', '虛擬帳號', '編號', '入帳日'],
  ['9,000', '6,000', '', '99999999999999', 'S-1', '115/11/23'],
  ['8,900', '', '100', '', 'S-2', '1151123'],
];
const of = { encoding: 'big5', delimiter: ',', skip: 0 } as const;
const start: Corrections = { fields: {} };

test('what is missing is named, and the layout is complete once it is chosen', () => {
  const guessed = mappedOf(rows, of, start);
  expect(guessed.missing).toEqual(['seq']);
  expect(completeReading(guessed)).toBeNull();
  const mapped = mappedOf(rows, of, withField(start, '編號', 'seq'));
  const reading = completeReading(mapped);
  expect(reading).toMatchObject({ dates: 'roc', amounts: 'columns', columns: { seq: '編號' } });
  const lines = mapped.rows.map((row) => lineIn(mapped.head, row, reading!));
  expect(lines).toMatchObject([
    { day: '2026-11-23', amount: 6_000, balance: 9_000 },
    { day: '2026-11-23', amount: -100, balance: 8_900 },
  ]);
});

test('the last choice counts, and a column gets its guess back', () => {
  const moved = withField(withField(start, '編號', 'seq'), '餘額', 'date');
  const mapped = mappedOf(rows, of, moved);
  expect([...mapped.fields].filter(([, field]) => field === 'date')).toEqual([['餘額', 'date']]);
  const by = completeReading(mapped)!;
  expect(lineIn(mapped.head, rows[1]!, by)).toEqual({ why: '不是日期：9,000' });
  const back = mappedOf(rows, of, withField(moved, '餘額', 'balance'));
  expect(back.fields.get('入帳日')).toBe('date');
});

test('one column with signs needs no second one', () => {
  const signed = rows.map(([, credit, , ...rest]) => [credit!, ...rest]);
  const corrected = withField(withField(start, '編號', 'seq'), '存入', 'credit');
  expect(mappedOf(signed, of, corrected).reading.amounts).toBe('signed');
  const unread = mappedOf(signed, of, { ...corrected, amounts: 'columns', dates: 'gregorian' });
  expect(lineIn(unread.head, signed[1]!, completeReading(unread)!)).toHaveProperty('why');
});
