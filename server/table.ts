// A list of the office handed out whole: its own pages, one after the other, in columns with names.
import type { Cell } from '#contract/csv.ts';
import type { Operator, TableExport, Work } from './action.ts';
import { recordMove } from './tasks/actions.ts';

/** What a page of any list may have. */
const PAGE = 200;

/** What a column is called, and what stands in it. */
export type Columns<Row> = readonly (readonly [title: string, cell: (row: Row) => Cell])[];

type Asked = Work & { operator: Operator };
type Answer<Row> = { data: readonly Row[] };

/** How the next page of a list is asked for, after the rows it has given. */
export type Turn<Row> = (given: readonly Row[], count: number) => Record<string, unknown> | null;

/** By place; a list has no more once a page is not full. */
export const byPlace: Turn<unknown> = (given, count) =>
  count > 0 && given.length < PAGE ? null : { item_per_page: PAGE, offset: count };

/** Below the id of the last row. */
export const byId: Turn<{ id: string }> = (given, count) => {
  if (count > 0 && given.length < PAGE) return null;
  const last = given.at(-1)?.id;
  return { item_per_page: PAGE, ...(last !== undefined && { before: last }) };
};

/** A list that is answered whole. */
export const atOnce: Turn<unknown> = (_given, count) => (count > 0 ? null : {});

async function* rowsOf<Row>(
  list: (input: Record<string, unknown>) => Promise<Answer<Row>>,
  columns: Columns<Row>,
  turn: Turn<Row>,
): AsyncGenerator<Cell[]> {
  // What arrives meanwhile moves rows to a later place: none of them is given twice.
  const seen = new Set<string>();
  let given: readonly Row[] = [];
  for (let count = 0; ;) {
    const page = turn(given, count);
    if (!page) return;
    given = (await list(page)).data;
    if (given.length === 0) return;
    count += given.length;
    for (const row of given) {
      const { id } = row as { id?: string };
      if (id !== undefined && seen.has(id)) continue;
      if (id !== undefined) seen.add(id);
      yield columns.map(([, cell]) => cell(row));
    }
  }
}

/** The action of a list's table; who took it out, and what of it, stands in the audit log. */
export function handedOut<Row>(
  name: string,
  list: unknown,
  columns: Columns<Row>,
  turn: Turn<Row> = byPlace,
): (context: Asked, input: Record<string, unknown>) => Promise<TableExport> {
  const ask = list as (context: Asked, input: unknown) => Promise<Answer<Row>>;
  return async (context, { format, ...filter }) => {
    await recordMove(context, {
      subject: { type: 'operator', id: context.operator.id },
      action: 'table.exported',
      snapshot: { table: name, format, ...filter },
    });
    const read = (page: Record<string, unknown>) => ask(context, { ...filter, ...page });
    return {
      name: `${name}-${context.today}`,
      columns: columns.map(([title]) => title),
      rows: rowsOf(read, columns, turn),
    };
  };
}
