// Columns that several reports share: the subject of a row, and one column for each figure.
import { orderNoOf } from '#contract/investing/order-number.ts';
import type { ReportedTransfer } from '#contract/reports/money.ts';
import { Link } from '../../office/links/Link.tsx';
import type { ListUrl } from '../../office/kit/listing.ts';
import * as paths from '../../office/paths.ts';
import { Money } from '../../ui/display/Amount.tsx';
import type { Column } from '../../ui/display/Table.tsx';
import { ToRows } from './Report.tsx';

type Case = { loanId: string; caseNo: string; planName: string; grade: string };

/** How the columns of a loan are shown. */
export const loanCells = {
  caseNo: {
    head: true,
    cell: ({ loanId, caseNo }: Case) => (
      <Link className="link num" to={paths.loan(loanId)}>
        {caseNo}
      </Link>
    ),
  },
  planName: {},
  grade: { cell: ({ grade }: Case) => grade || '—' },
};

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

/** How the columns of a transfer are shown. */
export const transferCells = {
  on: { head: true },
  kind: {},
  owner: { cell: (row: ReportedTransfer) => <Whose {...row} /> },
  transferId: {
    cell: ({ transferId }: ReportedTransfer) => (
      <Link className="link office-mono" to={paths.ledgerOf({ transfer: transferId })}>
        {transferId}
      </Link>
    ),
  },
};

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
