// Definition of an office list: its call, filters, row, columns and file, each said once.
import { z } from 'zod';
import type { ActionName } from './action-words.ts';
import type { Cell } from './csv.ts';
import type { Endpoint, Role, TableCall } from './endpoint.ts';
import { type Filters, type ShapeOf, shapeOf } from './filters.ts';
import type { RefusalCode } from '../refusals.ts';
import type { StateWord } from './state-words.ts';

/** How the page shows a value; text if absent. */
export type ColumnKind = 'text' | 'number' | 'count' | 'money' | 'percent' | 'time' | 'ago';

type Column = {
  /** Heading of the column. */
  word: string;
  /** Heading in the exported file, if a spreadsheet needs another text than the page. */
  fileWord?: string;
  kind?: ColumnKind;
  /** The page renders this column with its own code, and the exported file does not contain it. */
  only?: 'page';
  /**
   * The exported file contains the exact instant in UTC, not the Taipei time rounded to seconds.
   */
  exact?: true;
};

/**
 * A column that is not a field of the row must have a `value` function or be shown on the page
 * only.
 */
type GivenColumn<Row, Key> = Key extends keyof Row
  ?
      | string
      | (Column & {
          value?: (row: Row) => Cell;
          /**
           * Label of each value of the field, such as a state; a label with a tone is shown as a
           * tag.
           */
          words?: Readonly<Record<Row[Key] & (string | number), string | StateWord>>;
        })
  : Column & ({ only: 'page' } | { value: (row: Row) => Cell });
type GivenColumns<Row, Key extends string> = { [K in Key]: GivenColumn<Row, K> };

/** A column in the form that the page and the export use. */
export type ListColumn<Row> = Column & {
  value?: (row: Row) => Cell;
  words?: Readonly<Record<string, string | StateWord>>;
};

/** Name and columns of a table. */
export type List<Row, Key extends string = string> = {
  /** Name of the table on its page, in the name of its file and in the audit log. */
  name: string;
  /**
   * Columns in the order of the exported file. A page chooses its columns and their order itself.
   */
  columns: Record<Key, ListColumn<Row>>;
};

const format = z.enum(['csv', 'xlsx']);
export type Format = z.output<typeof format>;

/** The call that answers a table as a file: the same address as its page, with a format. */
type FileCall<S extends z.ZodRawShape, R extends readonly RefusalCode[]> = Omit<
  Endpoint,
  'access' | 'kind' | 'input' | 'output' | 'refusals'
> & {
  access: 'operator';
  kind: 'export';
  input: z.ZodObject<S & { format: typeof format }, z.core.$strict>;
  output: z.ZodString;
  refusals: R;
};

/** What the audit log records of an export, if not its table, format and filters. */
export type Audited<Filter> = {
  action?: ActionName;
  snapshot: (filter: Filter, format: Format) => Record<string, unknown>;
};

/** A table of a call: its rows as a file with these columns. */
export type Table<
  Row,
  Key extends string = string,
  S extends z.ZodRawShape = z.ZodRawShape,
  R extends readonly RefusalCode[] = readonly RefusalCode[],
> = List<Row, Key> &
  TableCall & { row: z.ZodType<Row>; file: FileCall<S, R>; audited?: Audited<never> };

type ColumnsOf<Row, Key extends string> = List<Row, Key>['columns'];

/** Gives every column the form of an object; a column may be given as its heading only. */
function columnsFrom<Row, Key extends string>(columns: object): ColumnsOf<Row, Key> {
  const entries = Object.entries<string | object>(columns as Record<string, string | object>);
  return Object.fromEntries(
    entries.map(([key, column]) => [key, typeof column === 'string' ? { word: column } : column]),
  ) as ColumnsOf<Row, Key>;
}

type FileRights<S extends z.ZodRawShape> = {
  /** Who may take the file, if not everybody who may read the page. */
  roles?: readonly Role[];
  /** Refusals of the file, if they differ from those of the page. */
  refusals?: readonly RefusalCode[];
  audited?: Audited<z.output<z.ZodObject<S>>>;
};

type Addressed = Pick<Endpoint, 'method' | 'path' | 'summary' | 'roles' | 'refusals'>;

/** Returns the call that answers a table of `call` as a file. */
function fileCallOf(
  { method, path, summary, roles, refusals }: Addressed,
  shape: z.ZodRawShape,
  rights: FileRights<never>,
): Endpoint {
  const allowed = rights.roles ?? roles;
  return {
    method,
    path,
    access: 'operator',
    kind: 'export',
    summary: `As a table: ${summary}`,
    input: z.strictObject({ ...shape, format }),
    output: z.string(),
    refusals: rights.refusals ?? refusals,
    ...(allowed && { roles: allowed }),
  };
}

/** Name of a call with its feature, such as `servicing.listPayouts`. */
type CallName = `${string}.${string}`;

type Spec<
  C extends CallName,
  M extends Endpoint['method'],
  R extends readonly RefusalCode[],
  F extends Filters,
  P extends z.ZodRawShape,
  Row extends z.ZodType,
  B extends z.ZodRawShape,
  Key extends string,
  FileRow extends z.ZodType,
> = Pick<Endpoint, 'path' | 'summary'> & {
  call: C;
  /** Name of the list on its page, in the name of its file and in the audit log. */
  name: string;
  method?: M;
  roles: readonly Role[];
  refusals?: R;
  /**
   * Input by which the rows are selected and ordered. A filter with a label is a field of the
   * page's filter bar; a bare schema is one that the page sets in a way of its own.
   */
  filters?: F;
  /** Input by which the page is turned; the file has none, because it contains every row. */
  page?: P;
  row: Row;
  /** The row of the file, if it has fields that the page does not need. */
  fileRow?: FileRow;
  /** Fields of the answer besides the rows, such as their number and their sum. */
  beside?: B;
  columns: GivenColumns<z.output<FileRow>, Key>;
  file?: FileRights<ShapeOf<F>>;
  /** Path of the file before it was a format of the list; its usual end was `/table`. */
  formerly?: `/${string}`;
};

/** A list as a call: its page is JSON, and with `format` the same address answers its file. */
export type ListCall<
  C extends CallName = CallName,
  M extends Endpoint['method'] = Endpoint['method'],
  R extends readonly RefusalCode[] = readonly RefusalCode[],
  F extends Filters = Filters,
  P extends z.ZodRawShape = z.ZodRawShape,
  Row extends z.ZodType = z.ZodType,
  B extends z.ZodRawShape = z.ZodRawShape,
  Key extends string = string,
  FileRow extends z.ZodType = Row,
> = Omit<Endpoint, 'access' | 'kind' | 'method' | 'input' | 'output' | 'refusals'> & {
  access: 'operator';
  kind: 'read';
  method: M;
  refusals: R;
  input: z.ZodObject<ShapeOf<F> & P, z.core.$strict>;
  output: z.ZodObject<{ data: z.ZodArray<Row> } & B>;
  call: C;
  name: string;
  columns: ColumnsOf<z.output<FileRow>, Key>;
  filters: F;
  page: P;
  tables: { data: Table<z.output<FileRow>, Key, ShapeOf<F>, R> };
};

/** Defines a list: who reads it, by which filters, its rows and its columns. */
export function list<
  const C extends CallName,
  Row extends z.ZodType,
  Key extends string,
  M extends Endpoint['method'] = 'GET',
  const R extends readonly RefusalCode[] = readonly [],
  // oxlint-disable-next-line typescript/no-empty-object-type -- nothing is given
  F extends Filters = {},
  // oxlint-disable-next-line typescript/no-empty-object-type -- nothing is given
  P extends z.ZodRawShape = {},
  // oxlint-disable-next-line typescript/no-empty-object-type -- nothing is given
  B extends z.ZodRawShape = {},
  FileRow extends z.ZodType = Row,
>(spec: Spec<C, M, R, F, P, Row, B, Key, FileRow>): ListCall<C, M, R, F, P, Row, B, Key, FileRow> {
  const { call: callName, name, method = 'GET', path, summary, roles, refusals = [], row } = spec;
  const [filters, page] = [spec.filters ?? {}, spec.page ?? {}];
  const shape = shapeOf(filters);
  const call = { method, path, summary, roles, refusals, access: 'operator', kind: 'read' };
  const columns = columnsFrom(spec.columns);
  const file = fileCallOf(call as Addressed, shape, (spec.file ?? {}) as FileRights<never>);
  const audited = spec.file?.audited;
  return {
    ...call,
    input: z.strictObject({ ...shape, ...page }),
    output: z.object({ data: z.array(row), ...spec.beside }),
    call: callName,
    name,
    columns,
    filters,
    page,
    tables: {
      data: {
        name,
        columns,
        row: spec.fileRow ?? row,
        file,
        key: 'data',
        formerly: spec.formerly ?? (`${path}/table` as const),
        ...(audited && { audited }),
      },
    },
  } as never;
}

type NameIn<C extends string> = C extends `${string}.${infer Name}` ? Name : never;

/** The lists of a feature by the names of their calls. */
export const listsOf = <const L extends readonly { call: CallName }[]>(...lists: L) =>
  Object.fromEntries(lists.map((one) => [one.call.split('.')[1], one])) as {
    [One in L[number] as NameIn<One['call']>]: One;
  };

/** Any list, for what is the same for all of them. */
export type AnyList = Endpoint & {
  call: CallName;
  name: string;
  columns: Readonly<Record<string, ListColumn<never>>>;
  filters: Filters;
  page: z.ZodRawShape;
  tables: { data: TableCall };
};

/** One row of a list as it appears in the JSON answer of its call. */
export type RowOf<Call> = Call extends {
  output: z.ZodType<{ data: readonly (infer Row)[] }>;
}
  ? Row
  : never;

type PartSpec<Row extends z.ZodType, Key extends string> = {
  name: string;
  row: Row;
  columns: GivenColumns<z.output<Row>, Key>;
};

/** Defines a table that is a part of a call's answer. */
export const part = <Row extends z.ZodType, Key extends string>({
  name,
  row,
  columns,
}: PartSpec<Row, Key>): { name: string; row: Row; columns: ColumnsOf<z.output<Row>, Key> } => ({
  name,
  row,
  columns: columnsFrom(columns),
});

type Part = { name: string; row: z.ZodType; columns: object };
/** Fields by which a page is turned. */
const turning = ['item_per_page', 'offset', 'before', 'after'] as const;
type Turning = (typeof turning)[number];

type Parts<E extends Endpoint, P extends Readonly<Record<string, Part>>> = {
  [N in keyof P]: P[N] extends { row: z.ZodType<infer Row>; columns: Record<infer Key, unknown> }
    ? Table<
        Row,
        Key & string,
        E['input'] extends z.ZodObject<infer S> ? Omit<S, Turning> : never,
        E['refusals']
      >
    : never;
};

/**
 * Gives a call that is no list the tables of its answer. Each is taken as a file with `table`, its
 * name, and `format`; the table named `data` needs no name.
 */
export function withTables<
  E extends Endpoint & { input: z.ZodObject },
  P extends Readonly<Record<string, Part>>,
>(call: E, parts: P): E & { tables: Parts<E, P> } {
  const shape = Object.fromEntries(
    Object.entries(call.input.shape).filter(([field]) => !turning.some((one) => one === field)),
  );
  const tables = Object.entries(parts).map(([table, of]) => {
    const named = table === 'data' ? {} : { table: z.literal(table) };
    const file = fileCallOf(call, { ...shape, ...named } as z.ZodRawShape, {});
    return [table, { ...of, key: table, file, formerly: `${call.path}/table` }];
  });
  return { ...call, tables: Object.fromEntries(tables) };
}

/** Returns the content of a cell in the exported file; a flag becomes yes or no. */
export function cellOf<Row>(key: string, { value, words }: ListColumn<Row>, row: Row): Cell {
  if (value) return value(row);
  const field = row[key as keyof Row] as Cell | boolean;
  if (typeof field === 'boolean') return field ? '是' : '否';
  if (field === null) return null;
  const word = words?.[field] ?? field;
  return typeof word === 'object' ? word.text : word;
}

/**
 * Returns the columns of the exported file: their headings and the functions that fill their cells.
 * `chosen` names the columns by key, in its order and with its headings; all of them if absent.
 */
export function fileColumnsOf<Row>(
  { columns }: Pick<List<Row>, 'columns'>,
  chosen?: readonly { key: string; head: string }[],
) {
  const all = Object.entries(columns)
    .filter(([, { only }]) => only !== 'page')
    .map(([key, { word, fileWord = word }]) => ({ key, head: fileWord }));
  return (chosen ?? all).map(({ key, head }) => {
    const column = columns[key]!;
    return { head, exact: column.exact === true, cell: (row: Row) => cellOf(key, column, row) };
  });
}
