// Schedule of a loan: paid instalments are collapsed, the next one is highlighted.
import { Download, Printer } from 'lucide-react';
import { useState } from 'react';
import { instalmentWords } from '#contract/lending/instalment-words.ts';
import type { Loan } from '#contract/lending/calls.ts';
import { download } from './calendar-file.ts';
import { DateText, Money } from '../../ui/display/Amount.tsx';
import { Button } from '../../ui/Button.tsx';
import { Tag } from '../../ui/display/Card.tsx';
import { Table, type Column } from '../../ui/display/Table.tsx';
import { csvOf } from './loan-stages.ts';

type Row = Loan['schedule'][number];

const columns: readonly Column<Row>[] = [
  { key: 'no', label: '期別', head: true, whole: true, cell: ({ no }) => `第 ${no} 期` },
  { key: 'due', label: '應還日', cell: ({ dueOn }) => <DateText at={dueOn} /> },
  {
    key: 'principal',
    label: '本金',
    numeric: true,
    cell: ({ principal }) => <Money amount={principal} />,
  },
  {
    key: 'interest',
    label: '利息',
    numeric: true,
    cell: ({ interest }) => <Money amount={interest} />,
  },
  { key: 'total', label: '應還金額', numeric: true, cell: ({ total }) => <Money amount={total} /> },
  { key: 'paid', label: '已還', numeric: true, cell: ({ paid }) => <Money amount={paid} /> },
  {
    key: 'balance',
    label: '剩餘本金',
    numeric: true,
    cell: ({ balance }) => <Money amount={balance} />,
  },
  {
    key: 'status',
    label: '狀態',
    cell: ({ status }) => {
      const { text, tone } = instalmentWords[status].borrower;
      return <Tag tone={tone}>{text}</Tag>;
    },
  },
];

/** Number of rows shown at first, starting with the first unpaid one. */
const ROWS_MAX = 6;

export function ScheduleTable({ loan, bare = false }: { loan: Loan; bare?: boolean }) {
  const [all, setAll] = useState(false);
  const { schedule } = loan;
  const next = schedule.findIndex(({ paidOn }) => paidOn === null);
  const from = next < 0 ? 0 : next;
  const rows = all || bare ? schedule : schedule.slice(from, from + ROWS_MAX);
  const hidden = schedule.length - rows.length;
  return (
    <section
      className="loan-schedule grid gap-4 lg:max-xl:[&_:is(th,td)]:px-2"
      aria-label="還款計畫"
    >
      {!bare && (
        <div className="flex flex-wrap gap-x-4 gap-y-2 items-end justify-between">
          <h3>還款計畫</h3>
          <div className="flex flex-wrap gap-2 no-print">
            <Button
              size="sm"
              icon={<Download size={16} aria-hidden="true" />}
              onClick={() =>
                download(`${loan.caseNo}.csv`, csvOf(schedule), 'text/csv;charset=utf-8')
              }
            >
              下載 CSV
            </Button>
            <Button
              size="sm"
              icon={<Printer size={16} aria-hidden="true" />}
              onClick={() => window.print()}
            >
              列印
            </Button>
          </div>
        </div>
      )}
      <Table
        caption="每期應還本金與利息"
        hideCaption
        columns={columns}
        rows={rows}
        rowKey={({ no }) => no}
        highlight={({ no }) => no === schedule[next]?.no}
      />
      {(hidden > 0 || all) && (
        <div className="no-print">
          <Button look="quiet" aria-expanded={all} onClick={() => setAll(!all)}>
            {all ? '只看接下來的期數' : `顯示全部 ${schedule.length} 期`}
          </Button>
        </div>
      )}
    </section>
  );
}
