// Definition of an office list: each column once, with its heading, for page and export.
import type { z } from 'zod';
import type { Cell } from './csv.ts';
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

/** A column in the form that the page and the export use. */
export type ListColumn<Row> = Column & {
  value?: (row: Row) => Cell;
  words?: Readonly<Record<string, string | StateWord>>;
};

/** One row of a list as it appears in the JSON answer of a call. */
export type RowOf<Call extends { output: z.ZodType<{ data: readonly unknown[] }> }> = z.output<
  Call['output']
>['data'][number];

export type List<Row, Key extends string = string> = {
  /** Name of the list on its page, in the name of the exported file and in the audit log. */
  name: string;
  /**
   * Columns in the order of the exported file. A page chooses its columns and their order itself.
   */
  columns: Record<Key, ListColumn<Row>>;
};

/**
 * Defines a list. A column is given as the heading of a field (`email: '電子郵件'`) or as an object
 * with more details. The list's filters are the input of the API call that returns its rows.
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
 */
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
