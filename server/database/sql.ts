// SQL statements as tagged templates: values become parameters, fragments become text.
import { COUNTED_MAX } from '#contract/core/lists.ts';

/**
 * A statement or a part of one. Its SQL text comes only from templates in the source code, so that
 * no data from a client can become part of the text.
 */
export class Sql {
  /** The pieces of text around the values; there is always one more piece than there are values. */
  readonly texts: readonly string[];
  readonly values: readonly unknown[];
  /** Whether PostgreSQL plans the statement for its values each time; see `anew`. */
  readonly isPlannedAnew: boolean;
  /** Whether the rows keep the names of the database; see `inDatabaseNames`. */
  readonly keepsNames: boolean;

  constructor(
    texts: readonly string[],
    values: readonly unknown[],
    { isPlannedAnew = false, keepsNames = false } = {},
  ) {
    this.texts = texts;
    this.values = values;
    this.isPlannedAnew = isPlannedAnew;
    this.keepsNames = keepsNames;
  }

  /** Throws if a statement is put into a plain string, because its values would be lost. */
  toString(): never {
    throw new TypeError('this is SQL: put it into a sql template');
  }

  /** The text that PostgreSQL reads, with $1, $2 … in the places of the values. */
  get text(): string {
    return this.texts.reduce((text, next, i) => `${text}$${i}${next}`);
  }
}

/**
 * ``sql`select amount from lending.loan where id = ${id}` ``: an interpolated `Sql` is inserted as
 * text together with its values; any other value becomes a parameter.
 */
export function sql(strings: TemplateStringsArray, ...parts: readonly unknown[]): Sql {
  const texts = [strings[0] ?? ''];
  const values: unknown[] = [];
  const append = (text: string) => {
    texts[texts.length - 1] += text;
  };
  parts.forEach((part, i) => {
    const after = strings[i + 1] ?? '';
    if (part instanceof Sql) {
      const [first = '', ...rest] = part.texts;
      append(first);
      texts.push(...rest);
      values.push(...part.values);
      append(after);
    } else {
      values.push(part);
      texts.push(after);
    }
  });
  return new Sql(texts, values);
}

/**
 * The same statement, planned for its values each time. For lists whose best plan depends on the
 * values of their filters: after five executions PostgreSQL would otherwise use one plan for all
 * values, which may read a whole table to find a rare value.
 */
export const anew = ({ texts, values }: Sql): Sql =>
  new Sql(texts, values, { isPlannedAnew: true });

/**
 * The same statement, whose rows keep the names of the database (`member_id`), for a file that
 * names its fields after the columns. All other rows have the names of the code (`memberId`).
 */
export const inDatabaseNames = ({ texts, values }: Sql): Sql =>
  new Sql(texts, values, { keepsNames: true });

/**
 * A fragment from text that is not a template in the source: a name from PostgreSQL's own
 * catalogue, or a statement from a file of this repository. The text must never come from a client;
 * `tests/tidy` lists the files that may use this function.
 */
export function trusted(text: string): Sql {
  return new Sql([text], []);
}

/**
 * A number from the source code that becomes part of the SQL text instead of a parameter, so that
 * the planner knows it: a limit, or a status that has an index of its own.
 */
export function constant(value: number): Sql {
  return trusted(String(value));
}

/** Joins fragments with commas between them. */
export function list(fragments: readonly Sql[]): Sql {
  return fragments.reduce((joined, next) => sql`${joined}, ${next}`);
}

/** Joins the conditions that are not null with "and"; `true` if there are none. */
export function allOf(conditions: readonly (Sql | null | undefined)[]): Sql {
  const given = conditions.filter((one) => one !== null && one !== undefined);
  if (given.length === 0) return sql`true`;
  return given.map((one) => sql`(${one})`).reduce((joined, next) => sql`${joined} and ${next}`);
}

/**
 * Returns the condition, or null if its value is missing. The statement then lacks the condition,
 * so that PostgreSQL can use an index, which `value is null or …` would prevent.
 */
export function when(value: unknown, condition: Sql): Sql | null {
  return value === undefined || value === null ? null : condition;
}

/** The condition of each filter of a list. */
export type Conditions<Filter> = {
  [Name in keyof Filter]-?: (value: NonNullable<Filter[Name]>) => Sql;
};

/** Returns the conditions of the filters that are set. */
export const conditionsOf = <Filter extends object>(
  filter: Filter,
  conditions: Conditions<Filter>,
): Sql[] =>
  (Object.keys(conditions) as (keyof Filter)[]).flatMap((name) => {
    const value = filter[name];
    return value === undefined || value === null ? [] : [conditions[name](value)];
  });

const orders = { '<': sql`<`, '>': sql`>`, '<=': sql`<=` } as const;

/**
 * Returns the condition for rows after `last`, in an order of columns that never change; null if
 * there is no last row. With this paging, the last page of a list costs as much as the first, and
 * no row is repeated or omitted if new rows are inserted meanwhile.
 */
export function afterRow(
  columns: readonly Sql[],
  order: keyof typeof orders,
  last: readonly unknown[] | null | undefined,
): Sql | null {
  if (!last) return null;
  const values = list(last.map((value) => sql`${value}`));
  return sql`(${list(columns)}) ${orders[order]} (${values})`;
}

/**
 * Which rows of a list to read. A page reads the rows after the first `offset` rows. An export
 * reads the rows after the row `last`, which is null at the beginning; `offset` then counts the
 * rows that were read before.
 */
export type Part<Last = unknown> = { limit: number; offset: number; last?: Last | null };

/**
 * The order of a list by columns that never change; each key is the name of the field that contains
 * the column.
 */
export function keyset<Name extends string>(
  direction: 'asc' | 'desc',
  columns: Readonly<Record<Name, Sql>>,
) {
  const names = Object.keys(columns) as Name[];
  const parts = names.map((name) => columns[name]);
  return {
    order: list(direction === 'desc' ? parts.map((part) => sql`${part} desc`) : parts),
    /** Null for a page, and at the beginning of an export. */
    after: ({ last }: Part<Readonly<Record<Name, unknown>>>) => {
      const values = last && names.map((name) => last[name]);
      return afterRow(parts, direction === 'desc' ? '<' : '>', values);
    },
  };
}

/**
 * Limit and offset of a part of a list; an export needs no offset, because it continues after its
 * last row.
 */
export const limitOf = ({ limit, offset, last }: Part): Sql =>
  last === undefined ? sql`limit ${limit} offset ${offset}` : sql`limit ${limit}`;

/**
 * Counts the rows that satisfy a statement's conditions, but stops at the number of rows through
 * which a list can be paged.
 */
export const totalOf = (rows: Sql): Sql =>
  anew(
    sql`select count(*) as total from (select from ${rows} limit ${constant(COUNTED_MAX)}) found`,
  );
