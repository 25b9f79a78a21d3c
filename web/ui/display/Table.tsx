// Table that becomes cards on a phone; screen readers read out the order of sortable columns.
import { ArrowDown, ArrowUp, ChevronsUpDown } from 'lucide-react';
import { type ReactNode, type RefObject, useEffect, useRef, useState } from 'react';
import { Money } from './Amount.tsx';
import { markScrollEdges } from './scroll-edges.ts';

export type Column<Row> = {
  key: string;
  label: string;
  /** Content of the heading, if it is more than the label. */
  heading?: ReactNode;
  cell: (row: Row, index: number) => ReactNode;
  /** The column is right-aligned, including its heading. */
  numeric?: boolean;
  /** The cell is never broken across lines, such as a case number or a name. */
  whole?: boolean;
  /**
   * The cell is the name of the row; screen readers read it out before the other cells. At most one
   * column.
   */
  head?: boolean;
  sortable?: boolean;
  /** The cell has buttons, which need no label on a card. */
  acts?: boolean;
  /** Content of the column's cell in the last row (totals). */
  foot?: ReactNode;
};

/** Returns the column of an amount in NT$ that the rows have under `key`. */
export const moneyColumn = <Key extends string>(
  key: Key,
  label: string,
  more: Pick<Column<unknown>, 'foot' | 'sortable'> = {},
): Column<Record<Key, number>> => ({
  key,
  label,
  numeric: true,
  cell: (row) => <Money amount={row[key]} />,
  ...more,
});

export type Sort = { key: string; ascending: boolean };

function Head<Row>({
  column,
  sort,
  onSort,
}: {
  column: Column<Row>;
  sort: Sort | undefined;
  onSort: ((sort: Sort) => void) | undefined;
}) {
  const numeric = column.numeric ? '' : undefined;
  if (!column.sortable || !onSort) {
    return (
      <th scope="col" data-numeric={numeric}>
        {column.heading ?? column.label}
      </th>
    );
  }
  const mine = sort?.key === column.key;
  const Icon = !mine ? ChevronsUpDown : sort.ascending ? ArrowUp : ArrowDown;
  return (
    <th
      scope="col"
      data-numeric={numeric}
      aria-sort={mine ? (sort.ascending ? 'ascending' : 'descending') : 'none'}
    >
      <button
        type="button"
        onClick={() => onSort({ key: column.key, ascending: mine ? !sort.ascending : false })}
      >
        {column.label}
        <Icon size={14} aria-hidden="true" />
      </button>
    </th>
  );
}

function Cell<Row>({
  column,
  row,
  index,
  cards,
}: {
  column: Column<Row>;
  row: Row;
  index: number;
  cards: boolean;
}) {
  const { label, head, numeric, whole, acts } = column;
  const content = column.cell(row, index);
  const isBlank = content === null || content === false || content === '' || content === '—';
  const rest = {
    // A card leaves out what the row does not have.
    className: cards && isBlank ? 'max-md:hidden' : undefined,
    'data-label': acts ? undefined : label,
    'data-numeric': numeric ? '' : undefined,
    'data-whole': whole ? '' : undefined,
    children: content,
  };
  return head ? <th scope="row" {...rest} /> : <td {...rest} />;
}

/** Returns whether a box scrolls sideways, because the keyboard must then be able to reach it. */
function useOverflow(): [RefObject<HTMLDivElement | null>, boolean] {
  const box = useRef<HTMLDivElement>(null);
  const [overflows, setOverflows] = useState(false);
  useEffect(() => markScrollEdges(box.current, setOverflows), []);
  return [box, overflows];
}

export function Table<Row>({
  caption,
  hideCaption,
  columns,
  rows,
  rowKey,
  sort,
  onSort,
  highlight,
  cards = true,
}: {
  caption: ReactNode;
  hideCaption?: boolean;
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  rowKey: (row: Row, index: number) => string | number;
  sort?: Sort | undefined;
  onSort?: ((sort: Sort) => void) | undefined;
  highlight?: (row: Row) => boolean;
  /** Rows become cards below 768 px; `wide`: below 1000 px, because the table needs that much. */
  cards?: boolean | 'wide';
}) {
  const [box, overflows] = useOverflow();
  const footed = columns.some((column) => column.foot !== undefined);
  return (
    <div ref={box} className="table-scroll" tabIndex={cards && !overflows ? undefined : 0}>
      <table className="table" data-cards={cards === true ? '' : cards || undefined}>
        <caption className={hideCaption ? 'visually-hidden' : undefined}>{caption}</caption>
        <thead>
          <tr>
            {columns.map((column) => (
              <Head key={column.key} column={column} sort={sort} onSort={onSort} />
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, i) => (
            <tr key={rowKey(row, i)} data-highlight={highlight?.(row) ? '' : undefined}>
              {columns.map((column) => (
                <Cell
                  key={column.key}
                  column={column}
                  row={row}
                  index={i}
                  cards={cards !== false}
                />
              ))}
            </tr>
          ))}
        </tbody>
        {footed && (
          <tfoot>
            <tr>
              {columns.map((column) => (
                <td
                  key={column.key}
                  data-label={column.foot === undefined ? undefined : column.label}
                  data-numeric={column.numeric ? '' : undefined}
                >
                  {column.foot}
                </td>
              ))}
            </tr>
          </tfoot>
        )}
      </table>
    </div>
  );
}
