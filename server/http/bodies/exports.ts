// Exports tables row by row: CSV as a stream, or a workbook if requested.
import { Readable } from 'node:stream';
import type { FastifyReply } from 'fastify';
import { type Cell, csvLine, csvMark } from '#contract/core/csv.ts';
import { Refusal } from '#contract/refusals.ts';
import type { TableExport } from '../../call.ts';
import type { Workbooks } from '../../adapters/workbooks.ts';

/** A workbook is built in memory; larger tables are available as CSV only. */
export const WORKBOOK_ROWS_MAX = 50_000;
const WORKBOOK = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

/** Number of characters that are sent in one write, because one write per row would be too many. */
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

async function workbookOf({ columns, rows }: TableExport, workbooks: Workbooks): Promise<Buffer> {
  const held: (readonly Cell[])[] = [];
  for await (const row of rows) {
    if (held.length >= WORKBOOK_ROWS_MAX) throw new Refusal('TOO_MANY_ROWS');
    held.push(row);
  }
  return workbooks.write({ columns, rows: held });
}

/**
 * Sends a table as a file with a name. The first page of rows is read before the first byte is
 * sent, so that an error in reading is answered as an error instead of half a file.
 *
 * Refuses TOO_MANY_ROWS if a workbook would exceed 50,000 rows.
 */
export async function sendTable(
  reply: FastifyReply,
  workbooks: Workbooks,
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
    const bytes = await workbookOf(table, workbooks);
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
