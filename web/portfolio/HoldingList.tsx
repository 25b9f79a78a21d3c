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
import { LineBar } from '../ui/display/LineBar.tsx';
import { Select } from '../ui/fields/Select.tsx';
import { usePrinting } from '../ui/use-printing.ts';
import { groupOf, holdingGroups, isTroubled, troubledGroups } from './holdings.ts';
import { asking, EVER, periodOf } from '../investing/order/order-list.ts';
import { CaseName, OrderTag } from '../investing/order/order-words.tsx';
import { ALL } from '../investing/order/Rest.tsx';

const PAGE_SIZE = 20;
const LATE_ROWS_MAX = 5;
const isLateGroup = (group: string) => troubledGroups.includes(group);

const lost: Column<Holding> = {
  key: 'lost',
  label: '損失本金',
  numeric: true,
  cell: ({ lostPrincipal }) =>
    lostPrincipal > 0 ? <Money amount={lostPrincipal} /> : <span className="none">—</span>,
};

/** Days late by order, for the holdings that are. */
type LateDays = ReadonlyMap<string, number>;

/** Returns the columns; most lists have no loss, and need no column for it. */
const columnsFor = (rows: readonly Holding[], late: LateDays): Column<Holding>[] =>
  columnsWith(late).flatMap((column) =>
    column.key === 'back' && rows.some(({ lostPrincipal }) => lostPrincipal > 0)
      ? [column, lost]
      : [column],
  );

const columnsWith = (late: LateDays): Column<Holding>[] => [
  {
    key: 'case',
    label: '案件',
    head: true,
    cell: (holding) => (
      <span className="cell-stack">
        <Go to={paths.myHolding(holding.id)} data-stretch="">
          <CaseName of={holding} />
        </Go>
        <small>{holding.planName}</small>
      </span>
    ),
  },
  { key: 'status', label: '狀態', at: 'state', cell: (holding) => <OrderTag {...holding} /> },
  {
    key: 'paid',
    label: '已收回本金與期數',
    at: 'drawn',
    cell: (holding) => {
      const days = late.get(holding.id) ?? 0;
      return (
        <LineBar
          share={holding.receivedPrincipal / holding.amount}
          lost={holding.lostPrincipal / holding.amount}
          late={days > 0}
        >
          {days > 0 ? `逾期 ${days} 天` : `${holding.paidInstallments}／${holding.installments} 期`}
        </LineBar>
      );
    },
  },
  {
    key: 'out',
    label: '在貸本金',
    numeric: true,
    at: 'figure',
    cell: (holding) => <Money amount={holding.status === 15 ? 0 : holding.outstandingPrincipal} />,
  },
  { ...moneyColumn('receivedPrincipal', '已收回本金'), key: 'back' },
  moneyColumn('amount', '出資金額'),
  {
    key: 'rate',
    label: '年化利率',
    numeric: true,
    cell: (holding) => <Percent value={holding.annualRate} />,
  },
  {
    key: 'next',
    label: '下次應收',
    at: 'day',
    cell: (holding) =>
      holding.nextDueOn === null || !holding.nextAmount ? (
        <span className="none">—</span>
      ) : (
        <span className="cell-stack">
          <span className="table-only">
            <Money amount={holding.nextAmount} />
          </span>
          {/* On a phone the days late stand in the row, and leave no room for the day itself. */}
          <span className={`text-xs text-ink-3 ${late.has(holding.id) ? 'max-sm:hidden' : ''}`}>
            {isTroubled(holding) || holding.nextDueOn < dayIn() ? '原應於 ' : ''}
            <DateText at={holding.nextDueOn} />
          </span>
        </span>
      ),
  },
];

/** Heading of the list with the choice of a plan beside it, and below them the states. */
function ListHead({
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
    <>
      <div className="flex flex-wrap items-center justify-between gap-x-5 gap-y-3">
        <h2 id="holdings-title">每一筆出資</h2>
        {plans.length > 1 && (
          <div className="no-print w-44">
            <Field label={<span className="visually-hidden">方案</span>}>
              <Select
                value={plan}
                placeholder="所有方案"
                options={plans.map((name) => ({ value: name, label: name }))}
                onChange={(event) => onChange({ plan: event.target.value || null })}
              />
            </Field>
          </div>
        )}
      </div>
      {groups.length > 1 && (
        <div className="no-print">
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
        </div>
      )}
    </>
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

/** Loads for how long each late holding is overdue, if there is any. */
function useLate(holdings: readonly Holding[]) {
  const query = useQuery({
    ...queryOf('investing', 'overdue', periodOf({ from: EVER, to: dayIn() })),
    enabled: holdings.some(isTroubled),
  });
  return query.data?.data ?? [];
}

/**
 * Shown on the lists of overdue holdings: the overdue amount of a group today, and for how long it
 * is overdue.
 */
function LateNote({ late }: { late: ReturnType<typeof useLate> }) {
  if (late.length === 0) return null;
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
  const late = useLate(holdings);
  const printing = usePrinting();
  const from = (page - 1) * PAGE_SIZE;
  const shown = printing ? rows : rows.slice(from, from + PAGE_SIZE);
  return (
    <section className="grid gap-4" aria-labelledby="holdings-title">
      <ListHead
        holdings={holdings}
        group={group}
        plan={plan}
        onChange={(change) => setQuery(asking(query, change), { state: { keepFocus: true } })}
      />
      {isLateGroup(group) && (
        <LateNote late={late.filter((holding) => groupOf(holding)?.id === group)} />
      )}
      <Table
        caption={`共 ${rows.length} 筆`}
        columns={columnsFor(rows, new Map(late.map(({ id, lateDays }) => [id, lateDays])))}
        rows={shown}
        rowKey={(holding) => holding.id}
      />
      <div className="no-print">
        <Pages page={page} pages={Math.ceil(rows.length / PAGE_SIZE)} />
      </div>
    </section>
  );
}
