// Register of all orders: filters, order, columns, saved views, export.
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Link, useSearchParams } from 'react-router';
import { countText } from '#contract/core/lists.ts';
import { orderList } from '#contract/servicing/lists.ts';
import {
  orderStatusOptions,
  type orderSorts,
  type RegisteredOrder,
} from '#contract/servicing/registers.ts';
import { api, queryOf } from '../../office/api.ts';
import { columnsOf } from '../../office/kit/columns.tsx';
import { TableButtons } from '../../office/kit/FileButton.tsx';
import { chosenIn, type Filter, FilterBar } from '../../office/kit/FilterBar.tsx';
import { useListUrl } from '../../office/kit/listing.ts';
import { ListPage } from '../../office/kit/ListPage.tsx';
import { ColumnChoice, type Register, useRegister } from '../../office/register/register.tsx';
import { SavedViews } from '../../office/register/SavedViews.tsx';
import { emptyResult } from '../../office/kit/Steps.tsx';
import * as paths from '../../office/paths.ts';
import { Tag } from '../../ui/display/Card.tsx';

const PER_PAGE = 25;

const register: Register<RegisteredOrder, (typeof orderSorts)[number]> = {
  columns: columnsOf(orderList, {
    orderNo: {
      head: true,
      whole: true,
      cell: (row) => (
        <Link className="office-row-link num" to={paths.order(row.id)} data-stretch="" data-row="">
          {row.orderNo}
        </Link>
      ),
    },
    investor: {
      whole: true,
      cell: (row) => (
        <Link className="link relative z-1" to={paths.member(row.memberId)}>
          {row.investor}
        </Link>
      ),
    },
    caseNo: {
      whole: true,
      cell: (row) => (
        <Link className="link num relative z-1" to={paths.loan(row.loanId)}>
          {row.caseNo}
        </Link>
      ),
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
  { kind: 'text', name: 'member', label: '會員編號', inputMode: 'numeric' },
  { kind: 'text', name: 'least', label: '金額至少', inputMode: 'numeric' },
  { kind: 'text', name: 'most', label: '金額至多', inputMode: 'numeric' },
  { kind: 'day', name: 'from', label: '成立自' },
  { kind: 'day', name: 'to', label: '成立至' },
];

export function OrdersPage() {
  const url = useListUrl(PER_PAGE);
  const [query] = useSearchParams();
  const { columns, choice, sort, onSort, asks } = useRegister(register);
  const input = { ...chosenIn(query, filters), ...asks, ...url.asks };
  const list = useQuery({
    ...queryOf('servicing', 'listOrders', input),
    placeholderData: keepPreviousData,
  });
  return (
    <ListPage
      title="出資訂單"
      whom="審核、核准或出納同事"
      acts={<TableButtons list={orderList} input={input} read={api.servicing.ordersTable} />}
      query={list}
      none={emptyResult}
      caption={({ total }) => countText(total, '筆')}
      columns={columns}
      sort={sort}
      onSort={onSort}
      rowKey={(row) => row.id}
      pages={url}
    >
      <div className="grid gap-4">
        <FilterBar filters={filters} />
        <div className="flex flex-wrap items-center justify-between gap-3">
          <SavedViews list="orders" path={paths.orders()} query={query} />
          <ColumnChoice {...choice} />
        </div>
      </div>
    </ListPage>
  );
}
