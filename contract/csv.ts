// Tables as CSV that a spreadsheet opens as it is meant: UTF-8 marked as such, nothing a formula.

export type Cell = string | number | null;

/** A text that a spreadsheet would take for a formula is led by an apostrophe. */
function cellText(cell: Cell): string {
  if (cell === null) return '';
  if (typeof cell === 'number') return String(cell);
  const safe = /^[=+\-@\t\r]/.test(cell) ? `'${cell}` : cell;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/** Rows with CRLF between them (RFC 4180), led by the mark that tells Excel it is UTF-8. */
export function csvText(rows: readonly (readonly Cell[])[]): string {
  return `\uFEFF${rows.map((row) => row.map(cellText).join(',')).join('\r\n')}\r\n`;
}
