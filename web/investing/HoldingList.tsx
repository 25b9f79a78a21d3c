// Every holding, by status and plan, twenty a page.
import { useSearchParams } from 'react-router';
import type { Holding } from '#contract/investing.ts';
import { Go } from '../site/Go.tsx';
import { Pages } from '../site/Pages.tsx';
import * as paths from '../site/paths.ts';
import { DateText, Money, Percent } from '../ui/Amount.tsx';
import { Chips } from '../ui/Choices.tsx';
import { Field, FieldGroup } from '../ui/Field.tsx';
import { Table, type Column } from '../ui/Table.tsx';
import { Select } from '../ui/TextInput.tsx';
import { groupOf, holdingGroups, isTroubled } from './holdings.ts';
import { asking } from './order-list.ts';
import { OrderTag } from './words.tsx';

const PAGE_SIZE = 20;

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
    cell: (holding) => <Money amount={holding.status === 15 ? 0 : holding.outstandingPrincipal} />,
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

export function HoldingList({ holdings }: { holdings: readonly Holding[] }) {
  const [query, setQuery] = useSearchParams();
  const asked = query.get('status');
  const group = holdingGroups.find(({ id }) => id === asked)?.id ?? 'all';
  const plan = query.get('plan') ?? '';
  const page = Math.max(1, Math.floor(Number(query.get('page') ?? 1)) || 1);
  const rows = holdings.filter(
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
        onChange={(change) => setQuery(asking(query, change), { state: { keepScroll: true } })}
      />
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
