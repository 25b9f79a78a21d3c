// /account/invest/ongoing: what is lent out, what came back, what is late, and each holding.
import { useQuery } from '@tanstack/react-query';
import { useSearchParams } from 'react-router';
import type { Holding } from '#contract/investing.ts';
import { ApiFailure } from '../api.ts';
import { asked } from '../site/api.ts';
import { titleOf } from '../site/brand.ts';
import { Go, GoButton } from '../site/Go.tsx';
import { Pages } from '../site/Pages.tsx';
import * as paths from '../site/paths.ts';
import { EmptyState, ErrorState, Loading, Skeleton } from '../ui/Alert.tsx';
import { DateText, Money, Percent } from '../ui/Amount.tsx';
import { Card, CardHead, Tag } from '../ui/Card.tsx';
import { Chips } from '../ui/Choices.tsx';
import { FieldGroup } from '../ui/Field.tsx';
import { Table, type Column } from '../ui/Table.tsx';
import { Toggletip } from '../ui/Toggletip.tsx';
import { comingOf, headlineOf, holdingGroups, isTroubled } from './holdings.ts';
import { InvestHead } from './InvestNav.tsx';
import { OrderTag } from './words.tsx';
import './investing.css';
import './order.css';

export const meta = () => [
  { title: titleOf('進行中的出資') },
  { name: 'robots', content: 'noindex' },
];

const ALL = 999;
const PAGE_SIZE = 20;
const COMING = 5;

function Headline({ holdings }: { holdings: readonly Holding[] }) {
  const of = headlineOf(holdings);
  return (
    <div className="headline">
      <Card as="section" aria-label="在貸本金">
        <p className="headline-name">
          在貸本金
          <Toggletip about="在貸本金" align="start">
            已撥款而尚未收回的本金，含逾期的案件，不含等待撥款的出資。
          </Toggletip>
        </p>
        <p className="figure-number">
          <Money amount={of.outstanding} />
        </p>
        <p className="text-sm text-ink-3">
          {of.outstandingCount} 筆
          {of.waiting > 0 && (
            <>
              ，另有 <Money amount={of.waiting} /> 等待撥款
            </>
          )}
        </p>
      </Card>
      <Card as="section" aria-label="已收利息">
        <p className="headline-name">
          已收利息
          <Toggletip about="已收利息" align="start">
            借款人已付、依出資比例分給您的利息，尚未扣除手續費。
          </Toggletip>
        </p>
        <p className="figure-number">
          <Money amount={of.interest} />
        </p>
        <p className="text-sm text-ink-3">
          手續費 <Money amount={of.fee} />
          {of.late > 0 && (
            <>
              ，另收遲延利息與違約金 <Money amount={of.late} />
            </>
          )}
        </p>
      </Card>
      <Card as="section" aria-label="逾期本金">
        <p className="headline-name">
          逾期本金
          <Toggletip about="逾期本金" align="end">
            逾期、違約與法律程序中的案件尚未收回的全部本金，可能無法收回。
          </Toggletip>
        </p>
        <p className="figure-number">
          <Money amount={of.troubled} />
        </p>
        <p className="text-sm text-ink-3">
          {of.troubledCount === 0 ? (
            '沒有逾期的案件'
          ) : (
            <Tag tone="problem">{of.troubledCount} 筆</Tag>
          )}
        </p>
      </Card>
    </div>
  );
}

function Coming({ holdings }: { holdings: readonly Holding[] }) {
  const coming = comingOf(holdings, COMING);
  if (coming.length === 0) return null;
  return (
    <Card as="section">
      <CardHead title="接下來的應收">
        <span className="text-sm text-ink-3">以借款人按期還款計，未扣手續費</span>
      </CardHead>
      <ul className="recent coming">
        {coming.map(({ id, caseNo, on, amount }) => (
          <li key={id}>
            <DateText at={on} weekday />
            <Go to={paths.myHolding(id)}>{caseNo}</Go>
            <Money amount={amount} />
          </li>
        ))}
      </ul>
    </Card>
  );
}

const columns: readonly Column<Holding>[] = [
  {
    key: 'case',
    label: '案件',
    head: true,
    cell: (holding) => (
      <span className="cell-stack">
        <Go to={paths.myHolding(holding.id)}>{holding.planName}</Go>
        <small className="num">{holding.caseNo}</small>
      </span>
    ),
  },
  {
    key: 'out',
    label: '在貸本金',
    numeric: true,
    cell: (holding) => <Money amount={holding.outstandingPrincipal} />,
  },
  {
    key: 'amount',
    label: '出資金額',
    numeric: true,
    cell: (holding) => <Money amount={holding.amount} />,
  },
  {
    key: 'rate',
    label: '年化利率',
    numeric: true,
    cell: (holding) => <Percent value={holding.annualRate} />,
  },
  {
    key: 'paid',
    label: '已還期數',
    numeric: true,
    cell: (holding) => `${holding.paidInstallments}／${holding.installments} 期`,
  },
  {
    key: 'next',
    label: '下次應收',
    cell: (holding) =>
      holding.nextDueOn === null || holding.nextAmount === null ? (
        <span className="none">—</span>
      ) : (
        <span className="cell-stack">
          <Money amount={holding.nextAmount} />
          <small>
            {isTroubled(holding) && '原應於 '}
            <DateText at={holding.nextDueOn} />
          </small>
        </span>
      ),
  },
  { key: 'status', label: '狀態', cell: (holding) => <OrderTag status={holding.status} /> },
];

function List({ holdings }: { holdings: readonly Holding[] }) {
  const [query, setQuery] = useSearchParams();
  const groups = holdingGroups.filter(({ statuses }) =>
    holdings.some(({ status }) => (statuses as readonly number[]).includes(status)),
  );
  const group = groups.find(({ id }) => id === query.get('status'));
  const page = Math.max(1, Math.floor(Number(query.get('page') ?? 1)) || 1);
  const rows = group
    ? holdings.filter(({ status }) => (group.statuses as readonly number[]).includes(status))
    : holdings;
  const from = (page - 1) * PAGE_SIZE;
  return (
    <section className="grid gap-4" aria-labelledby="holdings-title">
      <h2 id="holdings-title">每一筆出資</h2>
      {groups.length > 1 && (
        <FieldGroup label={<span className="visually-hidden">狀態</span>}>
          <Chips
            name="status"
            value={group?.id ?? 'all'}
            onValueChange={(id) =>
              setQuery(id === 'all' ? {} : { status: id }, { state: { keepScroll: true } })
            }
            choices={[
              { value: 'all', title: '全部' },
              ...groups.map(({ id, label }) => ({ value: id, title: label })),
            ]}
          />
        </FieldGroup>
      )}
      <Table
        caption={`共 ${rows.length} 筆`}
        columns={columns}
        rows={rows.slice(from, from + PAGE_SIZE)}
        rowKey={(holding) => holding.id}
      />
      <Pages page={page} pages={Math.ceil(rows.length / PAGE_SIZE)} />
    </section>
  );
}

export default function OngoingPage() {
  const query = useQuery(asked('investing', 'holdings', { item_per_page: ALL, offset: 0 }));
  const failure = query.error instanceof ApiFailure ? query.error : null;
  const holdings = query.data?.data;
  return (
    <div className="container page">
      <InvestHead here={paths.myOngoing()} />
      {query.isPending && (
        <Loading>
          <div className="headline">
            {[0, 1, 2].map((i) => (
              <Skeleton key={i} shape="block" className="h-36" />
            ))}
          </div>
        </Loading>
      )}
      {query.isError && (
        <ErrorState onRetry={() => void query.refetch()} requestId={failure?.requestId} />
      )}
      {holdings?.length === 0 && (
        <EmptyState
          title="還沒有進行中的出資"
          actions={
            <GoButton to={paths.investment()} look="primary">
              看看募集中的案件
            </GoButton>
          }
        >
          您出資的案件募滿後，本金、利息與每期進度會顯示在這裡。
        </EmptyState>
      )}
      {holdings && holdings.length > 0 && (
        <div className="my-tables grid gap-8">
          <Headline holdings={holdings} />
          <Coming holdings={holdings} />
          <List holdings={holdings} />
        </div>
      )}
    </div>
  );
}
