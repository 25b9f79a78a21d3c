// Table whose rows are cards or two lines on a phone; screen readers read out the order of sortable
// columns.
import { ArrowDown, ArrowUp, ChevronDown, ChevronsUpDown } from 'lucide-react';
import {
  Fragment,
  isValidElement,
  type ReactNode,
  type RefObject,
  useEffect,
  useRef,
  useState,
} from 'react';
import { Money } from './Amount.tsx';
import { markScrollEdges } from './scroll-edges.ts';

/** Places in the two lines of a row; the figure and its day are at the end. */
type Place = 'what' | 'state' | 'drawn' | 'figure' | 'day';

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
  /**
   * Place of the cell where the window is too narrow for columns. If any column has one, a row is
   * two lines there in place of a card, and cells without a place come when the row is opened.
   */
  at?: Place | ((row: Row) => Place | undefined);
  /** The cell has buttons, which need no label on a card. */
  acts?: boolean;
  /** Content of the column's cell in the last row (totals). */
  foot?: ReactNode;
};

/** Returns the column of an amount in NT$ that the rows have under `key`. */
export const moneyColumn = <Key extends string>(
  key: Key,
  label: string,
  more: Pick<Column<unknown>, 'foot' | 'sortable'> & { at?: Place } = {},
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

/** On a card a cell is a name and one content beside it, also if that is several elements. */
const asOne = (content: ReactNode, look: Look): ReactNode =>
  look === 'cards' && isValidElement(content) && content.type === Fragment ? (
    <div>{content}</div>
  ) : (
    content
  );

function Cell<Row>({
  column,
  row,
  index,
  look,
  children,
}: {
  column: Column<Row>;
  row: Row;
  index: number;
  look: Look;
  /** The button that opens the row. */
  children?: ReactNode;
}) {
  const { label, head, numeric, whole, acts } = column;
  const at = typeof column.at === 'function' ? column.at(row) : column.at;
  const content = column.cell(row, index);
  const isBlank = content === null || content === false || content === '' || content === '—';
  const rest = {
    // A card leaves out what the row does not have.
    className: look === 'cards' && isBlank ? 'max-md:hidden' : undefined,
    'data-label': acts ? undefined : label,
    'data-numeric': numeric ? '' : undefined,
    'data-whole': whole ? '' : undefined,
    'data-at': look === 'lines' ? (at ?? (head ? 'what' : 'opened')) : undefined,
  };
  // A text stands directly in the cell, where the site's JSX keeps its terms on one line.
  if (!head) return <td {...rest}>{asOne(content, look)}</td>;
  return (
    <th scope="row" {...rest}>
      {asOne(content, look)}
      {children}
    </th>
  );
}

type Look = 'table' | 'cards' | 'lines';

/** Opens the cells of a row that have no place in its two lines; shown only where it is lines. */
function Opener({
  name,
  isOpen,
  onChange,
}: {
  name: string;
  isOpen: boolean;
  onChange: (isOpen: boolean) => void;
}) {
  return (
    <button
      type="button"
      className="line-opener"
      aria-expanded={isOpen}
      aria-label={name}
      onClick={() => onChange(!isOpen)}
    >
      <ChevronDown size={18} aria-hidden="true" />
    </button>
  );
}

type BodyRowProps<Row> = {
  row: Row;
  index: number;
  columns: readonly Column<Row>[];
  look: Look;
  highlight: boolean;
  /** Name of the button that opens the row. */
  opener: string | undefined;
};

function BodyRow<Row>({ row, index, columns, look, highlight, opener }: BodyRowProps<Row>) {
  const [isOpen, setOpen] = useState(false);
  return (
    <tr data-highlight={highlight ? '' : undefined} data-open={isOpen ? '' : undefined}>
      {columns.map((column) => (
        <Cell key={column.key} column={column} row={row} index={index} look={look}>
          {opener && <Opener name={opener} isOpen={isOpen} onChange={setOpen} />}
        </Cell>
      ))}
    </tr>
  );
}

/** Returns whether a box scrolls sideways, because the keyboard must then be able to reach it. */
function useOverflow(): [RefObject<HTMLDivElement | null>, boolean] {
  const box = useRef<HTMLDivElement>(null);
  const [overflows, setOverflows] = useState(false);
  useEffect(() => markScrollEdges(box.current, setOverflows), []);
  return [box, overflows];
}

/** The last row, with the totals of the columns that have one. */
function Foot<Row>({ columns }: { columns: readonly Column<Row>[] }) {
  return (
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
  );
}

type TableProps<Row> = {
  caption: ReactNode;
  hideCaption?: boolean;
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  rowKey: (row: Row, index: number) => string | number;
  sort?: Sort | undefined;
  onSort?: ((sort: Sort) => void) | undefined;
  highlight?: (row: Row) => boolean;
  /** Rows become cards below 768 px; below 1024 px they are lines if a column has a place there. */
  cards?: boolean;
  /**
   * Name of the button that opens a row of two lines. Without it the row is one link: the one in
   * its first cell that carries `data-stretch`.
   */
  opener?: (row: Row) => string;
};

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
  opener,
}: TableProps<Row>) {
  const [box, overflows] = useOverflow();
  const isLines = columns.some(({ at }) => at !== undefined);
  const look = isLines ? 'lines' : cards ? 'cards' : 'table';
  return (
    <div
      ref={box}
      className="table-scroll"
      tabIndex={look !== 'table' && !overflows ? undefined : 0}
    >
      <table
        className="table"
        data-cards={look === 'cards' ? '' : undefined}
        data-lines={isLines ? '' : undefined}
      >
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
            <BodyRow
              key={rowKey(row, i)}
              row={row}
              index={i}
              columns={columns}
              look={look}
              highlight={highlight?.(row) ?? false}
              opener={opener?.(row)}
            />
          ))}
        </tbody>
        {columns.some(({ foot }) => foot !== undefined) && <Foot columns={columns} />}
      </table>
    </div>
  );
}
