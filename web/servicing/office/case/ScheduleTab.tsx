// Schedule of a disbursed loan (攤還表): each instalment with its payments and late charges.
import { add } from '#contract/core/money.ts';
import { useQuery } from '@tanstack/react-query';
import type { LateLoan } from '#contract/servicing/collections.ts';
import { queryOf } from '../../../office/api.ts';
import { Answered } from '../../../office/kit/Answered.tsx';
import { DateText, Money } from '../../../ui/display/Amount.tsx';
import { Tag } from '../../../ui/display/Card.tsx';
import { Table, type Column, moneyColumn } from '../../../ui/display/Table.tsx';

type Instalment = LateLoan['instalments'][number];

const schedule: Column<Instalment>[] = [
  {
    key: 'no',
    label: '期別',
    head: true,
    cell: (row) => `第 ${row.no} 期${row.accelerated ? '（提前到期）' : ''}`,
  },
  { key: 'due', label: '應還日', cell: (row) => <DateText at={row.dueOn} /> },
  moneyColumn('principal', '本金'),
  moneyColumn('interest', '利息'),
  moneyColumn('paid', '已還'),
  {
    key: 'charges',
    label: '遲延費用',
    numeric: true,
    cell: (row) => <Money amount={add(row.lateInterest, row.penalty)} />,
  },
  moneyColumn('waived', '已減免'),
  {
    key: 'state',
    label: '狀態',
    cell: (row) =>
      row.paidOn ? (
        <Tag tone="done">已還清</Tag>
      ) : row.lateDays > 0 ? (
        <Tag tone="problem">逾期 {row.lateDays} 天</Tag>
      ) : (
        '未到期'
      ),
  },
];

export function ScheduleTab({ id }: { id: string }) {
  const query = useQuery(queryOf('servicing', 'getLate', { id }));
  return (
    <Answered query={query} what="攤還表">
      {({ data: { instalments } }) => (
        <Table
          caption={`還款計畫，共 ${instalments.length} 期`}
          columns={schedule}
          rows={instalments}
          rowKey={(row) => row.no}
          highlight={(row) => row.paidOn === null && row.lateDays > 0}
        />
      )}
    </Answered>
  );
}
