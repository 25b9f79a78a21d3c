// Every policy with its version in force and the one in the making.
import { useQuery } from '@tanstack/react-query';
import { Plus } from 'lucide-react';
import { Link } from 'react-router';
import { Answered } from '../../office/Answered.tsx';
import { asked } from '../../office/api.ts';
import { useArrows } from '../../office/keyboard.ts';
import { PageTitle } from '../../office/PageTitle.tsx';
import * as paths from '../../office/paths.ts';
import { EmptyState } from '../../ui/Alert.tsx';
import { DateText } from '../../ui/Amount.tsx';
import { buttonShape } from '../../ui/Button.tsx';
import { Tag } from '../../ui/Card.tsx';
import { Table, type Column } from '../../ui/Table.tsx';
import { useMayWrite } from './editing.ts';
import type { PolicyRow } from './policy.ts';
import { policyStateWords } from './words.ts';

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

export function PoliciesPage() {
  const mayWrite = useMayWrite();
  const ref = useArrows();
  const list = useQuery(asked('content', 'listPolicies', {}));
  return (
    <div className="grid gap-6">
      <PageTitle>政策</PageTitle>
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h1>政策</h1>
        {mayWrite && (
          <Link to={paths.newPolicy()} {...buttonShape({ look: 'primary' })}>
            <Plus size={18} aria-hidden="true" />
            新增政策
          </Link>
        )}
      </div>
      <Answered query={list} what="政策">
        {({ data, total }) =>
          data.length === 0 ? (
            <EmptyState title="還沒有政策">新增後由另一位同事覆核，才會公開。</EmptyState>
          ) : (
            <div ref={ref} className="office-rows">
              <Table
                caption={`共 ${total} 份`}
                columns={columns}
                rows={data}
                rowKey={(row) => row.id}
              />
            </div>
          )
        }
      </Answered>
    </div>
  );
}
