// Page /account/invest: the member's orders by period and kind, each with its possible actions.
import { useQuery } from '@tanstack/react-query';
import { Download } from 'lucide-react';
import { useState } from 'react';
import { useSearchParams } from 'react-router';
import { day } from '#contract/core/day.ts';
import type { Order } from '#contract/investing/calls.ts';
import { ApiFailure } from '../../api.ts';
import { queryOf } from '../../site/kit/api.ts';
import { titleOf } from '../../site/kit/brand.ts';
import { GoButton } from '../../site/kit/Go.tsx';
import { Pages } from '../../site/kit/Pages.tsx';
import * as paths from '../../site/kit/paths.ts';
import { EmptyState, ErrorState, Loading, Skeleton } from '../../ui/display/Alert.tsx';
import { Countdown, DateText } from '../../ui/display/Amount.tsx';
import { Button } from '../../ui/Button.tsx';
import { dayIn, useNow } from '../../ui/clock.ts';
import { Table, type Column, type Sort, moneyColumn } from '../../ui/display/Table.tsx';
import { Tabs } from '../../ui/display/Tabs.tsx';
import { usePrinting } from '../../ui/use-printing.ts';
import { download } from '../../lending/loan/calendar-file.ts';
import { InvestHead } from '../InvestNav.tsx';
import { awaitsBank, isUnpaid } from './order-action.ts';
import { OrderActs, OrderDialog } from './OrderActs.tsx';
import {
  asking,
  isHeld,
  isOfKind,
  type OrderKind,
  orderKinds,
  ordersCsv,
  type Range,
  readRange,
  readSort,
  sorted,
  within,
} from './order-list.ts';
import { LentSoFar } from './LentSoFar.tsx';
import { OrderPeriod } from './OrderPeriod.tsx';
import { ALL, Rest, useFrom } from './Rest.tsx';
import { CaseName, OrderTag } from './order-words.tsx';
import '../own.css';

export const meta = () => [{ title: titleOf('出資訂單') }, { name: 'robots', content: 'noindex' }];

const PAGE_SIZE = 20;

type Ask = Parameters<typeof OrderDialog>[0]['asked'];

const columnsWith = (onAsk: (asked: Ask) => void): readonly Column<Order>[] => [
  {
    key: 'case',
    label: '案件',
    head: true,
    cell: (order) => (
      <span className="cell-stack">
        <CaseName of={order} />
        <small>{order.planName}</small>
      </span>
    ),
  },
  {
    key: 'no',
    label: '訂單編號',
    cell: (order) => <span className="num">{order.orderNo}</span>,
  },
  moneyColumn('amount', '金額', { sortable: true, at: 'figure' }),
  {
    key: 'at',
    label: '成立時間',
    sortable: true,
    at: (order) => (isUnpaid(order) ? undefined : 'day'),
    cell: (order) => <DateText at={order.createdAt} />,
  },
  {
    key: 'payBy',
    label: '匯款期限',
    sortable: true,
    at: (order) => (isUnpaid(order) ? 'day' : undefined),
    cell: (order) =>
      isUnpaid(order) ? (
        <span className="cell-stack max-lg:inline-flex max-lg:gap-2">
          <DateText at={order.payBy} />
          <small>
            <Countdown until={order.payBy} over="已過期限" />
          </small>
        </span>
      ) : (
        <span className="none">—</span>
      ),
  },
  {
    key: 'status',
    label: '狀態',
    sortable: true,
    at: 'state',
    cell: (order) => <OrderTag {...order} />,
  },
  {
    key: 'action',
    label: '動作',
    heading: <span className="no-print">動作</span>,
    acts: true,
    cell: (order) => <OrderActs order={order} onAsk={onAsk} />,
  },
];

function NoOrders() {
  return (
    <EmptyState
      title="還沒有出資紀錄"
      actions={
        <GoButton to={paths.investment()} look="primary">
          看看募集中的案件
        </GoButton>
      }
    >
      出資之後，訂單與付款期限會顯示在這裡。
    </EmptyState>
  );
}

function List({
  kind,
  orders,
  page,
  sort,
  onSort,
  onAsk,
}: {
  kind: OrderKind;
  orders: readonly Order[];
  page: number;
  sort: Sort;
  onSort: (sort: Sort) => void;
  onAsk: (asked: Ask) => void;
}) {
  const printing = usePrinting();
  if (orders.length === 0) {
    const label = orderKinds.find(({ id }) => id === kind)?.label ?? '';
    return (
      <EmptyState title={kind === 'all' ? '這段期間沒有訂單' : `這段期間沒有「${label}」的訂單`}>
        可以改看其他期間，或在「全部」裡找。
      </EmptyState>
    );
  }
  const from = (page - 1) * PAGE_SIZE;
  const inOrder = sorted(orders, sort);
  return (
    <div className="grid gap-6">
      <Table
        caption={`共 ${orders.length} 筆`}
        opener={(order) => `訂單 ${order.orderNo} 的內容與動作`}
        columns={columnsWith(onAsk)}
        rows={printing ? inOrder : inOrder.slice(from, from + PAGE_SIZE)}
        rowKey={(order) => order.id}
        sort={sort}
        onSort={onSort}
      />
      <div className="no-print">
        <Pages page={page} pages={Math.ceil(orders.length / PAGE_SIZE)} />
      </div>
    </div>
  );
}

function Orders({ all, range }: { all: readonly Order[]; range: Range }) {
  const [query, setQuery] = useSearchParams();
  const [ask, setAsk] = useState<Ask>(null);
  const kind = orderKinds.find(({ id }) => id === query.get('type'))?.id ?? 'all';
  const page = Math.max(1, Math.floor(Number(query.get('page') ?? 1)) || 1);
  const change = (changes: Record<string, string | null>) =>
    setQuery(asking(query, changes), { state: { keepFocus: true } });
  const orders = within(all, range);
  const shown = orders.filter((order) => isOfKind(order, kind));
  const others = all.length - orders.length;
  const now = useNow();
  return (
    <>
      <OrderPeriod
        range={range}
        awaiting={orders.filter((order) => awaitsBank(order, now)).length}
        onChange={change}
      />
      <div className="order-kinds relative">
        <div className="lg:absolute lg:[inset-block-start:6px] lg:end-0 max-lg:mb-3">
          <Button
            size="sm"
            icon={<Download size={16} aria-hidden="true" />}
            disabledReason={shown.length === 0 ? '沒有可以下載的訂單' : undefined}
            onClick={() =>
              download(`出資訂單-${range.from}-${range.to}.csv`, ordersCsv(shown, now), 'text/csv')
            }
          >
            下載 CSV
          </Button>
        </div>
        <Tabs
          label="訂單"
          look="segments"
          value={kind}
          onValueChange={(id) => change({ type: id === 'all' ? null : id })}
          tabs={orderKinds.map(({ id, label }) => ({
            id,
            label: `${label} ${orders.filter((order) => isOfKind(order, id)).length}`,
            panel: id === kind && (
              <List
                kind={kind}
                orders={shown}
                page={page}
                sort={readSort(query)}
                onSort={({ key, ascending }) =>
                  change({ sort: `${key}-${ascending ? 'asc' : 'desc'}` })
                }
                onAsk={setAsk}
              />
            ),
          }))}
        />
        {others > 0 && (
          <p className="mt-4 text-sm text-ink-3">另有 {others} 筆訂單不在這段期間。</p>
        )}
      </div>
      <OrderDialog asked={ask} onClose={() => setAsk(null)} />
    </>
  );
}

export default function MyOrdersPage() {
  const [params] = useSearchParams();
  const offset = useFrom();
  const query = useQuery(
    queryOf('investing', 'orders', {
      orderby: 'created_at',
      is_orderby_asc: false,
      item_per_page: ALL,
      offset,
      order_type: 'all',
    }),
  );
  const failure = query.error instanceof ApiFailure ? query.error : null;
  const orders = query.data?.data;
  const total = query.data?.total ?? 0;
  return (
    <div className="container page">
      <InvestHead here="orders" />
      <div className="my-tables grid gap-8">
        {query.isPending && (
          <Loading>
            <Skeleton shape="block" className="mb-8 h-36" />
            <Skeleton shape="block" className="h-72" />
          </Loading>
        )}
        {query.isLoadingError && (
          <ErrorState onRetry={() => void query.refetch()} requestId={failure?.requestId} />
        )}
        {total === 0 && orders && <NoOrders />}
        {orders?.some(isHeld) && <LentSoFar />}
        {orders && orders.length > 0 && (
          <Orders all={orders} range={readRange(params, day(dayIn()))} />
        )}
        <Rest total={total} shown={orders?.length ?? total} />
      </div>
    </div>
  );
}
