// Every policy with its version in force and the one in the making.
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Plus } from 'lucide-react';
import { Link, useSearchParams } from 'react-router';
import { policyCategories } from '#contract/content-shapes.ts';
import { Answered } from '../../office/Answered.tsx';
import { api, asked } from '../../office/api.ts';
import { chosenIn, FilterBar, type Filter } from '../../office/FilterBar.tsx';
import { useArrows } from '../../office/keyboard.ts';
import { PageTitle } from '../../office/PageTitle.tsx';
import * as paths from '../../office/paths.ts';
import { TableButtons } from '../../office/TableButtons.tsx';
import { EmptyState } from '../../ui/Alert.tsx';
import { DateText } from '../../ui/Amount.tsx';
import { buttonShape } from '../../ui/Button.tsx';
import { Tag } from '../../ui/Card.tsx';
import { Table, type Column } from '../../ui/Table.tsx';
import { useMayWrite } from './editing.ts';
import { pageIn, Pages } from './ListTools.tsx';
import type { PolicyRow } from './policy.ts';
import { policyStateWords } from './words.ts';

const filters: readonly Filter[] = [
  {
    kind: 'choice',
    name: 'category',
    label: '分類',
    options: policyCategories.map((value) => ({ value, label: value })),
  },
  { kind: 'text', name: 'q', label: '名稱', placeholder: '名稱中的字' },
];

function Coming({ coming }: { coming: NonNullable<PolicyRow['coming']> }) {
  const { text, tone } = policyStateWords[coming.state]!;
  return (
    <span className="inline-flex flex-wrap items-center gap-2">
      <Tag tone={tone}>
        第 {coming.number} 版{text}
      </Tag>
      <span>
        <DateText at={coming.effectiveOn} /> 生效
      </span>
    </span>
  );
}

const columns: Column<PolicyRow>[] = [
  {
    key: 'title',
    label: '政策',
    head: true,
    cell: (row) => (
      <Link className="office-row-link" to={paths.policy(row.id)} data-stretch="" data-row="">
        {row.title}
      </Link>
    ),
  },
  { key: 'category', label: '分類', cell: (row) => row.category },
  {
    key: 'current',
    label: '現行版本',
    cell: ({ current, effectiveOn }) =>
      current && effectiveOn ? (
        <span>
          第 {current} 版，
          <DateText at={effectiveOn} /> 生效
        </span>
      ) : (
        '尚未生效'
      ),
  },
  {
    key: 'coming',
    label: '下一版',
    cell: ({ coming }) => (coming ? <Coming coming={coming} /> : '—'),
  },
];

function Rows({ rows, total, page }: { rows: readonly PolicyRow[]; total: number; page: number }) {
  const ref = useArrows();
  const [query] = useSearchParams();
  if (rows.length === 0) {
    return query.size > 0 ? (
      <EmptyState title="沒有符合條件的政策">請放寬條件再試一次。</EmptyState>
    ) : (
      <EmptyState title="還沒有政策">新增後由另一位同事覆核，才會公開。</EmptyState>
    );
  }
  return (
    <div ref={ref} className="office-rows grid gap-5">
      <Table caption={`共 ${total} 份`} columns={columns} rows={rows} rowKey={(row) => row.id} />
      <Pages page={page} total={total} />
    </div>
  );
}

export function PoliciesPage() {
  const [query] = useSearchParams();
  const mayWrite = useMayWrite();
  const chosen = chosenIn(query, filters) as object;
  const { page, asks } = pageIn(query);
  const list = useQuery({
    ...asked('content', 'listPolicies', { ...chosen, ...asks }),
    placeholderData: keepPreviousData,
  });
  return (
    <div className="grid gap-6">
      <PageTitle>政策</PageTitle>
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h1>政策</h1>
        <div className="flex flex-wrap gap-3">
          <TableButtons name="政策" input={chosen} read={api.content.policiesTable} />
          {mayWrite && (
            <Link to={paths.newPolicy()} {...buttonShape({ look: 'primary' })}>
              <Plus size={18} aria-hidden="true" />
              新增政策
            </Link>
          )}
        </div>
      </div>
      <FilterBar filters={filters} />
      <Answered query={list} what="政策">
        {({ data, total }) => <Rows rows={data} total={total} page={page} />}
      </Answered>
    </div>
  );
}
