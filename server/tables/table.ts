// A list of the office handed out whole: page after page by its key, in columns with names.
import type { Cell } from '#contract/core/csv.ts';
import { clockOf } from '#contract/core/day.ts';
import type { Next, Operator, TableExport, Work } from '../action.ts';
import { inPages } from '../database/db.ts';
import { recordMove } from '../tasks/actions.ts';

/** Rows read at once. */
const PAGE = 1_000;

/** What a column is called, and what stands in it. */
export type Columns<Row> = readonly (readonly [title: string, cell: (row: Row) => Cell])[];

const INSTANT = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;

/** Instants as a clock in Taipei shows them: a spreadsheet would tell an hour of another place. */
const asRead = (cell: Cell) =>
  typeof cell === 'string' && INSTANT.test(cell) ? clockOf(cell) : cell;

type Asked = Work & { operator: Operator };
/** Who asks and what narrows the list; refuses where there is no such list. */
type Reading<Filter, Row> = (context: Asked, filter: Filter) => Next<Row> | Promise<Next<Row>>;

/** A list that is short by its nature, as its own call answers it. */
export const atOnce =
  <Row, Filter>(list: unknown): Reading<Filter, Row> =>
  (context, filter) =>
  async (last) => {
    const ask = list as (context: Asked, filter: Filter) => Promise<{ data: readonly Row[] }>;
    return last === null ? (await ask(context, filter)).data : [];
  };

/**
 * A list that is reckoned as a whole for each of its pages: `most` rows at a time, of which there
 * are few times.
 */
export const inSteps =
  <Row, Filter>(list: unknown, most: number): Reading<Filter, Row> =>
  (context, filter) => {
    const ask = list as (context: Asked, input: object) => Promise<{ data: readonly Row[] }>;
    let [offset, isOver] = [0, false];
    return async () => {
      if (isOver) return [];
      const { data } = await ask(context, { ...filter, item_per_page: most, offset });
      offset += data.length;
      isOver = data.length < most;
      return data;
    };
  };

/** Who took what out, in which form and how narrowed, for the audit log. */
export const recordTaken = (context: Asked, taken: { table: string; format: string }) =>
  recordMove(context, {
    subject: { type: 'operator', id: context.operator.id },
    action: 'table.exported',
    snapshot: taken,
  });

/** Hands a file out with its row in the audit log; `format` where it is not asked for. */
export const onRecord =
  <Context extends Asked, Input extends object, File>(
    table: string,
    file: (context: Context, input: Input) => Promise<File>,
    format = 'csv',
  ) =>
  async (context: Context, input: Input): Promise<File> => {
    await recordTaken(context, { table, format, ...input });
    return file(context, input);
  };

/**
 * The action of a list's table; who took it out, and what of it, stands in the audit log as
 * `recorded` has it.
 */
export function handedOut<Row, Filter>(
  name: string,
  columns: Columns<NoInfer<Row>>,
  reading: Reading<Filter, Row>,
  recorded: (filter: Filter) => object = (filter) => filter as object,
): (context: Asked, input: NoInfer<Filter> & { format: string }) => Promise<TableExport> {
  return async (context, { format, ...filter }) => {
    const next = await reading(context, filter as Filter);
    await recordTaken(context, { table: name, format, ...recorded(filter as Filter) });
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
