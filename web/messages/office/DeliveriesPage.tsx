// Page of sent mails and text messages: filters, paging, export; recipients shown for a reason.
import type { Role } from '#contract/core/endpoint.ts';
import { channelText } from '#contract/core/wording.ts';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Eye } from 'lucide-react';
import { useState } from 'react';
import { createPortal } from 'react-dom';
import { type Delivery, deliveryChannels } from '#contract/messages/deliveries.ts';
import { deliveryList } from '#contract/messages/lists.ts';
import { Link } from '../../office/links/Link.tsx';
import { api, queryOf } from '../../office/api.ts';
import { columnsOf } from '../../office/kit/columns.tsx';
import { idText } from '../../office/filtering/filter-texts.ts';
import { FilterBar, type Filter } from '../../office/kit/FilterBar.tsx';
import { refusedAt } from '../../office/navigation.ts';
import { useOperator } from '../../office/operator.ts';
import { ListPage } from '../../office/kit/ListPage.tsx';
import { TableButtons } from '../../office/kit/FileButton.tsx';
import * as paths from '../../office/paths.ts';
import { emptyResult, StepsOf, useSteps } from '../../office/kit/Steps.tsx';
import { IconButton } from '../../ui/Button.tsx';
import { useMay } from '../../verification/office/may.ts';
import { ReasonDialog } from '../../office/kit/ReasonDialog.tsx';
import { deliveryWords } from '#contract/messages/words.ts';

const optionsOf = (texts: Record<string, string>) =>
  Object.entries(texts).map(([value, label]) => ({ value, label }));

const filters: readonly Filter[] = [
  {
    kind: 'choice',
    name: 'channel',
    label: '管道',
    options: deliveryChannels.map((value) => ({ value, label: channelText[value] })),
  },
  {
    kind: 'choice',
    name: 'state',
    label: '狀態',
    options: Object.entries(deliveryWords).map(([value, { text }]) => ({ value, label: text })),
  },
  {
    kind: 'choice',
    name: 'about',
    label: '內容',
    options: optionsOf({
      'identity.': '帳戶與登入',
      'verification.': '身分驗證',
      'lending.': '申貸與簽約',
      'investing.': '出資與退款',
      'servicing.': '還款與撥付',
      'messages.broadcast': '群發',
      'messages.test': '測試寄送',
    }),
  },
  { kind: 'text', name: 'member', label: '會員編號', of: idText },
  { kind: 'text', name: 'broadcast', label: '群發編號', of: idText },
  { kind: 'day', name: 'from', label: '自' },
  { kind: 'day', name: 'to', label: '至' },
];

/**
 * The recipient, masked until an operator with the right role gives a reason; masked again when the
 * operator leaves the page.
 */
function Recipient({ row }: { row: Delivery }) {
  const may = useMay()('reveal');
  const [open, setOpen] = useState(false);
  const [whole, setWhole] = useState('');
  return (
    <span className="inline-flex items-center gap-1">
      <span className="wrap-anywhere md:wrap-break-word">{whole || row.recipient}</span>
      {may && !whole && (
        <IconButton label={`顯示第 ${row.id} 筆的收件者`} onClick={() => setOpen(true)}>
          <Eye size={18} aria-hidden="true" />
        </IconButton>
      )}
      {open &&
        createPortal(
          <ReasonDialog
            open
            onClose={() => setOpen(false)}
            title="顯示收件者"
            about="離開這個頁面後會再次遮蔽。"
            button="顯示"
            done="已顯示，並記入稽核紀錄"
            refresh="none"
            onAct={async ({ reason }) => {
              const { data } = await api.messages.revealDelivery({ id: row.id, reason });
              setWhole(data.recipient);
            }}
          />,
          document.body,
        )}
    </span>
  );
}

const columns = columnsOf(deliveryList, {
  at: { head: true },
  channel: {},
  about: {
    cell: ({ about, broadcastId }) =>
      broadcastId ? (
        <Link className="link" to={paths.broadcast(broadcastId)}>
          群發 <span className="num">{broadcastId}</span>
        </Link>
      ) : (
        (about ?? '—')
      ),
  },
  recipient: { cell: (row) => <Recipient row={row} /> },
  memberId: {
    cell: ({ memberId }) =>
      memberId ? (
        <Link className="link num" to={paths.member(memberId)}>
          {memberId}
        </Link>
      ) : (
        '—'
      ),
  },
  state: {},
  sentAt: {},
  failures: {
    cell: ({ failures, failure }) =>
      failures === 0 ? (
        '—'
      ) : (
        <>
          {failures} 次{failure && `：${failure}`}
        </>
      ),
  },
});

/** Where a message can be sent again: a link for whoever may see the page. */
export function HealthLink({ roles }: { roles: readonly Role[] }) {
  if (refusedAt(paths.health(), roles)) return '洽管理同仁';
  return (
    <>
      到
      <Link className="link" to={paths.health()}>
        系統健康
      </Link>
    </>
  );
}

export function DeliveriesPage() {
  const { chosen, input, to } = useSteps(filters);
  const roles = useOperator().data?.data.roles ?? [];
  const mayTake = roles.includes('auditor') || roles.includes('admin');
  const list = useQuery({
    ...queryOf('messages', 'listDeliveries', input),
    placeholderData: keepPreviousData,
  });
  return (
    <ListPage
      title="寄送紀錄"
      acts={mayTake && <TableButtons table={deliveryList.tables.data} input={chosen} />}
      query={list}
      none={emptyResult}
      columns={columns}
      rowKey={(row) => row.id}
      onward={(answer) => <StepsOf answer={answer} to={to} />}
    >
      <p className="text-ink-2">
        失敗的郵件與簡訊會自動重試；要立刻重試，請
        <HealthLink roles={roles} />
        。傳到會員自己伺服器的 Webhook 不列在這裡，請
        {chosen.member ? (
          <>
            看
            <Link className="link" to={paths.member(chosen.member)}>
              這位會員的頁面
            </Link>
          </>
        ) : (
          <>
            從
            <Link className="link" to={paths.members()}>
              會員
            </Link>
            開啟該會員的頁面
          </>
        )}
        。
      </p>
      <FilterBar filters={filters} />
    </ListPage>
  );
}
