// Register of all orders: filters, order, columns, saved views, export.
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useSearchParams } from 'react-router';
import { countText } from '#contract/core/lists.ts';
import { orderList } from '#contract/servicing/lists.ts';
import {
  orderStatusOptions,
  type orderSorts,
  type RegisteredOrder,
} from '#contract/servicing/registers.ts';
import { queryOf } from '../../office/api.ts';
import { columnsOf } from '../../office/kit/columns.tsx';
import { TableButtons } from '../../office/kit/FileButton.tsx';
import { amountText, idText } from '../../office/filtering/filter-texts.ts';
import { chosenIn, type Filter } from '../../office/kit/FilterBar.tsx';
import { useListUrl } from '../../office/kit/listing.ts';
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
    ...['orderNo', 'investor', 'caseNo', 'statusText', 'amount', 'paidAmount', 'remaining'],
    'createdAt',
  ],
  sorts: { createdAt: 'created', amount: 'amount' },
};

const filters: readonly Filter[] = [
  { kind: 'choice', name: 'status', label: '狀態', options: orderStatusOptions },
  { kind: 'text', name: 'caseNo', label: '案號' },
  { kind: 'text', name: 'member', label: '會員編號', of: idText, inputMode: 'numeric' },
  { kind: 'text', name: 'least', label: '金額至少', of: amountText, inputMode: 'numeric' },
  { kind: 'text', name: 'most', label: '金額至多', of: amountText, inputMode: 'numeric' },
  { kind: 'day', name: 'from', label: '成立自' },
  { kind: 'day', name: 'to', label: '成立至' },
];

export function OrdersPage() {
  const url = useListUrl(PER_PAGE);
  const [query] = useSearchParams();
  const state = useRegister(register);
  const input = { ...chosenIn(query, filters), ...state.asks, ...url.asks };
  const list = useQuery({
    ...queryOf('servicing', 'listOrders', input),
    placeholderData: keepPreviousData,
  });
  return (
    <RegisterPage
      of={state}
      list="orders"
      path={paths.orders()}
      filters={filters}
      title="出資訂單"
      whom="審核、核准或出納同事"
      acts={<TableButtons table={orderList.tables.data} input={input} />}
      query={list}
      none={emptyResult}
      caption={({ total }) => countText(total, '筆')}
      pages={url}
    />
  );
}
