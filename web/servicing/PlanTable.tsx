// New terms beside the old ones, the treatment of the arrears, and the new schedule.
import { useState } from 'react';
import { instalmentText, type Waivable } from '#contract/servicing/negotiation.ts';
import type { Proposal } from '#contract/servicing/negotiation-calls.ts';
import { DateText, Money, Percent } from '../ui/display/Amount.tsx';
import { Button } from '../ui/Button.tsx';
import { Table, type Column, moneyColumn } from '../ui/display/Table.tsx';

type Plan = Proposal['before'];
type Line = { name: string; cell: (plan: Plan) => React.ReactNode };

const lines: readonly Line[] = [
  { name: '年化利率', cell: (plan) => <Percent value={plan.annualRate} /> },
  { name: '期數', cell: (plan) => `${plan.installments} 期` },
  {
    name: '寬限期（僅付利息）',
    cell: (plan) => (plan.graceMonths > 0 ? `${plan.graceMonths} 個月` : '無'),
  },
  { name: '每期應還', cell: instalmentText },
  { name: '首期應還日', cell: (plan) => <DateText at={plan.firstDueOn} /> },
  { name: '末期應還日', cell: (plan) => <DateText at={plan.lastDueOn} /> },
  { name: '未還本金', cell: (plan) => <Money amount={plan.principal} /> },
  { name: '之後的利息', cell: (plan) => <Money amount={plan.interest} /> },
  { name: '積欠的利息與費用', cell: (plan) => <Money amount={plan.arrears} /> },
  { name: '還款總額', cell: (plan) => <Money amount={plan.total} /> },
];

export function PlanTable({ before, after }: { before: Plan; after: Plan }) {
  return (
    <Table
      caption="原方案與協商方案"
      rows={lines}
      rowKey={(line) => line.name}
      columns={[
        { key: 'name', label: '項目', head: true, cell: (line) => line.name },
        { key: 'before', label: '原方案', numeric: true, cell: (line) => line.cell(before) },
        {
          key: 'after',
          label: '協商方案',
          numeric: true,
          cell: (line) => <strong>{line.cell(after)}</strong>,
        },
      ]}
    />
  );
}

const debts: readonly { name: Waivable; text: string }[] = [
  { name: 'interest', text: '積欠利息' },
  { name: 'lateInterest', text: '遲延利息' },
  { name: 'penalty', text: '違約金' },
];

/**
 * The amount owed, the part of it that is waived, and the rest that is spread over the instalments.
 */
export function DebtTable({
  owed,
  waived,
}: {
  owed: Proposal['owed'];
  waived: Record<Waivable, number>;
}) {
  return (
    <Table
      caption="積欠款項的處理"
      rows={debts}
      rowKey={(debt) => debt.name}
      columns={[
        { key: 'name', label: '項目', head: true, cell: (debt) => debt.text },
        {
          key: 'owed',
          label: '積欠',
          numeric: true,
          cell: ({ name }) => <Money amount={owed[name]} />,
        },
        {
          key: 'waived',
          label: '免除',
          numeric: true,
          cell: ({ name }) => <Money amount={waived[name]} />,
        },
        {
          key: 'left',
          label: '列入分期',
          numeric: true,
          cell: ({ name }) => <Money amount={owed[name] - waived[name]} />,
        },
      ]}
    />
  );
}

type Row = Proposal['rows'][number];
const ROWS_MAX = 3;

const parts: readonly Column<Row>[] = [
  moneyColumn('principal', '本金'),
  moneyColumn('interest', '利息'),
  moneyColumn('arrears', '分攤積欠'),
];

/**
 * The first rows of the new schedule, and the others on demand; `brief` leaves out principal and
 * interest.
 */
export function NewSchedule({ rows, brief }: { rows: readonly Row[]; brief?: boolean }) {
  const [all, setAll] = useState(false);
  return (
    <div className="grid gap-3">
      <Table
        caption="協商後的還款計畫"
        rows={all ? rows : rows.slice(0, ROWS_MAX)}
        rowKey={(row) => row.no}
        columns={[
          { key: 'no', label: '期別', head: true, whole: true, cell: (row) => `第 ${row.no} 期` },
          { key: 'due', label: '應還日', cell: (row) => <DateText at={row.dueOn} /> },
          ...(brief ? [] : parts),
          moneyColumn('total', '應還金額'),
        ]}
      />
      {rows.length > ROWS_MAX && (
        <div>
          <Button look="quiet" aria-expanded={all} onClick={() => setAll(!all)}>
            {all ? '收起' : `顯示全部 ${rows.length} 期`}
          </Button>
        </div>
      )}
    </div>
  );
}
