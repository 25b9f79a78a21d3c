// Page of all policies, each with its version in force and its draft.
import { Link } from '../../../office/links/Link.tsx';
import { columnsOf } from '../../../office/kit/columns.tsx';
import { policyList, type PolicyRow } from '#contract/content/lists.ts';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useSearchParams } from 'react-router';
import { policyCategories } from '#contract/content/shapes.ts';
import { queryOf } from '../../../office/api.ts';
import { chosenIn, FilterBar, type Filter } from '../../../office/kit/FilterBar.tsx';
import { useListUrl } from '../../../office/kit/listing.ts';
import { ListPage, NewLink } from '../../../office/kit/ListPage.tsx';
import { noneOf, PER_PAGE } from '../listing.ts';
import * as paths from '../../../office/paths.ts';
import { TableButtons } from '../../../office/kit/FileButton.tsx';
import { DateText } from '../../../ui/display/Amount.tsx';
import { Tag } from '../../../ui/display/Card.tsx';
import { useMayWrite } from '../../../office/editing/editing.ts';
import { inForceWords, versionWords } from '#contract/core/version-words.ts';

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
  const { text, tone } = versionWords[coming.state];
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

const columns = columnsOf(policyList, {
  title: {
    head: true,
    cell: (row) => (
      <Link className="office-row-link" to={paths.policy(row.id)} data-stretch="" data-row="">
        {row.title}
      </Link>
    ),
  },
  category: {},
  current: {
    cell: ({ current, effectiveOn }) =>
      current && effectiveOn ? (
        <span>
          第 {current} 版，
          <DateText at={effectiveOn} /> 生效
        </span>
      ) : (
        inForceWords.coming.office.text
      ),
  },
  coming: { cell: ({ coming }) => (coming ? <Coming coming={coming} /> : '—') },
});

export function PoliciesPage() {
  const [query] = useSearchParams();
  const mayWrite = useMayWrite();
  const url = useListUrl(PER_PAGE);
  const chosen = chosenIn(query, filters) as object;
  const list = useQuery({
    ...queryOf('content', 'listPolicies', { ...chosen, ...url.asks }),
    placeholderData: keepPreviousData,
  });
  return (
    <ListPage
      title="政策"
      acts={
        <>
          <TableButtons table={policyList.tables.data} input={chosen} />
          {mayWrite && <NewLink to={paths.newPolicy()} text="新增政策" />}
        </>
      }
      query={list}
      none={noneOf(chosen, '政策', '還沒有政策', '新增後由另一位同仁覆核，才會公開。')}
      caption={({ total }) => `共 ${total} 份`}
      columns={columns}
      rowKey={(row) => row.id}
      pages={url}
    >
      <FilterBar filters={filters} />
    </ListPage>
  );
}
