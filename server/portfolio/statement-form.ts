// The form of an investor's statement, as it is stored, printed and answered.
import type { Cell } from '#contract/core/csv.ts';
import type { Money } from '#contract/core/money.ts';

export type Column = { label: string; numeric: boolean };
export type Table = {
  title: string;
  none: string;
  columns: Column[];
  rows: Cell[][];
  totals: Cell[];
};
export type Report = {
  name: string;
  title: string;
  subtitle: string;
  facts: [label: string, value: string | Money][];
  tables: Table[];
  notes: string[];
};
export type StatementKind = 'month' | 'year';
