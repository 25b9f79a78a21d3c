// Register of all orders: filters, order, columns, saved views, export.
import { useList } from '../../office/list/use-list.ts';
import { countText } from '#contract/core/lists.ts';
import { orderList } from '#contract/servicing/lists.ts';
import { type orderSorts, type RegisteredOrder } from '#contract/servicing/registers.ts';
import { columnsOf } from '../../office/kit/columns.tsx';
import { TableButtons } from '../../office/kit/FileButton.tsx';
import { type Register, useRegister } from '../../office/register/register.tsx';
import { cellLink, RegisterPage, rowLink } from '../../office/register/RegisterPage.tsx';
import { emptyResult } from '../../office/kit/Steps.tsx';
import * as paths from '../../office/paths.ts';
import { Tag } from '../../ui/display/Card.tsx';

const PER_PAGE = 25;

const register: Register<RegisteredOrder, (typeof orderSorts)[number]> = {
  columns: columnsOf(orderList, {
    orderNo: {
      head: true,
      whole: true,
      cell: (row) => rowLink(paths.order(row.id), row.orderNo),
    },
    investor: {
      whole: true,
      cell: (row) => cellLink(paths.member(row.memberId), row.investor),
    },
    caseNo: {
      whole: true,
      cell: (row) => cellLink(paths.loan(row.loanId), row.caseNo),
    },
    statusText: { cell: (row) => <Tag tone={row.tone}>{row.statusText}</Tag> },
    amount: {},
    paidAmount: {},
    remaining: {},
    createdAt: {},
    payBy: {},
    paidAt: {},
    virtualAccount: { cell: (row) => <span className="num">{row.virtualAccount}</span> },
    memberId: { cell: (row) => <span className="num">{row.memberId}</span> },
  }),
  shown: [
    'orderNo',
    'investor',
    'caseNo',
    'statusText',
    'amount',
    'paidAmount',
    'remaining',
    'createdAt',
  ],
  sorts: { createdAt: 'created', amount: 'amount' },
};

export function OrdersPage() {
  const state = useRegister(register);
  const { filters, input, query, url } = useList(orderList, state.asks, PER_PAGE);
  return (
    <RegisterPage
      of={state}
      list="orders"
      path={paths.orders()}
      filters={filters}
      title={orderList.name}
      whom="審核、核准或出納同仁"
      acts={<TableButtons table={orderList.tables.data} input={input} />}
      query={query}
      none={emptyResult}
      caption={({ total }) => countText(total, '筆')}
      pages={url}
    />
  );
}
