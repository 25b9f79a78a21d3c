// Exports a list of the office completely: reads it page by page with a key, and names its columns.
import type { Cell } from '#contract/core/csv.ts';
import { clockOf } from '#contract/core/day.ts';
import type { Next, Operator, TableExport, Work } from '../action.ts';
import { inPages } from '../database/db.ts';
import { recordMove } from '../tasks/actions.ts';

/** Rows read per page. */
const PAGE = 1_000;

/** Column titles with the functions that fill the cells. */
export type Columns<Row> = readonly (readonly [title: string, cell: (row: Row) => Cell | Date])[];

const INSTANT = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;

/** Formats instants as Taipei time, because a spreadsheet would show them in another time zone. */
const asRead = (cell: Cell | Date): Cell =>
  cell instanceof Date || (typeof cell === 'string' && INSTANT.test(cell)) ? clockOf(cell) : cell;

type ExportContext = Work & { operator: Operator };
/**
 * Returns a reader of rows for the caller and filter; refuses if the list's subject does not exist.
 */
type Reading<Filter, Row> = (
  context: ExportContext,
  filter: Filter,
) => Next<Row> | Promise<Next<Row>>;

/** Reads a list that is always short with a single call of its endpoint. */
export const atOnce =
  <Row, Filter>(list: unknown): Reading<Filter, Row> =>
  (context, filter) =>
  async (last) => {
    const ask = list as (
      context: ExportContext,
      filter: Filter,
    ) => Promise<{ data: readonly Row[] }>;
    return last === null ? (await ask(context, filter)).data : [];
  };

/**
 * Reads a list that is computed as a whole for each page, in large steps of `most` rows, so that
 * few computations are needed.
 */
export const inSteps =
  <Row, Filter>(list: unknown, most: number): Reading<Filter, Row> =>
  (context, filter) => {
    const ask = list as (
      context: ExportContext,
      input: object,
    ) => Promise<{ data: readonly Row[] }>;
    let [offset, isOver] = [0, false];
    return async () => {
      if (isOver) return [];
      const { data } = await ask(context, { ...filter, item_per_page: most, offset });
      offset += data.length;
      isOver = data.length < most;
      return data;
    };
  };

/** Writes an audit row of who exported what, in which format and with which filter. */
export const recordExport = (context: ExportContext, taken: { table: string; format: string }) =>
  recordMove(context, {
    subject: { type: 'operator', id: context.operator.id },
    action: 'table.exported',
    snapshot: taken,
  });

/** Returns a file and writes an audit row for it; `format` applies if the input has none. */
export const withExportRecord =
  <Context extends ExportContext, Input extends object, File>(
    table: string,
    file: (context: Context, input: Input) => Promise<File>,
    format = 'csv',
  ) =>
  async (context: Context, input: Input): Promise<File> => {
    await recordExport(context, { table, format, ...input });
    return file(context, input);
  };

/**
 * Action that exports a list as a table; the audit row contains the operator and the result of
 * `recorded`.
 */
export function exportOf<Row, Filter>(
  name: string,
  columns: Columns<NoInfer<Row>>,
  reading: Reading<Filter, Row>,
  recorded: (filter: Filter) => object = (filter) => filter as object,
): (context: ExportContext, input: NoInfer<Filter> & { format: string }) => Promise<TableExport> {
  return async (context, { format, ...filter }) => {
    const next = await reading(context, filter as Filter);
    await recordExport(context, { table: name, format, ...recorded(filter as Filter) });
    return {
      name: `${name}-${context.today}`,
      columns: columns.map(([title]) => title),
      rows: inPages(
        (last: Row | null) => next(last, PAGE),
        (row) => columns.map(([, cell]) => asRead(cell(row))),
      ),
    };
  };
}
