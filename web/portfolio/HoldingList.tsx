// List of all holdings, by status and plan, twenty on a page.
import { useQuery } from '@tanstack/react-query';
import { useSearchParams } from 'react-router';
import type { Holding } from '#contract/investing/calls.ts';
import { queryOf } from '../site/kit/api.ts';
import { Go } from '../site/kit/Go.tsx';
import { Pages } from '../site/kit/Pages.tsx';
import * as paths from '../site/kit/paths.ts';
import { Alert } from '../ui/display/Alert.tsx';
import { DateText, Money, Percent } from '../ui/display/Amount.tsx';
import { dayIn } from '../ui/clock.ts';
import { Chips } from '../ui/fields/Choices.tsx';
import { Field, FieldGroup } from '../ui/fields/Field.tsx';
import { Table, type Column, moneyColumn } from '../ui/display/Table.tsx';
import { Select } from '../ui/fields/Select.tsx';
import { groupOf, holdingGroups, isTroubled, troubledGroups } from './holdings.ts';
import { asking, periodOf } from '../investing/order/order-list.ts';
import { CaseName, OrderTag } from '../investing/order/order-words.tsx';
import { ALL } from '../investing/order/Rest.tsx';

const PAGE_SIZE = 20;
/** A date before the first loan, used to request all data. */
const EVER = '2020-01-01';
const LATE_ROWS_MAX = 5;
const isLateGroup = (group: string) => troubledGroups.includes(group);

const lost: Column<Holding> = {
  key: 'lost',
  label: '損失本金',
  numeric: true,
  cell: ({ lostPrincipal }) =>
    lostPrincipal > 0 ? <Money amount={lostPrincipal} /> : <span className="none">—</span>,
};

/** Returns the columns; most lists have no loss, and need no column for it. */
const columnsFor = (rows: readonly Holding[]): Column<Holding>[] =>
  rows.some(({ lostPrincipal }) => lostPrincipal > 0)
    ? columns.flatMap((column) => (column.key === 'back' ? [column, lost] : [column]))
    : [...columns];

const columns: readonly Column<Holding>[] = [
  {
    key: 'case',
    label: '案件',
    head: true,
    cell: (holding) => (
      <span className="cell-stack">
        <Go to={paths.myHolding(holding.id)}>
          <CaseName of={holding} />
        </Go>
        <small>{holding.planName}</small>
      </span>
    ),
  },
  { key: 'status', label: '狀態', cell: (holding) => <OrderTag {...holding} /> },
  {
    key: 'out',
    label: '在貸本金',
    numeric: true,
    cell: (holding) => <Money amount={holding.status === 15 ? 0 : holding.outstandingPrincipal} />,
  },
  moneyColumn('receivedPrincipal', '已收回本金'),
  moneyColumn('amount', '出資金額'),
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
      holding.nextDueOn === null || !holding.nextAmount ? (
        <span className="none">—</span>
      ) : (
        <span className="cell-stack">
          <Money amount={holding.nextAmount} />
          <small>
            {(isTroubled(holding) || holding.nextDueOn < dayIn()) && '原應於 '}
            <DateText at={holding.nextDueOn} />
          </small>
        </span>
      ),
  },
];

function Filters({
  holdings,
  group,
  plan,
  onChange,
}: {
  holdings: readonly Holding[];
  group: string;
  plan: string;
  onChange: (change: Record<string, string | null>) => void;
}) {
  const groups = holdingGroups.filter(({ id }) =>
    holdings.some((holding) => groupOf(holding)?.id === id),
  );
  const plans = [...new Set(holdings.map(({ planName }) => planName))].toSorted((a, b) =>
    a.localeCompare(b),
  );
  return (
    <div className="holding-filters no-print">
      {groups.length > 1 && (
        <FieldGroup label={<span className="visually-hidden">狀態</span>}>
          <Chips
            name="status"
            value={group}
            onValueChange={(id) => onChange({ status: id === 'all' ? null : id })}
            choices={[
              { value: 'all', title: '全部' },
              ...groups.map(({ id, label }) => ({ value: id, title: label })),
            ]}
          />
        </FieldGroup>
      )}
      {plans.length > 1 && (
        <Field label={<span className="visually-hidden">方案</span>}>
          <Select
            value={plan}
            placeholder="所有方案"
            options={plans.map((name) => ({ value: name, label: name }))}
            onChange={(event) => onChange({ plan: event.target.value || null })}
          />
        </Field>
      )}
    </div>
  );
}

/** Loads the holdings of one group through the portfolio's search. */
function useHoldings(group: string) {
  const status = holdingGroups.find(({ id }) => id === group)?.statuses[0];
  const query = useQuery({
    ...queryOf('investing', 'holdingsUnversioned', {
      orderby: 'created_at',
      is_orderby_asc: false,
      item_per_page: ALL,
      offset: 0,
      ...(status !== undefined && { status }),
    }),
    enabled: status !== undefined,
  });
  return { found: query.data?.data, failed: query.isLoadingError };
}

/**
 * Shown on the lists of overdue holdings: the overdue amount of a group today, and for how long it
 * is overdue.
 */
function LateNote({ group }: { group: string }) {
  const query = useQuery(queryOf('investing', 'overdue', periodOf({ from: EVER, to: dayIn() })));
  const late = query.data?.data.filter((holding) => groupOf(holding)?.id === group);
  if (!late || late.length === 0) return null;
  const longest = Math.max(...late.map(({ lateDays }) => lateDays));
  return (
    <Alert tone="warn" title={`${late.length} 筆已過還款期限`}>
      <ul className="list-disc ps-5">
        {late.slice(0, LATE_ROWS_MAX).map(({ id, caseNo, lateDays, lateSince }) => (
          <li key={id}>
            <Go to={paths.myHolding(id)}>
              <span className="num">{caseNo}</span>
            </Go>
            　逾期 {lateDays} 天，還款期限 <DateText at={lateSince} />
          </li>
        ))}
      </ul>
      {late.length > LATE_ROWS_MAX && `其餘見下表，最久 ${longest} 天。`}
    </Alert>
  );
}

export function HoldingList({ holdings }: { holdings: readonly Holding[] }) {
  const [query, setQuery] = useSearchParams();
  const wanted = query.get('status');
  const group = holdingGroups.find(({ id }) => id === wanted)?.id ?? 'all';
  const plan = query.get('plan') ?? '';
  const page = Math.max(1, Math.floor(Number(query.get('page') ?? 1)) || 1);
  const { found, failed } = useHoldings(group);
  const all = group === 'all' || failed ? holdings : (found ?? holdings);
  const rows = all.filter(
    (holding) =>
      (group === 'all' || groupOf(holding)?.id === group) &&
      (plan === '' || holding.planName === plan),
  );
  const from = (page - 1) * PAGE_SIZE;
  return (
    <section className="grid gap-4" aria-labelledby="holdings-title">
      <h2 id="holdings-title">每一筆出資</h2>
      <Filters
        holdings={holdings}
        group={group}
        plan={plan}
        onChange={(change) => setQuery(asking(query, change), { state: { keepFocus: true } })}
      />
      {isLateGroup(group) && <LateNote group={group} />}
      <Table
        caption={`共 ${rows.length} 筆`}
        cards="wide"
        columns={columnsFor(rows)}
        rows={rows.slice(from, from + PAGE_SIZE)}
        rowKey={(holding) => holding.id}
      />
      <Pages page={page} pages={Math.ceil(rows.length / PAGE_SIZE)} />
    </section>
  );
}
