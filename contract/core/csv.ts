// Tables as CSV that a spreadsheet opens as it is meant: UTF-8 marked as such, nothing a formula.

export type Cell = string | number | null;

/** A text that a spreadsheet would take for a formula is led by an apostrophe. */
function cellText(cell: Cell): string {
  if (cell === null) return '';
  if (typeof cell === 'number') return String(cell);
  const safe = /^[=+\-@\t\r]/.test(cell) ? `'${cell}` : cell;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/** Tells Excel that what follows is UTF-8. */
export const csvMark = '\uFEFF';

/** One row, ended by CRLF (RFC 4180). */
export function csvLine(row: readonly Cell[]): string {
  return `${row.map(cellText).join(',')}\r\n`;
}

/** A whole table, led by its mark. */
export function csvText(rows: readonly (readonly Cell[])[]): string {
  return csvMark + rows.map(csvLine).join('');
}
