// List of all broadcasts with state and progress.
import { Link } from '../../office/links/Link.tsx';
import { columnsOf } from '../../office/kit/columns.tsx';
import { broadcastList } from '#contract/messages/lists.ts';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { broadcastCategoryText } from '#contract/messages/broadcasts.ts';
import { queryOf } from '../../office/api.ts';
import { useOperator } from '../../office/operator.ts';
import { useListUrl } from '../../office/kit/listing.ts';
import { ListPage, NewLink } from '../../office/kit/ListPage.tsx';
import * as paths from '../../office/paths.ts';
import { TableButtons } from '../../office/kit/FileButton.tsx';
import { formatNumber } from '../../ui/format.ts';

const PAGE = 20;

const columns = columnsOf(broadcastList, {
  title: {
    head: true,
    cell: (row) => (
      <Link className="office-row-link" to={paths.broadcast(row.id)} data-stretch="" data-row="">
        {row.title}
      </Link>
    ),
  },
  category: { cell: (row) => broadcastCategoryText[row.category].replace(/（.*/, '') },
  status: {},
  sendAt: {},
  told: {
    numeric: true,
    cell: (row) =>
      row.counted > 0 ? `${formatNumber(row.told)}／${formatNumber(row.counted)}` : '—',
  },
  by: {},
});

/** Returns whether the operator may write broadcasts. */
export function useMayBroadcast(): boolean {
  const roles = useOperator().data?.data.roles ?? [];
  return roles.includes('editor') || roles.includes('admin');
}

export function BroadcastsPage() {
  const mayWrite = useMayBroadcast();
  const url = useListUrl(PAGE);
  const list = useQuery({
    ...queryOf('messages', 'listBroadcasts', url.asks),
    placeholderData: keepPreviousData,
  });
  return (
    <ListPage
      title="群發"
      acts={
        <>
          <TableButtons table={broadcastList.tables.data} input={{}} />
          {mayWrite && <NewLink to={paths.newBroadcast()} text="新增群發" />}
        </>
      }
      query={list}
      none={{ title: '還沒有群發訊息', hint: '寫好後由另一位同仁覆核，才會寄出。' }}
      caption={({ total }) => `共 ${total} 則`}
      columns={columns}
      rowKey={(row) => row.id}
      pages={url}
    />
  );
}
