// What was sent to an endpoint in the last 30 days, and a dialog with one event and its attempts.
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { RefreshCw } from 'lucide-react';
import { useState } from 'react';
import { useSearchParams } from 'react-router';
import { typeText } from '#contract/webhooks/events.ts';
import { deliveryWords, noAnswerText } from '#contract/webhooks/states.ts';
import { wordsOf } from '../api.ts';
import { deferredApi } from '../site/kit/deferred-calls.ts';
import { Pages } from '../site/kit/Pages.tsx';
import { Button } from '../ui/Button.tsx';
import { Alert, EmptyState, ErrorState, Loading, Skeleton } from '../ui/display/Alert.tsx';
import { DateText } from '../ui/display/Amount.tsx';
import { Tag } from '../ui/display/Card.tsx';
import { type Column, Table } from '../ui/display/Table.tsx';
import { Dialog } from '../ui/overlay/Dialog.tsx';
import { type Delivery, type Endpoint, useWebhookAct } from './use-webhooks.ts';

const PAGE_SIZE = 20;

/** Status of an answer, or why there was none. */
function answerText({ status, failure }: Pick<Delivery, 'status' | 'failure'>): string {
  if (failure !== null) return noAnswerText[failure];
  return status === null ? '尚未傳送' : `HTTP ${status}`;
}

function Attempts({ id }: { id: string }) {
  const query = useQuery({
    queryKey: ['webhooks', 'getDelivery', { id }],
    queryFn: ({ signal }) => deferredApi.webhooks.getDelivery({ id }, { signal }),
  });
  if (query.isPending) {
    return (
      <Loading>
        <Skeleton shape="block" className="h-48" />
      </Loading>
    );
  }
  if (query.isLoadingError) {
    return <Alert tone="danger" title={wordsOf(query.error)} />;
  }
  const { event, eventId, tries } = query.data!.data;
  return (
    <div className="grid gap-5">
      <div className="grid gap-1">
        <h3 className="text-base font-bold">內容</h3>
        <p className="text-sm text-ink-3">
          webhook-id <code className="wrap-anywhere">{eventId}</code>
        </p>
        <pre className="rounded-card bg-sunken px-4 py-3 text-sm whitespace-pre-wrap wrap-anywhere">
          <code>{JSON.stringify(event, null, 2)}</code>
        </pre>
      </div>
      <div className="grid gap-2">
        <h3 className="text-base font-bold">嘗試</h3>
        {tries.length === 0 && <p>尚未傳送。</p>}
        <ol className="grid gap-3">
          {tries.map((one) => (
            <li key={one.at} className="grid gap-1">
              <p>
                <DateText at={one.at} />
                <span aria-hidden="true">・</span>
                {answerText(one)}
                <span aria-hidden="true">・</span>
                <span className="num">{one.tookMs}</span> 毫秒
              </p>
              {one.answer && (
                <code className="max-h-40 overflow-y-auto text-sm text-ink-2 wrap-anywhere">
                  {one.answer}
                </code>
              )}
            </li>
          ))}
        </ol>
      </div>
    </div>
  );
}

function DeliveryDialog({
  delivery,
  isActive,
  onClose,
}: {
  delivery: Delivery | null;
  isActive: boolean;
  onClose: () => void;
}) {
  const id = delivery?.id ?? '';
  const replay = useWebhookAct('已重新傳送', async () => {
    await deferredApi.webhooks.replayDelivery({ id });
    onClose();
  });
  return (
    <Dialog
      open={delivery !== null}
      onClose={onClose}
      title={delivery ? typeText(delivery.type) : '事件'}
      footer={
        <Button
          look="primary"
          busy={replay.busy}
          disabledReason={isActive ? undefined : '請先恢復傳送'}
          onClick={() => void replay.run()}
        >
          重新傳送
        </Button>
      }
    >
      {delivery && <Attempts id={id} />}
      {replay.problem && (
        <div className="mt-4">
          <Alert tone="danger" live title={replay.problem} />
        </div>
      )}
    </Dialog>
  );
}

const columnsWith = (show: (delivery: Delivery) => void): readonly Column<Delivery>[] => [
  {
    key: 'type',
    label: '事件',
    head: true,
    cell: ({ type }) => (
      <span className="grid">
        {typeText(type)}
        <small className="text-ink-3">{type}</small>
      </span>
    ),
  },
  { key: 'at', label: '發生時間', cell: ({ occurredAt }) => <DateText at={occurredAt} /> },
  {
    key: 'state',
    label: '狀態',
    cell: ({ state, nextTryAt }) => (
      <span className="grid justify-items-start gap-1">
        <Tag tone={deliveryWords[state].tone}>{deliveryWords[state].text}</Tag>
        {nextTryAt !== null && (
          <small className="text-ink-3">
            <DateText at={nextTryAt} /> 再試
          </small>
        )}
      </span>
    ),
  },
  { key: 'answer', label: '回應', cell: answerText },
  {
    key: 'attempts',
    label: '次數',
    numeric: true,
    cell: ({ attempts }) => <span className="num">{attempts}</span>,
  },
  {
    key: 'acts',
    label: '操作',
    acts: true,
    cell: (delivery) => (
      <Button size="sm" onClick={() => show(delivery)}>
        查看
      </Button>
    ),
  },
];

export function Deliveries({ endpoint: { id, state } }: { endpoint: Endpoint }) {
  const [params] = useSearchParams();
  const [shown, setShown] = useState<Delivery | null>(null);
  const page = Math.max(1, Math.floor(Number(params.get('page') ?? 1)) || 1);
  const input = { id, item_per_page: PAGE_SIZE, offset: (page - 1) * PAGE_SIZE };
  const query = useQuery({
    queryKey: ['webhooks', 'listDeliveries', input],
    queryFn: ({ signal }) => deferredApi.webhooks.listDeliveries(input, { signal }),
    placeholderData: keepPreviousData,
  });
  const rows = query.data;
  return (
    <section className="grid gap-4">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h2 className="text-h3">傳送紀錄</h2>
        <Button
          size="sm"
          busy={query.isRefetching}
          busyLabel="更新中……"
          icon={<RefreshCw size={16} aria-hidden="true" />}
          onClick={() => void query.refetch()}
        >
          更新
        </Button>
      </div>
      {query.isPending && (
        <Loading>
          <Skeleton shape="block" className="h-48" />
        </Loading>
      )}
      {query.isLoadingError && <ErrorState onRetry={() => void query.refetch()} />}
      {rows?.total === 0 && (
        <EmptyState title="還沒有事件">傳送測試事件，確認您的伺服器收得到。</EmptyState>
      )}
      {rows && rows.total > 0 && (
        <>
          <Table
            caption={`最近 30 天共 ${rows.total} 筆`}
            columns={columnsWith(setShown)}
            rows={rows.data}
            rowKey={(delivery) => delivery.id}
          />
          <Pages page={page} pages={Math.ceil(rows.total / PAGE_SIZE)} />
        </>
      )}
      <DeliveryDialog
        delivery={shown}
        isActive={state === 'active'}
        onClose={() => setShown(null)}
      />
    </section>
  );
}
