// Records of closed bank dates: booked on an open day, but effective by their bank date.
import type { LateRecord } from '#contract/banking/reconciliation.ts';
import { transferText } from '#contract/ledger/words.ts';
import { Link } from '../../office/links/Link.tsx';
import * as paths from '../../office/paths.ts';
import { DateText, Money } from '../../ui/display/Amount.tsx';
import { Table, type Column } from '../../ui/display/Table.tsx';

const columns: Column<LateRecord>[] = [
  { key: 'kind', label: '交易', head: true, cell: (row) => transferText[row.kind] },
  { key: 'valueOn', label: '銀行日', cell: (row) => <DateText at={row.valueOn} /> },
  { key: 'bookedOn', label: '記帳日', cell: (row) => <DateText at={row.bookedOn} /> },
  {
    key: 'amount',
    label: '金額',
    numeric: true,
    cell: (row) => <Money amount={row.amount} sign />,
  },
  {
    key: 'transfer',
    label: '交易編號',
    cell: (row) => (
      <Link className="link office-mono" to={paths.ledgerOf({ transfer: row.transferId })}>
        {row.transferId}
      </Link>
    ),
  },
];

export function DayLate({ rows }: { rows: readonly LateRecord[] }) {
  if (rows.length === 0) return null;
  return (
    <div className="grid gap-2">
      <Table
        caption="關帳後才到的紀錄"
        columns={columns}
        rows={rows}
        rowKey={({ transferId }) => transferId}
      />
      <p className="text-sm text-ink-3">
        銀行日已關帳，所以記在當時第一個未關帳的日期；利息、分配與逾期仍依銀行日計算。
      </p>
    </div>
  );
}
