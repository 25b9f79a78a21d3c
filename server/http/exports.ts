// Tables handed out row by row: CSV as it comes, a workbook where one is asked for.
import { Readable } from 'node:stream';
import type { FastifyReply } from 'fastify';
import writeWorkbook from 'write-excel-file/node';
import { type Cell, csvLine, csvMark } from '#contract/csv.ts';
import { Refusal } from '#contract/refusals.ts';
import type { TableExport } from '../action.ts';

/** A workbook is made in memory: beyond this a table is for CSV. */
export const WORKBOOK_ROWS_MAX = 50_000;
const WORKBOOK = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

/** Characters sent at once: rows one by one would be as many writes as there are rows. */
const CHUNK = 32_768;

async function* csvOf({ columns, rows }: TableExport): AsyncGenerator<string> {
  let text = csvMark + csvLine(columns);
  for await (const row of rows) {
    text += csvLine(row);
    if (text.length < CHUNK) continue;
    yield text;
    text = '';
  }
  if (text !== '') yield text;
}

/** What a cell of a workbook holds at most; with more, spreadsheets call the file damaged. */
const CELL_MAX = 32_767;

const cellOf = (cell: Cell) => {
  if (cell === null) return null;
  return typeof cell === 'number'
    ? { value: cell, type: Number }
    : { value: cell.slice(0, CELL_MAX), type: String };
};

async function workbookOf({ columns, rows }: TableExport): Promise<Buffer> {
  const sheet = [
    columns.map((text) => ({ value: text, type: String, fontWeight: 'bold' as const })),
  ];
  const data: unknown[][] = sheet;
  for await (const row of rows) {
    if (data.length > WORKBOOK_ROWS_MAX) throw new Refusal('TOO_MANY_ROWS');
    data.push(row.map(cellOf));
  }
  return writeWorkbook(data as never).toBuffer();
}

/**
 * Sends a table under its own name. The first page is read before the first byte goes out, so that
 * what cannot be read answers an error instead of half a file.
 *
 * Refuses TOO_MANY_ROWS where a workbook would grow beyond 50,000 rows.
 */
export async function sendTable(
  reply: FastifyReply,
  table: TableExport,
  format: string | undefined,
): Promise<FastifyReply> {
  const ending = format === 'xlsx' ? 'xlsx' : 'csv';
  const name = encodeURIComponent(`${table.name}.${ending}`);
  reply
    .header('content-disposition', `attachment; filename*=UTF-8''${name}`)
    .header('cache-control', 'no-store')
    .header('x-content-type-options', 'nosniff');
  if (ending === 'xlsx') {
    const bytes = await workbookOf(table);
    return reply.header('content-type', WORKBOOK).send(bytes);
  }
  const lines = csvOf(table);
  const first = await lines.next();
  async function* all() {
    yield String(first.value);
    yield* lines;
  }
  return reply.header('content-type', 'text/csv; charset=utf-8').send(Readable.from(all()));
}
