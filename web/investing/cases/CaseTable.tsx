// Cases as a table for wide screens. Clicking a column's heading sorts on the server; the order is
// in the query string.
import { ArrowDown, ArrowUp, ChevronsUpDown } from 'lucide-react';
import type { ReactNode } from 'react';
import type { Case } from '#contract/investing/calls.ts';
import { Go } from '../../site/kit/Go.tsx';
import { investCase } from '../../site/kit/paths.ts';
import { Money, Percent } from '../../ui/display/Amount.tsx';
import { ProgressBar } from '../../ui/display/ProgressBar.tsx';
import { markScrollEdges } from '../../ui/display/scroll-edges.ts';
import { sortIdOf, sortOf } from './case-filter.ts';
import { FundedText, TimeLeft } from './CaseCard.tsx';
import { Grade } from '../words.tsx';

type Column = {
  /** For a column that can be sorted, its id is the value that the call uses for this order. */
  id: string;
  title: string;
  cell: (of: Case) => ReactNode;
  sorts?: true;
  numeric?: true;
};

const columns: readonly Column[] = [
  {
    id: 'case',
    title: '案件',
    cell: (of) => (
      <>
        <Go to={investCase(of.id)}>{of.purpose}</Go>
        <small className="num">{of.caseNo}</small>
      </>
    ),
  },
  { id: 'plan', title: '方案', cell: (of) => of.planName },
  { id: 'grade', title: '風險等級', cell: (of) => <Grade grade={of.grade} /> },
  {
    id: 'rate',
    title: '年化利率',
    cell: (of) => <Percent value={of.annualRate} />,
    sorts: true,
    numeric: true,
  },
  {
    id: 'installment',
    title: '期數',
    cell: (of) => `${of.installments} 期`,
    sorts: true,
    numeric: true,
  },
  {
    id: 'amount',
    title: '金額',
    cell: (of) => <Money amount={of.amountVal} />,
    sorts: true,
    numeric: true,
  },
  {
    id: 'remaining',
    title: '募集進度',
    cell: (of) => (
      <div className="grid min-w-44 gap-1 text-sm">
        <ProgressBar share={of.progress / 100} label={`已募 ${of.progress}%`} />
        <FundedText of={of} />
      </div>
    ),
    sorts: true,
  },
  { id: 'due_date', title: '剩餘時間', cell: (of) => <TimeLeft of={of} />, sorts: true },
];

const numericMark = ({ numeric }: Column) => (numeric ? '' : undefined);

/** The present order of the table: a column's id, and whether it is ascending. */
type Order = { orderby: string; up: boolean };

function Head({
  column,
  order: { orderby, up },
  onSort,
}: {
  column: Column;
  order: Order;
  onSort: (sort: string) => void;
}) {
  const { id, title, sorts } = column;
  if (!sorts) {
    return (
      <th scope="col" data-numeric={numericMark(column)}>
        {title}
      </th>
    );
  }
  const isSorted = id === orderby;
  const SortedIcon = up ? ArrowUp : ArrowDown;
  const Icon = isSorted ? SortedIcon : ChevronsUpDown;
  const direction = up ? 'ascending' : 'descending';
  return (
    <th scope="col" data-numeric={numericMark(column)} aria-sort={isSorted ? direction : 'none'}>
      <button type="button" onClick={() => onSort(sortIdOf(id, isSorted && !up))}>
        {title}
        <Icon size={14} aria-hidden="true" />
      </button>
    </th>
  );
}

/**
 * `sort` is the value in the query string; clicking a column's heading requests another order with
 * `onSort`.
 */
export default function CaseTable({
  cases,
  sort,
  onSort,
  stale,
}: {
  cases: readonly Case[];
  sort: string;
  onSort: (sort: string) => void;
  stale: boolean;
}) {
  const order = sortOf(sort);
  return (
    <div
      ref={markScrollEdges}
      className="table-scroll case-table"
      data-stale={stale ? '' : undefined}
    >
      <table className="table">
        <caption className="visually-hidden">案件，{order.label}</caption>
        <thead>
          <tr>
            {columns.map((column) => (
              <Head key={column.id} column={column} order={order} onSort={onSort} />
            ))}
          </tr>
        </thead>
        <tbody>
          {cases.map((of) => (
            <tr key={of.id} data-full={of.remainingAmount === 0 ? '' : undefined}>
              {columns.map((column) => (
                <td key={column.id} data-numeric={numericMark(column)}>
                  {column.cell(of)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
