// The record of mails and text messages: narrowed, paged, taken out; an address for a reason.
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Eye } from 'lucide-react';
import { useState } from 'react';
import { createPortal } from 'react-dom';
import { Link } from 'react-router';
import type { Delivery } from '#contract/messages-deliveries.ts';
import { Answered } from '../../office/Answered.tsx';
import { api, asked } from '../../office/api.ts';
import { FileButtons } from '../../office/FileButton.tsx';
import { FilterBar, type Filter } from '../../office/FilterBar.tsx';
import { useOperator } from '../../office/operator.ts';
import { PageTitle } from '../../office/PageTitle.tsx';
import * as paths from '../../office/paths.ts';
import { Steps, useSteps } from '../../office/Steps.tsx';
import { EmptyState } from '../../ui/Alert.tsx';
import { DateText } from '../../ui/Amount.tsx';
import { IconButton } from '../../ui/Button.tsx';
import { Tag } from '../../ui/Card.tsx';
import { Table, type Column } from '../../ui/Table.tsx';
import { useMay } from '../../verification/office/may.ts';
import { ReasonDialog } from '../../verification/office/ReasonDialog.tsx';
import { deliveryWords } from './words.ts';

const channelText = { email: '電子郵件', sms: '簡訊' } as const;
const optionsOf = (texts: Record<string, string>) =>
  Object.entries(texts).map(([value, label]) => ({ value, label }));

const filters: readonly Filter[] = [
  { kind: 'choice', name: 'channel', label: '管道', options: optionsOf(channelText) },
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
  { kind: 'text', name: 'member', label: '會員編號' },
  { kind: 'text', name: 'broadcast', label: '群發編號' },
  { kind: 'day', name: 'from', label: '自' },
  { kind: 'day', name: 'to', label: '至' },
];

/** The address, masked until a role and a reason open it; gone with the page. */
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

const columns: Column<Delivery>[] = [
  { key: 'at', label: '產生時間', head: true, cell: (row) => <DateText at={row.at} /> },
  { key: 'channel', label: '管道', cell: (row) => channelText[row.channel] },
  {
    key: 'about',
    label: '內容',
    cell: ({ about, broadcastId }) =>
      broadcastId ? (
        <Link className="link" to={paths.broadcast(broadcastId)}>
          群發 <span className="num">{broadcastId}</span>
        </Link>
      ) : (
        (about ?? '—')
      ),
  },
  { key: 'recipient', label: '收件者', cell: (row) => <Recipient row={row} /> },
  {
    key: 'member',
    label: '會員',
    cell: ({ memberId }) =>
      memberId ? (
        <Link className="link num" to={paths.member(memberId)}>
          {memberId}
        </Link>
      ) : (
        '—'
      ),
  },
  {
    key: 'state',
    label: '狀態',
    cell: ({ state }) => <Tag tone={deliveryWords[state].tone}>{deliveryWords[state].text}</Tag>,
  },
  {
    key: 'sentAt',
    label: '寄出時間',
    cell: ({ sentAt }) => (sentAt ? <DateText at={sentAt} /> : '—'),
  },
  {
    key: 'failure',
    label: '失敗',
    cell: ({ failures, failure }) =>
      failures === 0 ? (
        '—'
      ) : (
        <>
          {failures} 次{failure && `：${failure}`}
        </>
      ),
  },
];

function Exports({ chosen }: { chosen: Record<string, string> }) {
  const roles = useOperator().data?.data.roles ?? [];
  if (!roles.includes('auditor') && !roles.includes('admin')) return null;
  return (
    <div className="flex flex-wrap gap-3">
      <FileButtons
        name="寄送紀錄"
        read={(format) => api.messages.exportDeliveries({ ...(chosen as object), format })}
      />
    </div>
  );
}

export function DeliveriesPage() {
  const { chosen, input, to } = useSteps(filters);
  const list = useQuery({
    ...asked('messages', 'listDeliveries', input),
    placeholderData: keepPreviousData,
  });
  return (
    <div className="grid gap-6">
      <PageTitle>寄送紀錄</PageTitle>
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h1>寄送紀錄</h1>
        <Exports chosen={chosen} />
      </div>
      <p className="text-ink-2">
        失敗的郵件與簡訊會自動重試；要立刻重試，請到
        <Link className="link" to={paths.health()}>
          系統健康
        </Link>
        。
      </p>
      <FilterBar filters={filters} />
      <Answered query={list} what="寄送紀錄">
        {({ data, newer, older }) =>
          data.length === 0 ? (
            <EmptyState title="沒有符合條件的紀錄">請放寬條件再試一次。</EmptyState>
          ) : (
            <div className="grid gap-5">
              <Table
                caption="寄送紀錄"
                hideCaption
                columns={columns}
                rows={data}
                rowKey={(row) => row.id}
              />
              <Steps
                newer={newer ? to({ after: data[0]?.id ?? '' }) : null}
                older={older ? to({ before: data.at(-1)?.id ?? '' }) : null}
              />
            </div>
          )
        }
      </Answered>
    </div>
  );
}
