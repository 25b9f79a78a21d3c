// Reads the lists of the back office: the rows of one page, or all rows for an exported file.
import { z } from 'zod';
import type { ActionName } from '#contract/core/action-words.ts';
import { clockOf } from '#contract/core/day.ts';
import type { Cell } from '#contract/core/csv.ts';
import { fileColumnsOf, type Format, type Table } from '#contract/core/list.ts';
import type { Operator, TableExport } from '../call.ts';
import type { Work } from '../work.ts';
import { inPages } from '../database/db.ts';
import { encodingOf } from '../http/encode.ts';
import type { Part } from '../database/sql.ts';

/** Number of rows of an exported file that are read at once. */
const FILE_ROWS = 1_000;
/** The same for a list that is computed anew for each part. */
const COMPUTED_ROWS = 5_000;

export type ExportContext = Work & { operator: Operator };

/** Paging parameters of a list: how many rows, and how many to skip. */
type Paging = { item_per_page: number; offset: number };

/**
 * Begins an exported file: returns a function that returns the next rows at each call, and none at
 * the end.
 */
type File<Filter, Row> = (
  context: ExportContext,
  filter: Filter,
) => Promise<() => Promise<readonly Row[]>>;
export type Source<Filter, Row> = {
  file: File<Filter, Row>;
  /** Chooses columns of the file by key, with their order and headings; all if absent. */
  heads?: (context: ExportContext) => Promise<readonly { key: string; head: string }[]>;
};

type Reading<Context, Filter, Of, Found, Row> = {
  /** Returns what the filter selects; refuses if there is no such list. */
  of: (context: Context, filter: Filter) => Of | Promise<Of>;
  rows: (context: Context, of: Of, part: Part<Found>) => Promise<readonly Found[]>;
  /**
   * Number of rows of an exported file that are read at once, if it differs from the usual number.
   */
  fileRows?: number;
  view: (row: Found, context: Context, of: Of) => Row;
};

const fileOf =
  <Context, Filter, Of, Found, Row>({
    of: select,
    rows,
    fileRows = FILE_ROWS,
    view,
  }: Reading<Context, Filter, Of, Found, Row>) =>
  async (context: Context, filter: Filter, limit = fileRows) => {
    const of = await select(context, filter);
    let [last, offset]: [Found | null, number] = [null, 0];
    return async () => {
      const found = await rows(context, of, { limit, offset, last });
      [last, offset] = [found.at(-1) ?? null, offset + found.length];
      return found.map((row) => view(row, context, of));
    };
  };

/**
 * Reads both the page of a list and its exported file by one function. `page` is the action of the
 * list's endpoint; `beside` returns the fields of the answer besides the rows, such as their
 * number.
 */
export const reader = <Context, Filter, Of, Found, Row, Beside extends object>({
  beside,
  ...reading
}: Reading<Context, Filter, Of, Found, Row> & {
  beside: (context: Context, of: Of, found: readonly Found[]) => Promise<Beside> | Beside;
}) => ({
  async page(context: Context, { item_per_page: limit, offset, ...filter }: Filter & Paging) {
    const of = await reading.of(context, filter as Filter);
    const found = await reading.rows(context, of, { limit, offset });
    const data = found.map((row) => reading.view(row, context, of));
    return { data, ...(await beside(context, of, found)) };
  },
  file: fileOf(reading),
});

/**
 * Like `reader`, but for a list whose rows are not counted: its page begins after the row with id
 * `before`.
 */
export const stepReader = <Context, Filter, Of, Found extends { id: number }, Row>(
  reading: Omit<Reading<Context, Filter, Of, Found, Row>, 'rows'> & {
    rows: (context: Context, of: Of, part: Part<{ id: number }>) => Promise<readonly Found[]>;
  },
) => ({
  async page(
    context: Context,
    {
      before,
      item_per_page: limit,
      ...filter
    }: Filter & { before?: number | undefined; item_per_page: number },
  ) {
    const of = await reading.of(context, filter as Filter);
    const last = before === undefined ? null : { id: before };
    const found = await reading.rows(context, of, { limit: limit + 1, offset: 0, last });
    const data = found.slice(0, limit).map((row) => reading.view(row, context, of));
    return { data, older: found.length > limit };
  },
  file: fileOf(reading),
});

/** Part of a log to read: starts at the row `last` and continues towards newer or older rows. */
export type LogPart = Part<{ id: number }> & { direction: 'asc' | 'desc' };

/**
 * Like `stepReader`, but for a log whose pages can also be read upwards (`after`), and whose
 * exported file begins with the oldest row.
 */
export const logReader = <Context, Filter, Of, Found extends { id: number }, Row>({
  rows,
  ...reading
}: Omit<Reading<Context, Filter, Of, Found, Row>, 'rows'> & {
  rows: (context: Context, of: Of, part: LogPart) => Promise<readonly Found[]>;
}) => ({
  async page(
    context: Context,
    {
      before,
      after,
      item_per_page: limit,
      ...filter
    }: Filter & {
      before?: number | undefined;
      after?: number | undefined;
      item_per_page: number;
    },
  ) {
    const of = await reading.of(context, filter as Filter);
    const isUpwards = after !== undefined;
    const from = isUpwards ? after : before;
    const found = await rows(context, of, {
      direction: isUpwards ? 'asc' : 'desc',
      last: from === undefined ? null : { id: from },
      // One row more than requested shows whether there are more.
      limit: limit + 1,
      offset: 0,
    });
    const isMore = found.length > limit;
    const part = found.slice(0, limit);
    return {
      data: (isUpwards ? part.toReversed() : part).map((row) => reading.view(row, context, of)),
      newer: isUpwards ? isMore : before !== undefined,
      older: isUpwards || isMore,
    };
  },
  file: fileOf({
    ...reading,
    rows: (context, of: Of, part: Part<Found>) => rows(context, of, { ...part, direction: 'asc' }),
  }),
});

/** A list whose file shows its rows differently from its page. */
export const shownAs =
  <Context, Filter, Row, Shown>(
    file: (context: Context, filter: Filter) => Promise<() => Promise<readonly Row[]>>,
    view: (row: Row) => Shown,
  ) =>
  async (context: Context, filter: Filter) => {
    const next = await file(context, filter);
    return async () => (await next()).map(view);
  };

type Answer<Row> = { data: readonly Row[] };

/** A list that is always short: its file is read by one call of its page. */
export const shortList = <Context, Input, A extends Answer<unknown>>(
  page: (context: Context, input: Input) => Promise<A>,
) => ({
  page,
  async file(context: Context, filter: Input) {
    let isRead = false;
    return async (): Promise<readonly A['data'][number][]> => {
      if (isRead) return [];
      isRead = true;
      return (await page(context, filter)).data;
    };
  },
});

/**
 * A list that its page computes as a whole each time, because it is sorted by a calculated figure,
 * which cannot be a paging key. The file is read in large steps, so that few computations are
 * needed.
 */
export const computedList = <Context, Input extends Paging, A extends Answer<unknown>>(
  page: (context: Context, input: Input) => Promise<A>,
) => ({
  page,
  async file(context: Context, filter: Omit<Input, keyof Paging>) {
    let [offset, isOver] = [0, false];
    return async (): Promise<readonly A['data'][number][]> => {
      if (isOver) return [];
      const input = { ...filter, item_per_page: COMPUTED_ROWS, offset } as unknown as Input;
      const { data } = await page(context, input);
      offset += data.length;
      isOver = data.length < COMPUTED_ROWS;
      return data;
    };
  },
});

const INSTANT = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;

/** Formats instants as Taipei time, because a spreadsheet would show them in another time zone. */
const asRead = (cell: Cell | Date): Cell =>
  cell instanceof Date || (typeof cell === 'string' && INSTANT.test(cell)) ? clockOf(cell) : cell;

/** A file with what the audit log records of it. */
export type RecordedExport = TableExport & {
  recorded: { action: ActionName; snapshot: Record<string, unknown> };
};

/** A row as the server has it: its ids are numbers and its instants Dates. */
type Stored<Row> = { [Field in keyof Row]: unknown };

type FileInput = { format: Format; table?: string };

/**
 * Returns the action that answers a table as a file. The rows are encoded as the API answers them,
 * so that the columns get the same values as the page. Unless the table says otherwise, the audit
 * log records its name, its format and its filters.
 */
export function exportOf<Row>(
  { name, columns, row, audited }: Table<Row>,
  { file, heads }: Source<object, Stored<Row>>,
): (context: ExportContext, input: FileInput) => Promise<RecordedExport> {
  const encode = encodingOf(z.array(row)) as (rows: readonly Stored<Row>[]) => Row[];
  return async (context, { format, table: _table, ...filter }) => {
    const next = await file(context, filter);
    const cells = fileColumnsOf({ columns }, await heads?.(context));
    const snapshot = audited?.snapshot(filter as never, format);
    return {
      name: `${name}-${context.today}`,
      columns: cells.map(({ head }) => head),
      rows: inPages(
        async () => encode(await next()),
        (one) => cells.map(({ cell, exact }) => (exact ? cell(one) : asRead(cell(one)))),
      ),
      recorded: {
        action: audited?.action ?? 'table.exported',
        snapshot: snapshot ?? { table: name, format, ...filter },
      },
    };
  };
}
