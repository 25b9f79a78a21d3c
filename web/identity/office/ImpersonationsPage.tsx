// List of impersonations: by whom, of which member, why, how long; running ones can be ended.
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { Link, useSearchParams } from 'react-router';
import type { Impersonation } from '#contract/identity/impersonation.ts';
import { wordsOf } from '../../api.ts';
import { api, queryOf } from '../../office/api.ts';
import { chosenIn, FilterBar, type Filter } from '../../office/kit/FilterBar.tsx';
import { useListUrl } from '../../office/kit/listing.ts';
import { TableButtons } from '../../office/kit/TableButtons.tsx';
import { ListPage } from '../../office/kit/ListPage.tsx';
import * as paths from '../../office/paths.ts';
import { DateText } from '../../ui/display/Amount.tsx';
import { Button } from '../../ui/Button.tsx';
import { Tag } from '../../ui/display/Card.tsx';
import type { Column } from '../../ui/display/Table.tsx';
import { toast } from '../../ui/overlay/toasts.tsx';
import { impersonationWords } from '#contract/identity/words.ts';

const filters: readonly Filter[] = [
  { kind: 'text', name: 'member', label: '會員編號' },
  { kind: 'text', name: 'operator', label: '同事編號' },
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

const columns: Column<Impersonation>[] = [
  { key: 'at', label: '建立', head: true, cell: ({ createdAt }) => <DateText at={createdAt} /> },
  { key: 'who', label: '同事', cell: ({ operator }) => `${operator.name}（${operator.id}）` },
  {
    key: 'member',
    label: '會員',
    cell: ({ member }) => (
      <Link className="link" to={paths.member(member.id)}>
        {member.emailMasked}（{member.id}）
      </Link>
    ),
  },
  { key: 'reason', label: '原因', cell: ({ reason }) => reason },
  {
    key: 'state',
    label: '狀態',
    cell: ({ state }) => (
      <Tag tone={impersonationWords[state].tone}>{impersonationWords[state].text}</Tag>
    ),
  },
  {
    key: 'ends',
    label: '結束',
    cell: ({ endsAt }) => (endsAt ? <DateText at={endsAt} /> : '—'),
  },
  {
    key: 'acts',
    label: '操作',
    cell: (impersonation) => (impersonation.mayEnd ? <End impersonation={impersonation} /> : '—'),
  },
];

export function ImpersonationsPage() {
  const [query] = useSearchParams();
  const url = useListUrl();
  const input = { ...chosenIn(query, filters), ...url.asks };
  const list = useQuery({
    ...queryOf('identity', 'listImpersonations', input),
    placeholderData: keepPreviousData,
  });
  return (
    <ListPage
      title="代看紀錄"
      acts={<TableButtons name="代看紀錄" input={input} read={api.identity.impersonationsTable} />}
      query={list}
      none={{ title: '沒有符合條件的代看', hint: '從會員頁可以開啟代看。' }}
      columns={columns}
      rowKey={(row) => row.id}
      pages={url}
    >
      <FilterBar filters={filters} />
    </ListPage>
  );
}
