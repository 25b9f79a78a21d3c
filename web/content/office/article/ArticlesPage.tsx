// Page that lists articles, news and stories in every state: filters, paging, link to a new one.
import { Link } from '../../../office/links/Link.tsx';
import { columnsOf } from '../../../office/kit/columns.tsx';
import { articleList } from '#contract/content/lists.ts';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Plus } from 'lucide-react';
import { useSearchParams } from 'react-router';
import { articleStatuses } from '#contract/content/office.ts';
import { articleTypes, type ArticleType } from '#contract/content/shapes.ts';
import { queryOf } from '../../../office/api.ts';
import { chosenIn, FilterBar, type Filter } from '../../../office/kit/FilterBar.tsx';
import { useListUrl } from '../../../office/kit/listing.ts';
import { ListPage } from '../../../office/kit/ListPage.tsx';
import { noneOf, PER_PAGE } from '../listing.ts';
import * as paths from '../../../office/paths.ts';
import { TableButtons } from '../../../office/kit/FileButton.tsx';
import { buttonShape } from '../../../ui/Button.tsx';
import { useMayWrite } from '../../../office/editing/editing.ts';
import { States } from '../release/States.tsx';
import { LastChange } from '../LastChange.tsx';
import { articleWords, articleTypeText } from '#contract/content/words.ts';

const filters: readonly Filter[] = [
  {
    kind: 'choice',
    name: 'type',
    label: '類型',
    options: articleTypes.map((value) => ({ value, label: articleTypeText[value] })),
  },
  {
    kind: 'choice',
    name: 'status',
    label: '狀態',
    options: articleStatuses.map((value) => ({ value, label: articleWords[value].text })),
  },
  { kind: 'text', name: 'q', label: '標題', placeholder: '標題中的字' },
];

const columns = columnsOf(articleList, {
  title: {
    head: true,
    cell: (row) => (
      <Link className="office-row-link" to={paths.article(row.id)} data-stretch="" data-row="">
        {row.title}
      </Link>
    ),
  },
  type: { cell: (row) => `${articleTypeText[row.type]}・${row.category}` },
  status: {
    cell: ({ status, isWaiting }) => <States of={articleWords[status]} isWaiting={isWaiting} />,
  },
  publishAt: {},
  updatedAt: { cell: (row) => <LastChange at={row.updatedAt} by={row.updatedBy} /> },
  helpful: { numeric: true, cell: ({ helpful }) => `${helpful.yes}／${helpful.no}` },
});

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
          新增{articleTypeText[type]}
        </Link>
      ))}
    </div>
  );
}

export function ArticlesPage() {
  const [query] = useSearchParams();
  const mayWrite = useMayWrite();
  const url = useListUrl(PER_PAGE);
  const chosen = chosenIn(query, filters) as object;
  const list = useQuery({
    ...queryOf('content', 'listArticles', { ...chosen, ...url.asks }),
    placeholderData: keepPreviousData,
  });
  return (
    <ListPage
      title="文章"
      acts={
        <>
          <TableButtons table={articleList.tables.data} input={chosen} />
          {mayWrite && <Begin />}
        </>
      }
      query={list}
      none={noneOf(chosen, '內容', '還沒有文章', '按「新增」寫下第一篇，儲存後只有同仁看得到。')}
      caption={({ total }) => `共 ${total} 篇`}
      columns={columns}
      rowKey={(row) => row.id}
      pages={url}
    >
      <FilterBar filters={filters} />
    </ListPage>
  );
}
