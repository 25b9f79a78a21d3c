// Cases as a table, for wide screens; its heads sort on the server by the query string.
import {
  createColumnHelper,
  FlexRender,
  type Header,
  rowSortingFeature,
  type SortingState,
  tableFeatures,
  useTable,
} from '@tanstack/react-table';
import { ArrowDown, ArrowUp, ChevronsUpDown } from 'lucide-react';
import type { Case } from '#contract/investing/calls.ts';
import { Go } from '../../site/kit/Go.tsx';
import { investCase } from '../../site/kit/paths.ts';
import { Money, Percent } from '../../ui/display/Amount.tsx';
import { ProgressBar } from '../../ui/display/ProgressBar.tsx';
import { sortIdOf, sortOf } from './case-filter.ts';
import { FundedText, TimeLeft } from './CaseCard.tsx';
import { Grade } from '../words.tsx';

const features = tableFeatures({ rowSortingFeature });
const column = createColumnHelper<typeof features, Case>();

/** Ids of columns that sort are those the call knows. */
const columns = column.columns([
  column.display({
    id: 'case',
    header: '案件',
    cell: ({ row: { original: of } }) => (
      <>
        <Go to={investCase(of.id)}>{of.purpose}</Go>
        <small className="num">{of.caseNo}</small>
      </>
    ),
  }),
  column.accessor('planName', { id: 'plan', header: '方案', enableSorting: false }),
  column.display({
    id: 'grade',
    header: '風險等級',
    cell: ({ row }) => <Grade grade={row.original.grade} />,
  }),
  column.accessor('annualRate', {
    id: 'rate',
    header: '年化利率',
    cell: ({ row }) => <Percent value={row.original.annualRate} />,
  }),
  column.accessor('installments', {
    id: 'installment',
    header: '期數',
    cell: ({ row }) => `${row.original.installments} 期`,
  }),
  column.accessor('amountVal', {
    id: 'amount',
    header: '金額',
    cell: ({ row }) => <Money amount={row.original.amountVal} />,
  }),
  column.accessor('remainingAmount', {
    id: 'remaining',
    header: '募集進度',
    cell: ({ row: { original: of } }) => (
      <div className="case-cell-funded">
        <ProgressBar share={of.progress / 100} label={`已募 ${of.progress}%`} />
        <FundedText of={of} />
      </div>
    ),
  }),
  column.accessor('endsAt', {
    id: 'due_date',
    header: '剩餘時間',
    cell: ({ row }) => <TimeLeft of={row.original} />,
  }),
]);

const numeric = new Set(['rate', 'installment', 'amount']);
const numericMark = (id: string) => (numeric.has(id) ? '' : undefined);

const order = { asc: 'ascending', desc: 'descending' } as const;

function Head({
  header,
  onSort,
}: {
  header: Header<typeof features, Case>;
  onSort: (sort: string) => void;
}) {
  const { id } = header.column;
  const mark = numericMark(id);
  if (!header.column.getCanSort()) {
    return (
      <th scope="col" data-numeric={mark}>
        <FlexRender header={header} />
      </th>
    );
  }
  const sorted = header.column.getIsSorted();
  const Icon = sorted === false ? ChevronsUpDown : sorted === 'asc' ? ArrowUp : ArrowDown;
  return (
    <th scope="col" data-numeric={mark} aria-sort={sorted === false ? 'none' : order[sorted]}>
      <button type="button" onClick={() => onSort(sortIdOf(id, sorted === 'desc'))}>
        <FlexRender header={header} />
        <Icon size={14} aria-hidden="true" />
      </button>
    </th>
  );
}

/** `sort` is the query string's word; a head asks for another by `onSort`. */
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
  const { orderby, up } = sortOf(sort);
  const sorting: SortingState = [{ id: orderby, desc: !up }];
  const table = useTable({
    features,
    columns,
    data: cases as Case[],
    getRowId: ({ id }) => id,
    manualSorting: true,
    state: { sorting },
  });
  return (
    <div className="table-scroll case-table" data-stale={stale ? '' : undefined}>
      <table className="table">
        <caption className="visually-hidden">案件，{sortOf(sort).label}</caption>
        <thead>
          {table.getHeaderGroups().map((group) => (
            <tr key={group.id}>
              {group.headers.map((header) => (
                <Head key={header.id} header={header} onSort={onSort} />
              ))}
            </tr>
          ))}
        </thead>
        <tbody>
          {table.getRowModel().rows.map((row) => (
            <tr key={row.id} data-full={row.original.remainingAmount === 0 ? '' : undefined}>
              {row.getAllCells().map((cell) => (
                <td key={cell.id} data-numeric={numericMark(cell.column.id)}>
                  <FlexRender cell={cell} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
