// Writes CSV for spreadsheets: marked as UTF-8, with cells that can never run as formulas.

export type Cell = string | number | null;

/** Prefixes an apostrophe to text that a spreadsheet would execute as a formula. */
function cellText(cell: Cell): string {
  if (cell === null) return '';
  if (typeof cell === 'number') return String(cell);
  const safe = /^[=+\-@\t\r]/.test(cell) ? `'${cell}` : cell;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/** Byte order mark that tells Excel the file is UTF-8. */
export const csvMark = '\uFEFF';

/** Returns one row, ended by CRLF (RFC 4180). */
export function csvLine(row: readonly Cell[]): string {
  return `${row.map(cellText).join(',')}\r\n`;
}

/** Returns a whole table, starting with the byte order mark. */
export function csvText(rows: readonly (readonly Cell[])[]): string {
  return csvMark + rows.map(csvLine).join('');
}
