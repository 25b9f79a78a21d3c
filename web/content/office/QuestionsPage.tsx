// Every question of the help centre: by audience and words, with how many it helped.
import { useQuery } from '@tanstack/react-query';
import { Plus } from 'lucide-react';
import { Link, useSearchParams } from 'react-router';
import { questionAudiences } from '#contract/content-shapes.ts';
import { Answered } from '../../office/Answered.tsx';
import { asked } from '../../office/api.ts';
import { FilterBar, type Filter } from '../../office/FilterBar.tsx';
import { useArrows } from '../../office/keyboard.ts';
import { PageTitle } from '../../office/PageTitle.tsx';
import * as paths from '../../office/paths.ts';
import { EmptyState } from '../../ui/Alert.tsx';
import { buttonShape } from '../../ui/Button.tsx';
import { Tag } from '../../ui/Card.tsx';
import { Pagination } from '../../ui/Pagination.tsx';
import { Table, type Column } from '../../ui/Table.tsx';
import { useMayWrite } from './editing.ts';
import type { Question } from './question.ts';
import { Touched } from './Touched.tsx';
import { questionAudienceText } from './words.ts';

const PER_PAGE = 25;

const filters: readonly Filter[] = [
  {
    kind: 'choice',
    name: 'audience',
    label: '對象',
    options: questionAudiences.map((value) => ({ value, label: questionAudienceText[value] })),
  },
  { kind: 'text', name: 'q', label: '問題', placeholder: '問題中的字' },
];

const columns: Column<Question>[] = [
  {
    key: 'question',
    label: '問題',
    head: true,
    cell: (row) => (
      <Link className="office-row-link" to={paths.question(row.id)} data-stretch="" data-row="">
        {row.question}
      </Link>
    ),
  },
  {
    key: 'where',
    label: '對象與分類',
    cell: (row) => `${questionAudienceText[row.audience]}・${row.category}`,
  },
  {
    key: 'state',
    label: '狀態',
    cell: (row) => (
      <span className="inline-flex flex-wrap gap-2">
        {row.published ? <Tag tone="done">公開</Tag> : <Tag tone="neutral">未公開</Tag>}
        {row.popular && <Tag tone="info">熱門</Tag>}
      </span>
    ),
  },
  { key: 'position', label: '順序', numeric: true, cell: (row) => row.position },
  {
    key: 'updated',
    label: '最近修改',
    cell: (row) => <Touched at={row.updatedAt} by={row.updatedBy} />,
  },
  {
    key: 'helpful',
    label: '有幫助／沒有',
    numeric: true,
    cell: ({ helpful }) => `${helpful.yes}／${helpful.no}`,
  },
];

function Rows({ rows, page }: { rows: readonly Question[]; page: number }) {
  const ref = useArrows();
  const [query] = useSearchParams();
  if (rows.length === 0) {
    return <EmptyState title="沒有符合條件的問題">請放寬條件，或新增一個問題。</EmptyState>;
  }
  const from = (page - 1) * PER_PAGE;
  return (
    <div ref={ref} className="office-rows grid gap-5">
      <Table
        caption={`共 ${rows.length} 題`}
        columns={columns}
        rows={rows.slice(from, from + PER_PAGE)}
        rowKey={(row) => row.id}
      />
      <Pagination
        page={page}
        pages={Math.ceil(rows.length / PER_PAGE)}
        link={({ page: to, label, current, children }) => {
          const next = new URLSearchParams(query);
          next.set('page', String(to));
          return (
            <Link to={`?${next}`} aria-label={label} aria-current={current ? 'page' : undefined}>
              {children}
            </Link>
          );
        }}
      />
    </div>
  );
}

export function QuestionsPage() {
  const [query] = useSearchParams();
  const mayWrite = useMayWrite();
  const audience = questionAudiences.find((one) => one === query.get('audience'));
  const words = (query.get('q') ?? '').trim().toLowerCase();
  const page = Math.max(1, Math.floor(Number(query.get('page'))) || 1);
  const list = useQuery(asked('content', 'listQuestions', audience ? { audience } : {}));
  return (
    <div className="grid gap-6">
      <PageTitle>常見問題</PageTitle>
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h1>常見問題</h1>
        {mayWrite && (
          <Link to={paths.newQuestion()} {...buttonShape({ look: 'primary' })}>
            <Plus size={18} aria-hidden="true" />
            新增問題
          </Link>
        )}
      </div>
      <FilterBar filters={filters} />
      <Answered query={list} what="常見問題">
        {({ data }) => (
          <Rows
            page={page}
            rows={data.filter(({ question, category, slug }) =>
              `${question} ${category} ${slug}`.toLowerCase().includes(words),
            )}
          />
        )}
      </Answered>
    </div>
  );
}
