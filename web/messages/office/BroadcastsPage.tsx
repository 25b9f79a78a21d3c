// Messages to many: every one with its state and how far it has come.
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Plus } from 'lucide-react';
import { Link, useSearchParams } from 'react-router';
import { type BroadcastRow, broadcastCategoryText } from '#contract/messages-broadcasts.ts';
import { Answered } from '../../office/Answered.tsx';
import { api, asked } from '../../office/api.ts';
import { useArrows } from '../../office/keyboard.ts';
import { useOperator } from '../../office/operator.ts';
import { PageTitle } from '../../office/PageTitle.tsx';
import * as paths from '../../office/paths.ts';
import { TableButtons } from '../../office/TableButtons.tsx';
import { EmptyState } from '../../ui/Alert.tsx';
import { DateText } from '../../ui/Amount.tsx';
import { buttonShape } from '../../ui/Button.tsx';
import { Tag } from '../../ui/Card.tsx';
import { formatNumber } from '../../ui/format.ts';
import { Pagination } from '../../ui/Pagination.tsx';
import { Table, type Column } from '../../ui/Table.tsx';
import { broadcastWords } from './words.ts';

const PAGE = 20;

const columns: Column<BroadcastRow>[] = [
  {
    key: 'title',
    label: '標題',
    head: true,
    cell: (row) => (
      <Link className="office-row-link" to={paths.broadcast(row.id)} data-stretch="" data-row="">
        {row.title}
      </Link>
    ),
  },
  {
    key: 'category',
    label: '分類',
    cell: (row) => broadcastCategoryText[row.category].replace(/（.*/, ''),
  },
  {
    key: 'status',
    label: '狀態',
    cell: ({ status }) => (
      <Tag tone={broadcastWords[status].tone}>{broadcastWords[status].text}</Tag>
    ),
  },
  { key: 'sendAt', label: '寄送時間', cell: (row) => <DateText at={row.sendAt} /> },
  {
    key: 'told',
    label: '已通知／送審時人數',
    numeric: true,
    cell: (row) =>
      row.counted > 0 ? `${formatNumber(row.told)}／${formatNumber(row.counted)}` : '—',
  },
  { key: 'by', label: '撰寫', cell: (row) => row.by },
];

/** Whether the operator may write messages to many. */
export function useMayBroadcast(): boolean {
  const roles = useOperator().data?.data.roles ?? [];
  return roles.includes('editor') || roles.includes('admin');
}

export function BroadcastsPage() {
  const ref = useArrows();
  const [query] = useSearchParams();
  const page = Math.max(1, Number(query.get('page')) || 1);
  const mayWrite = useMayBroadcast();
  const list = useQuery({
    ...asked('messages', 'listBroadcasts', { item_per_page: PAGE, offset: (page - 1) * PAGE }),
    placeholderData: keepPreviousData,
  });
  return (
    <div className="grid gap-6">
      <PageTitle>群發</PageTitle>
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h1>群發</h1>
        <div className="flex flex-wrap gap-3">
          <TableButtons name="群發" input={{}} read={api.messages.broadcastsTable} />
          {mayWrite && (
            <Link to={paths.newBroadcast()} {...buttonShape({ look: 'primary' })}>
              <Plus size={18} aria-hidden="true" />
              新增群發
            </Link>
          )}
        </div>
      </div>
      <Answered query={list} what="群發">
        {({ data, total }) =>
          data.length === 0 ? (
            <EmptyState title="還沒有群發訊息">寫好後由另一位同事覆核，才會寄出。</EmptyState>
          ) : (
            <div ref={ref} className="office-rows grid gap-5">
              <Table
                caption={`共 ${total} 則`}
                columns={columns}
                rows={data}
                rowKey={(row) => row.id}
              />
              <Pagination
                page={page}
                pages={Math.ceil(total / PAGE)}
                link={({ page: to, label, current, children }) => (
                  <Link
                    to={paths.broadcasts(to)}
                    aria-label={label}
                    aria-current={current ? 'page' : undefined}
                  >
                    {children}
                  </Link>
                )}
              />
            </div>
          )
        }
      </Answered>
    </div>
  );
}
