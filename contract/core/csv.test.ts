// Tests CSV against RFC 4180, and that no cell can run as a spreadsheet formula.
import { expect, test } from 'vitest';
import { csvText } from './csv.ts';

test('quotes cells only if necessary, leaves numbers alone, and marks the file as UTF-8', () => {
  const text = csvText([
    ['案件', '金額', null],
    ['說"好",\n的', -5, '王'],
  ]);
  expect(text).toBe('\uFEFF案件,金額,\r\n"說""好"",\n的",-5,王\r\n');
});

test.each(['=1+1', '+1', '-1', '@SUM(A1)', '\tx'])('%j cannot run as a formula', (cell) => {
  expect(csvText([[cell]])).toContain(`'${cell}`);
});
