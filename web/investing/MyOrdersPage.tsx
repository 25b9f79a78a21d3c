// /account/invest: the member's orders by kind, each with what can be done about it now.
import { useQuery } from '@tanstack/react-query';
import { useSearchParams } from 'react-router';
import type { Order } from '#contract/investing.ts';
import { ApiFailure } from '../api.ts';
import { asked } from '../site/api.ts';
import { titleOf } from '../site/brand.ts';
import { Go, GoButton } from '../site/Go.tsx';
import { Pages } from '../site/Pages.tsx';
import * as paths from '../site/paths.ts';
import { EmptyState, ErrorState, Loading, Skeleton } from '../ui/Alert.tsx';
import { Countdown, DateText, Money } from '../ui/Amount.tsx';
import { Table, type Column } from '../ui/Table.tsx';
import { Tabs } from '../ui/Tabs.tsx';
import { InvestHead } from './InvestNav.tsx';
import { actionOf, isUnpaid } from './order-action.ts';
import { OrderTag } from './words.tsx';
import './investing.css';
import './order.css';

export const meta = () => [{ title: titleOf('出資訂單') }, { name: 'robots', content: 'noindex' }];

const ALL = 999;
const PAGE_SIZE = 20;

const kinds = [
  { id: 'all', label: '全部' },
  { id: 'unpaid', label: '待付款' },
  { id: 'paid', label: '已付款' },
  { id: 'expired', label: '已失效' },
  { id: 'refund', label: '退款' },
] as const;
type Kind = (typeof kinds)[number]['id'];

const columns: readonly Column<Order>[] = [
  {
    key: 'no',
    label: '訂單編號',
    head: true,
    cell: (order) => <span className="num">{order.orderNo}</span>,
  },
  {
    key: 'case',
    label: '案件',
    cell: (order) => (
      <span className="cell-stack">
        <Go to={paths.investCase(order.caseId)}>{order.planName}</Go>
        <small className="num">{order.caseNo}</small>
      </span>
    ),
  },
  {
    key: 'amount',
    label: '金額',
    numeric: true,
    cell: (order) => <Money amount={order.amount} />,
  },
  { key: 'at', label: '下單時間', cell: (order) => <DateText at={order.createdAt} /> },
  {
    key: 'payBy',
    label: '匯款期限',
    cell: (order) =>
      isUnpaid(order) ? (
        <span className="cell-stack">
          <DateText at={order.payBy} />
          <small>
            <Countdown until={order.payBy} over="已過期限" />
          </small>
        </span>
      ) : (
        <span className="none">—</span>
      ),
  },
  { key: 'status', label: '狀態', cell: (order) => <OrderTag status={order.status} /> },
  {
    key: 'action',
    label: '動作',
    cell: (order) => {
      const { to, label } = actionOf(order);
      return (
        <GoButton to={to} size="sm" look={isUnpaid(order) ? 'primary' : 'secondary'}>
          {label}
          <span className="visually-hidden">，訂單 {order.orderNo}</span>
        </GoButton>
      );
    },
  },
];

function NoOrders({ kind }: { kind: Kind }) {
  if (kind !== 'all') {
    const label = kinds.find(({ id }) => id === kind)?.label ?? '';
    return <EmptyState title={`沒有「${label}」的訂單`}>其他訂單在「全部」裡。</EmptyState>;
  }
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

function Orders({ kind, page }: { kind: Kind; page: number }) {
  const query = useQuery(
    asked('investing', 'orders', { order_type: kind, item_per_page: ALL, offset: 0 }),
  );
  const failure = query.error instanceof ApiFailure ? query.error : null;
  if (query.isPending) {
    return (
      <Loading>
        <Skeleton shape="block" className="h-72" />
      </Loading>
    );
  }
  if (query.isError) {
    return <ErrorState onRetry={() => void query.refetch()} requestId={failure?.requestId} />;
  }
  const orders = query.data.data;
  if (orders.length === 0) return <NoOrders kind={kind} />;
  const from = (page - 1) * PAGE_SIZE;
  return (
    <div className="grid gap-6">
      <Table
        caption={`共 ${query.data.total} 筆`}
        columns={columns}
        rows={orders.slice(from, from + PAGE_SIZE)}
        rowKey={(order) => order.id}
      />
      <Pages page={page} pages={Math.ceil(orders.length / PAGE_SIZE)} />
    </div>
  );
}

export default function MyOrdersPage() {
  const [query, setQuery] = useSearchParams();
  const kind = kinds.find(({ id }) => id === query.get('type'))?.id ?? 'all';
  const page = Math.max(1, Math.floor(Number(query.get('page') ?? 1)) || 1);
  return (
    <div className="container page">
      <InvestHead here={paths.myInvest()} />
      <div className="order-kinds my-tables">
        <Tabs
          label="訂單"
          look="segments"
          value={kind}
          onValueChange={(id) =>
            setQuery(id === 'all' ? {} : { type: id }, { state: { keepScroll: true } })
          }
          tabs={kinds.map(({ id, label }) => ({
            id,
            label,
            panel: id === kind && <Orders kind={id} page={page} />,
          }))}
        />
      </div>
    </div>
  );
}
