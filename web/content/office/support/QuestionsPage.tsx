// Page that lists all help questions by audience and text, with the number of readers whom each
// helped.
import { Link } from '../../../office/links/Link.tsx';
import { columnsOf } from '../../../office/kit/columns.tsx';
import { questionList } from '#contract/content/lists.ts';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useSearchParams } from 'react-router';
import { questionAudiences } from '#contract/content/shapes.ts';
import { questionStates } from '#contract/content/support.ts';
import { queryOf } from '../../../office/api.ts';
import { chosenIn, FilterBar, type Filter } from '../../../office/kit/FilterBar.tsx';
import { useListUrl } from '../../../office/kit/listing.ts';
import { ListPage, NewLink } from '../../../office/kit/ListPage.tsx';
import { PER_PAGE } from '../listing.ts';
import * as paths from '../../../office/paths.ts';
import { TableButtons } from '../../../office/kit/FileButton.tsx';
import { Tag } from '../../../ui/display/Card.tsx';
import { useMayWrite } from '../../../office/editing/editing.ts';
import { States } from '../release/States.tsx';
import { LastChange } from '../LastChange.tsx';
import { questionAudienceText, questionStateText } from '#contract/content/words.ts';

const filters: readonly Filter[] = [
  {
    kind: 'choice',
    name: 'audience',
    label: '對象',
    options: questionAudiences.map((value) => ({
      value,
      label: questionAudienceText[value].office,
    })),
  },
  {
    kind: 'choice',
    name: 'state',
    label: '狀態',
    options: questionStates.map((value) => ({ value, label: questionStateText[value] })),
  },
  { kind: 'text', name: 'q', label: '問題', placeholder: '問題中的字' },
];

const publicWords = {
  true: { text: '公開', tone: 'done' },
  false: { text: '未公開', tone: 'neutral' },
} as const;

const columns = columnsOf(questionList, {
  question: {
    head: true,
    cell: (row) => (
      <Link className="office-row-link" to={paths.question(row.id)} data-stretch="" data-row="">
        {row.question}
      </Link>
    ),
  },
  audience: { cell: (row) => `${questionAudienceText[row.audience].office}・${row.category}` },
  state: {
    cell: (row) => (
      <span className="inline-flex flex-wrap gap-2">
        <States of={publicWords[`${row.published}`]} isWaiting={row.isWaiting} />
        {row.popular && <Tag tone="info">熱門</Tag>}
      </span>
    ),
  },
  position: {},
  updatedAt: { cell: (row) => <LastChange at={row.updatedAt} by={row.updatedBy} /> },
  helpful: { numeric: true, cell: ({ helpful }) => `${helpful.yes}／${helpful.no}` },
});

export function QuestionsPage() {
  const [query] = useSearchParams();
  const mayWrite = useMayWrite();
  const url = useListUrl(PER_PAGE);
  const chosen = chosenIn(query, filters) as object;
  const list = useQuery({
    ...queryOf('content', 'listQuestions', { ...chosen, ...url.asks }),
    placeholderData: keepPreviousData,
  });
  return (
    <ListPage
      title="常見問題"
      acts={
        <>
          <TableButtons table={questionList.tables.data} input={chosen} />
          {mayWrite && <NewLink to={paths.newQuestion()} text="新增問題" />}
        </>
      }
      query={list}
      none={{ title: '沒有符合條件的問題', hint: '請放寬條件，或新增一個問題。' }}
      caption={({ total }) => `共 ${total} 題`}
      columns={columns}
      rowKey={(row) => row.id}
      pages={url}
    >
      <FilterBar filters={filters} />
    </ListPage>
  );
}
