// Columns that several reports share: the subject of a row, and one column for each figure.
import { Link } from 'react-router';
import { transferText } from '#contract/ledger/words.ts';
import { orderNoOf } from '#contract/investing/order-number.ts';
import type { ReportedTransfer } from '#contract/reports/money.ts';
import type { ListUrl } from '../../office/kit/listing.ts';
import * as paths from '../../office/paths.ts';
import { DateText, Money } from '../../ui/display/Amount.tsx';
import type { Column } from '../../ui/display/Table.tsx';
import { ToRows } from './Report.tsx';

type Case = { loanId: string; caseNo: string; planName: string; grade: string };

/** Columns with the case, its plan and its grade. */
export const caseColumns: Column<Case>[] = [
  {
    key: 'case',
    label: '案件',
    head: true,
    cell: ({ loanId, caseNo }) => (
      <Link className="link num" to={paths.loan(loanId)}>
        {caseNo}
      </Link>
    ),
  },
  { key: 'plan', label: '方案', cell: ({ planName }) => planName },
  { key: 'grade', label: '等級', cell: ({ grade }) => grade || '—' },
];

/** Links to the order, loan and member that a transfer concerns, the most specific first. */
function Whose({ loanId, caseNo, orderId, memberId }: ReportedTransfer) {
  const ways = [
    orderId !== null && { to: paths.order(orderId), text: orderNoOf(orderId) },
    loanId !== null && { to: paths.loan(loanId), text: caseNo ?? `案件 ${loanId}` },
    memberId !== null && { to: paths.member(memberId), text: `會員 ${memberId}` },
  ].filter((way) => way !== false);
  if (ways.length === 0) return '—';
  return (
    <span className="inline-flex flex-wrap gap-x-3 gap-y-0">
      {ways.map(({ to, text }) => (
        <Link key={to} className="link num" to={to}>
          {text}
        </Link>
      ))}
    </span>
  );
}

export const transferColumns: Column<ReportedTransfer>[] = [
  { key: 'on', label: '日期', head: true, cell: ({ on }) => <DateText at={on} /> },
  { key: 'kind', label: '交易', cell: ({ kind }) => transferText[kind] },
  { key: 'whose', label: '對象', cell: (row) => <Whose {...row} /> },
  {
    key: 'transfer',
    label: '交易編號',
    cell: ({ transferId }) => (
      <Link className="link office-mono" to={paths.ledgerOf({ transfer: transferId })}>
        {transferId}
      </Link>
    ),
  },
];

/**
 * Returns a column for each line of a month's figures, with the sum of the column and links to the
 * rows.
 */
export const lineColumns = <Line extends string>(
  lines: readonly Line[],
  text: Record<Line, string>,
  months: readonly { lines: Record<Line, number> }[],
  url: ListUrl,
) =>
  lines.map((line): Column<{ month: string; lines: Record<Line, number> }> => ({
    key: line,
    label: text[line],
    numeric: true,
    cell: (row) => (
      <ToRows url={url} of={{ month: row.month, line }} none={row.lines[line] === 0}>
        <Money amount={row.lines[line]} />
      </ToRows>
    ),
    foot: <Money amount={months.reduce((sum, row) => sum + row.lines[line], 0)} />,
  }));
