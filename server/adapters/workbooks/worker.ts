// Child process that writes workbooks, one after another.
import writeWorkbook from 'write-excel-file/node';
import type { Cell } from '#contract/core/csv.ts';
import type { WorkbookJob } from '../workbooks.ts';
import { answerJobs } from '../workers.ts';

/** Maximum characters of a workbook cell; with more, spreadsheet programs report a damaged file. */
const CELL_MAX = 32_767;

const cellOf = (cell: Cell) => {
  if (cell === null) return null;
  return typeof cell === 'number'
    ? { value: cell, type: Number }
    : { value: cell.slice(0, CELL_MAX), type: String };
};

answerJobs<WorkbookJob, Uint8Array>(({ columns, rows }) => {
  const head = columns.map((text) => ({ value: text, type: String, fontWeight: 'bold' as const }));
  const sheet: unknown[][] = [head, ...rows.map((row) => row.map(cellOf))];
  return writeWorkbook(sheet as never).toBuffer();
});
