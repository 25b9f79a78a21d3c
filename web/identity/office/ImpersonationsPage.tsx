// List of impersonations: by whom, of which member, why, how long; running ones can be ended.
import type { InputOf } from '../../api.ts';
import { Link } from '../../office/links/Link.tsx';
import { columnsOf } from '../../office/kit/columns.tsx';
import { impersonationList } from '#contract/identity/lists.ts';
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { useSearchParams } from 'react-router';
import type { Impersonation } from '#contract/identity/impersonation.ts';
import { wordsOf } from '../../api.ts';
import { api, queryOf } from '../../office/api.ts';
import { idText } from '../../office/filtering/filter-texts.ts';
import { chosenIn, FilterBar, type Filter } from '../../office/kit/FilterBar.tsx';
import { useListUrl } from '../../office/kit/listing.ts';
import { TableButtons } from '../../office/kit/FileButton.tsx';
import { ListPage } from '../../office/kit/ListPage.tsx';
import * as paths from '../../office/paths.ts';
import { Button } from '../../ui/Button.tsx';
import { toast } from '../../ui/overlay/toasts.tsx';

const filters: readonly Filter[] = [
  { kind: 'text', name: 'member', label: '會員編號', of: idText },
  { kind: 'text', name: 'operator', label: '同仁編號', of: idText },
];

function End({ impersonation: { id } }: { impersonation: Impersonation }) {
  const client = useQueryClient();
  const end = async () => {
    try {
      await api.identity.stopImpersonation({ id });
      toast('已結束代看');
    } catch (error) {
      toast(wordsOf(error));
    }
    await client.invalidateQueries({ queryKey: ['identity', 'listImpersonations'] });
  };
  return (
    <Button size="sm" onClick={() => void end()}>
      結束
    </Button>
  );
}

const columns = columnsOf(impersonationList, {
  createdAt: { head: true },
  operator: { cell: ({ operator }) => `${operator.name}（${operator.id}）` },
  member: {
    cell: ({ member }) => (
      <Link className="link" to={paths.member(member.id)}>
        {member.emailMasked}（{member.id}）
      </Link>
    ),
  },
  reason: {},
  state: {},
  endsAt: {},
  acts: {
    cell: (impersonation) => (impersonation.mayEnd ? <End impersonation={impersonation} /> : '—'),
  },
});

export function ImpersonationsPage() {
  const [query] = useSearchParams();
  const url = useListUrl();
  const chosen = chosenIn(query, filters);
  const isNarrowed = Object.keys(chosen).length > 0;
  const input: InputOf<typeof impersonationList> = { ...chosen, ...url.asks };
  const list = useQuery({
    ...queryOf('identity', 'listImpersonations', input),
    placeholderData: keepPreviousData,
  });
  return (
    <ListPage
      title="代看紀錄"
      acts={<TableButtons table={impersonationList.tables.data} input={input} />}
      query={list}
      none={{
        title: isNarrowed ? '沒有符合條件的代看' : '還沒有代看',
        hint: '從會員頁可以開啟代看。',
      }}
      columns={columns}
      rowKey={(row) => row.id}
      pages={url}
    >
      <FilterBar filters={filters} />
    </ListPage>
  );
}
