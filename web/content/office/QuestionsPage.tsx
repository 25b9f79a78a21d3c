// Every question of the help centre: by audience and words, with how many it helped.
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Plus } from 'lucide-react';
import { Link, useSearchParams } from 'react-router';
import { questionAudiences } from '#contract/content-shapes.ts';
import { questionStates } from '#contract/content-support.ts';
import { Answered } from '../../office/Answered.tsx';
import { api, asked } from '../../office/api.ts';
import { chosenIn, FilterBar, type Filter } from '../../office/FilterBar.tsx';
import { useArrows } from '../../office/keyboard.ts';
import { PageTitle } from '../../office/PageTitle.tsx';
import * as paths from '../../office/paths.ts';
import { TableButtons } from '../../office/TableButtons.tsx';
import { EmptyState } from '../../ui/Alert.tsx';
import { buttonShape } from '../../ui/Button.tsx';
import { Tag } from '../../ui/Card.tsx';
import { Table, type Column } from '../../ui/Table.tsx';
import { useMayWrite } from './editing.ts';
import { pageIn, Pages } from './ListTools.tsx';
import type { QuestionRow } from './question.ts';
import { Touched } from './Touched.tsx';
import { questionAudienceText, questionStateText } from './words.ts';

const filters: readonly Filter[] = [
  {
    kind: 'choice',
    name: 'audience',
    label: '對象',
    options: questionAudiences.map((value) => ({ value, label: questionAudienceText[value] })),
  },
  {
    kind: 'choice',
    name: 'state',
    label: '狀態',
    options: questionStates.map((value) => ({ value, label: questionStateText[value] })),
  },
  { kind: 'text', name: 'q', label: '問題', placeholder: '問題中的字' },
];

const columns: Column<QuestionRow>[] = [
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

function Rows({
  rows,
  total,
  page,
}: {
  rows: readonly QuestionRow[];
  total: number;
  page: number;
}) {
  const ref = useArrows();
  if (rows.length === 0) {
    return <EmptyState title="沒有符合條件的問題">請放寬條件，或新增一個問題。</EmptyState>;
  }
  return (
    <div ref={ref} className="office-rows grid gap-5">
      <Table caption={`共 ${total} 題`} columns={columns} rows={rows} rowKey={(row) => row.id} />
      <Pages page={page} total={total} />
    </div>
  );
}

export function QuestionsPage() {
  const [query] = useSearchParams();
  const mayWrite = useMayWrite();
  const chosen = chosenIn(query, filters) as object;
  const { page, asks } = pageIn(query);
  const list = useQuery({
    ...asked('content', 'listQuestions', { ...chosen, ...asks }),
    placeholderData: keepPreviousData,
  });
  return (
    <div className="grid gap-6">
      <PageTitle>常見問題</PageTitle>
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h1>常見問題</h1>
        <div className="flex flex-wrap gap-3">
          <TableButtons name="常見問題" input={chosen} read={api.content.questionsTable} />
          {mayWrite && (
            <Link to={paths.newQuestion()} {...buttonShape({ look: 'primary' })}>
              <Plus size={18} aria-hidden="true" />
              新增問題
            </Link>
          )}
        </div>
      </div>
      <FilterBar filters={filters} />
      <Answered query={list} what="常見問題">
        {({ data, total }) => <Rows rows={data} total={total} page={page} />}
      </Answered>
    </div>
  );
}
