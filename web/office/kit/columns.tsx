// Columns of a list's page, with the words of the list's definition.
import type { ReactNode } from 'react';
import { cellOf, type ColumnKind, type List } from '#contract/core/list.ts';
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
  /** Another word than the list's, such as one that depends on a filter. */
  label?: string;
};

/**
 * The columns of a page in its order. A column of the list is shown by its kind, or as given here;
 * it is a dash if it has no value.
 */
export const columnsOf = <Row, Key extends string>(
  { columns }: List<Row, Key>,
  shown: { [K in Key]?: CellOptions<Row> },
): Column<Row>[] =>
  (Object.entries(shown) as [Key, CellOptions<Row>][]).map(([key, given]) => {
    const column = columns[key];
    const { kind = 'text', word } = column;
    return {
      key,
      label: word,
      ...(numeric.includes(kind) && { numeric: true }),
      cell: (row: Row) => {
        const word = column.words?.[String(row[key as unknown as keyof Row])];
        if (typeof word === 'object') return <Tag tone={word.tone}>{word.text}</Tag>;
        const value = cellOf(key, column, row);
        return value === null ? '—' : kinds[kind](value as never);
      },
      ...given,
    };
  });
