// Definition of an office list: each column once, with its word, for the page and for the file.
import type { z } from 'zod';
import type { Cell } from './csv.ts';
import type { StateWord } from './state-words.ts';

/** How the page shows a value; text if absent. */
export type ColumnKind = 'text' | 'number' | 'count' | 'money' | 'percent' | 'time' | 'ago';

type Column = {
  /** Head of the column. */
  word: string;
  /** Head in the file, if a spreadsheet needs another word than the page. */
  fileWord?: string;
  kind?: ColumnKind;
  /** The page shows it by its own means; the file has no such column. */
  only?: 'page';
  /** The file has the exact instant in UTC, not its second in Taipei. */
  exact?: true;
};

/** A column that is no field of the row must have a `value`, or be on the page only. */
type GivenColumn<Row, Key> = Key extends keyof Row
  ?
      | string
      | (Column & {
          value?: (row: Row) => Cell;
          /** Word of each value of the field, such as a state; with a tone it is shown as a tag. */
          words?: Readonly<Record<Row[Key] & (string | number), string | StateWord>>;
        })
  : Column & ({ only: 'page' } | { value: (row: Row) => Cell });

/** A column as page and file read it. */
export type ListColumn<Row> = Column & {
  value?: (row: Row) => Cell;
  words?: Readonly<Record<string, string | StateWord>>;
};

/** A row of the list that a call answers, as it is on the wire. */
export type RowOf<Call extends { output: z.ZodType<{ data: readonly unknown[] }> }> = z.output<
  Call['output']
>['data'][number];

export type List<Row, Key extends string = string> = {
  /** Name of the list, of its file, and in the audit log. */
  name: string;
  /** In the order of the file. A page shows those it names, in its own order. */
  columns: Record<Key, ListColumn<Row>>;
};

/**
 * Defines a list. A column is a field of the row with its word (`email: '電子郵件'`), or says more
 * about itself. Its filters are the input of the call that answers its page.
 */
export const list =
  <Row>() =>
  <Key extends string>(
    name: string,
    columns: { [K in Key]: GivenColumn<Row, K> },
  ): List<Row, Key> => {
    const entries = Object.entries<string | object>(columns).map(([key, column]) => [
      key,
      typeof column === 'string' ? { word: column } : column,
    ]);
    return { name, columns: Object.fromEntries(entries) as Record<Key, ListColumn<Row>> };
  };

/** Returns the content of a cell; yes or no for a flag. */
export function cellOf<Row>(key: string, { value, words }: ListColumn<Row>, row: Row): Cell {
  if (value) return value(row);
  const field = row[key as keyof Row] as Cell | boolean;
  if (typeof field === 'boolean') return field ? '是' : '否';
  if (field === null) return null;
  const word = words?.[field] ?? field;
  return typeof word === 'object' ? word.text : word;
}

/** The columns of a list's file: their heads, and the functions that fill the cells. */
export const fileColumnsOf = <Row>({ columns }: Pick<List<Row>, 'columns'>) =>
  Object.entries(columns).flatMap(([key, column]) =>
    column.only === 'page'
      ? []
      : [
          {
            head: column.fileWord ?? column.word,
            exact: column.exact === true,
            cell: (row: Row) => cellOf(key, column, row),
          },
        ],
  );
