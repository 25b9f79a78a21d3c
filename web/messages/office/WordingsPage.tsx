// Page that lists every kind of notice and shows which of their texts were changed.
import { Link } from '../../office/links/Link.tsx';
import { columnsOf } from '../../office/kit/columns.tsx';
import { wordingList } from '#contract/messages/lists.ts';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useSearchParams } from 'react-router';
import { wayText } from '#contract/core/wording.ts';
import { queryOf } from '../../office/api.ts';
import { chosenIn, FilterBar, type Filter } from '../../office/kit/FilterBar.tsx';
import { ListPage } from '../../office/kit/ListPage.tsx';
import * as paths from '../../office/paths.ts';
import { TableButtons } from '../../office/kit/FileButton.tsx';
import { Tag } from '../../ui/display/Card.tsx';
import { noticeCategoryText } from '#contract/notices/words.ts';

const filters: readonly Filter[] = [
  { kind: 'text', name: 'q', label: '名稱', placeholder: '例如 逾期' },
  {
    kind: 'choice',
    name: 'category',
    label: '分類',
    options: Object.entries(noticeCategoryText).map(([value, { text }]) => ({
      value,
      label: text,
    })),
  },
  {
    kind: 'choice',
    name: 'words',
    label: '內容',
    options: [{ value: 'own', label: '已改寫' }],
  },
];

const columns = columnsOf(wordingList, {
  name: {
    head: true,
    cell: (row) => (
      <Link className="office-row-link" to={paths.wording(row.key)} data-stretch="" data-row="">
        {row.name}
      </Link>
    ),
  },
  category: {},
  ways: { cell: (row) => row.ways.map((way) => wayText[way]).join('、') },
  own: {
    cell: (row) =>
      row.own.length > 0 ? (
        <Tag tone="info">已改寫：{row.own.map((way) => wayText[way]).join('、')}</Tag>
      ) : (
        '預設'
      ),
  },
  changedAt: {},
});

export function WordingsPage() {
  const [query] = useSearchParams();
  const chosen = chosenIn(query, filters) as object;
  const list = useQuery({
    ...queryOf('messages', 'listWordings', chosen),
    placeholderData: keepPreviousData,
  });
  return (
    <ListPage
      title="通知範本"
      acts={<TableButtons table={wordingList.tables.data} input={chosen} />}
      query={list}
      none={{ title: '沒有符合條件的通知', hint: '請放寬條件再試一次。' }}
      caption={({ data }) => `共 ${data.length} 種`}
      columns={columns}
      rowKey={(row) => row.key}
    >
      <p className="text-ink-2">
        會員收到的每一種通知。改寫後以新版本生效，原本的內容隨時可以回復。
      </p>
      <FilterBar filters={filters} />
    </ListPage>
  );
}
