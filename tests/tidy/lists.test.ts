// Tests that each list of the office has one definition and one reader, with planted violations.
import { globSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { listProblems } from './lists.ts';

const plant = (path: string, text: string) => [
  { path, text: `// A planted violation.\n${text}\n` },
];

test('a list of the office has one definition and one reader', () => {
  const sources = globSync(['contract/**/*.ts', 'server/**/*.ts', 'web/**/*.{ts,tsx}']).map(
    (path) => ({
      path,
      text: readFileSync(path, 'utf8'),
    }),
  );
  expect(sources.length).toBeGreaterThan(500);
  expect(listProblems(sources)).toEqual([]);
});

describe('lists that are refused', () => {
  test.each([
    ['server/lending/a.ts', `const plans = [['金額', (row) => row.amount]];`],
    ['server/lending/a.ts', `const plans = [['金額', ({ amount }) => amount]];`],
    ['server/lending/a.ts', 'rows: inPages((last) => plansAfter(tx, last), cellsOf),'],
    ['server/lending/tables.ts', 'export const lendingTables = {};'],
    ['contract/lending/a.ts', 'plansTable: office.export({ path }),'],
    ['web/lending/office/A.tsx', `const filters = [{ kind: 'day', name: 'from', label: '自' }];`],
    ['server/lending/a.ts', 'export const plansBeyond = (tx: Tx) => plans(tx);'],
    ['server/lending/a.ts', 'export async function plansForFile(tx: Tx) {}'],
    [
      'web/lending/office/A.tsx',
      `<TableButtons />; ({ label: '金額', cell: (row) => row.amount });`,
    ],
  ])('%s %s', (path, text) => {
    expect(listProblems(plant(path, text))).toHaveLength(1);
  });
  test.each([
    ['server/tables/table.ts', 'rows: inPages(next, cells),'],
    ['contract/reports/parts.ts', 'return office.export({ path });'],
    ['server/lending/a.ts', `const words = ['金額', '利率'];`],
    ['web/lending/office/A.tsx', `({ label: '金額', cell: (row) => row.amount });`],
  ])('but not %s %s', (path, text) => {
    expect(listProblems(plant(path, text))).toEqual([]);
  });
});
