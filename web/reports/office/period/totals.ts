// Totals of a report's rows, as the comparison with the period before shows them.
import type { Total } from './Compared.tsx';

/** The sum of one figure over all rows of a report. */
export const totalOf = <Row>(
  name: string,
  rows: readonly Row[],
  of: (row: Row) => number,
  unit: Total['unit'] = 'money',
): Total => ({ name, unit, value: rows.reduce((sum, row) => sum + of(row), 0) });
