// Articles, news and stories in every state: narrowed, paged, and the way to a new one.
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Plus } from 'lucide-react';
import { Link, useSearchParams } from 'react-router';
import { articleStatuses } from '#contract/content-office.ts';
import { articleTypes, type ArticleType } from '#contract/content-shapes.ts';
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
import { Pagination } from '../../ui/Pagination.tsx';
import { Table, type Column } from '../../ui/Table.tsx';
import type { ArticleRow } from './article.ts';
import { useMayWrite } from './editing.ts';
import { Touched } from './Touched.tsx';
import { statusWords, typeText } from './words.ts';

const PER_PAGE = 25;

const filters: readonly Filter[] = [
  {
    kind: 'choice',
    name: 'type',
    label: '類型',
    options: articleTypes.map((value) => ({ value, label: typeText[value] })),
  },
  {
    kind: 'choice',
    name: 'status',
    label: '狀態',
    options: articleStatuses.map((value) => ({ value, label: statusWords[value].text })),
  },
  { kind: 'text', name: 'q', label: '標題', placeholder: '標題中的字' },
];

const columns: Column<ArticleRow>[] = [
  {
    key: 'title',
    label: '標題',
    head: true,
    cell: (row) => (
      <Link className="office-row-link" to={paths.article(row.id)} data-stretch="" data-row="">
        {row.title}
      </Link>
    ),
  },
  { key: 'type', label: '類型', cell: (row) => `${typeText[row.type]}・${row.category}` },
  {
    key: 'status',
    label: '狀態',
    cell: ({ status }) => <Tag tone={statusWords[status].tone}>{statusWords[status].text}</Tag>,
  },
  {
    key: 'publishAt',
    label: '發布時間',
    cell: ({ publishAt }) => (publishAt ? <DateText at={publishAt} /> : '—'),
  },
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
  query,
}: {
  rows: readonly ArticleRow[];
  total: number;
  page: number;
  query: Record<string, string>;
}) {
  const ref = useArrows();
  if (rows.length === 0) {
    const isNarrowed = Object.keys(query).length > 0;
    return isNarrowed ? (
      <EmptyState title="沒有符合條件的內容">請放寬條件再試一次。</EmptyState>
    ) : (
      <EmptyState title="還沒有文章">按「新增」寫下第一篇，儲存後只有同事看得到。</EmptyState>
    );
  }
  return (
    <div ref={ref} className="office-rows grid gap-5">
      <Table caption={`共 ${total} 篇`} columns={columns} rows={rows} rowKey={(row) => row.id} />
      <Pagination
        page={page}
        pages={Math.ceil(total / PER_PAGE)}
        link={({ page: to, label, current, children }) => (
          <Link
            to={paths.articles({ ...query, ...(to > 1 && { page: String(to) }) })}
            aria-label={label}
            aria-current={current ? 'page' : undefined}
          >
            {children}
          </Link>
        )}
      />
    </div>
  );
}

function Begin() {
  return (
    <div className="flex flex-wrap gap-3">
      {articleTypes.map((type: ArticleType, i) => (
        <Link
          key={type}
          to={paths.newArticle(type)}
          {...buttonShape({ look: i === 0 ? 'primary' : 'secondary' })}
        >
          <Plus size={18} aria-hidden="true" />
          新增{typeText[type]}
        </Link>
      ))}
    </div>
  );
}

export function ArticlesPage() {
  const [query] = useSearchParams();
  const mayWrite = useMayWrite();
  const chosen = chosenIn(query, filters);
  const page = Math.max(1, Math.floor(Number(query.get('page'))) || 1);
  const list = useQuery({
    ...asked('content', 'listArticles', {
      ...(chosen as object),
      item_per_page: PER_PAGE,
      offset: (page - 1) * PER_PAGE,
    }),
    placeholderData: keepPreviousData,
  });
  return (
    <div className="grid gap-6">
      <PageTitle>文章</PageTitle>
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h1>文章</h1>
        <div className="flex flex-wrap gap-3">
          <TableButtons name="文章" input={chosen as object} read={api.content.articlesTable} />
          {mayWrite && <Begin />}
        </div>
      </div>
      <FilterBar filters={filters} />
      <Answered query={list} what="文章">
        {({ data, total }) => <Rows rows={data} total={total} page={page} query={chosen} />}
      </Answered>
    </div>
  );
}
