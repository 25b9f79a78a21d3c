// Columns of a list's page, with the texts from the list's definition.
import type { ReactNode } from 'react';
import {
  cellOf,
  type ColumnKind,
  type List,
  type ListColumn,
  type RowOf,
} from '#contract/core/list.ts';
import { Ago, DateText, Money, Percent } from '../../ui/display/Amount.tsx';
import { Tag } from '../../ui/display/Card.tsx';
import { formatNumber } from '../../ui/format.ts';
import type { Column } from '../../ui/display/Table.tsx';

const kinds: Record<ColumnKind, (value: never) => ReactNode> = {
  text: (value: string) => value,
  number: (value: number) => value,
  count: (value: number) => formatNumber(value),
  money: (value: number) => <Money amount={value} />,
  percent: (value: number) => <Percent value={value} />,
  time: (value: string) => <DateText at={value} />,
  ago: (value: string) => <Ago at={value} />,
};
const numeric: readonly ColumnKind[] = ['number', 'count', 'money', 'percent'];

type CellOptions<Row> = Partial<Omit<Column<Row>, 'key' | 'label'>> & {
  /**
   * Heading that replaces the one of the list's definition, such as a heading that depends on a
   * filter.
   */
  label?: string;
};

/** A row as the page has it; a table that is a part of an answer has no other. */
type PageRow<L> = L extends { output: unknown }
  ? RowOf<L>
  : L extends List<infer Row>
    ? Row
    : never;

/**
 * Returns the columns of a page in the page's order. A column of the list is shown according to its
 * kind, or as given here; a missing value is shown as a dash.
 */
export const columnsOf = <L extends { columns: object }>(
  list: L,
  shown: { [K in keyof L['columns']]?: CellOptions<PageRow<L>> },
): Column<PageRow<L>>[] =>
  (Object.entries(shown) as [string, CellOptions<PageRow<L>>][]).map(([key, given]) => {
    const column = (list.columns as Record<string, ListColumn<PageRow<L>>>)[key]!;
    const { kind = 'text', word } = column;
    return {
      key,
      label: word,
      ...(numeric.includes(kind) && { numeric: true }),
      cell: (row: PageRow<L>) => {
        const word = column.words?.[String(row[key as keyof PageRow<L>])];
        if (typeof word === 'object') return <Tag tone={word.tone}>{word.text}</Tag>;
        const value = cellOf(key, column, row);
        return value === null ? '—' : kinds[kind](value as never);
      },
      ...given,
    };
  });
