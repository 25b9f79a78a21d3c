// Page /account/webhooks: the addresses at which the member's server receives events.
import { Plus } from 'lucide-react';
import { useState } from 'react';
import { ENDPOINTS_MAX } from '#contract/webhooks/calls.ts';
import { endpointWords } from '#contract/webhooks/states.ts';
import { ApiFailure } from '../api.ts';
import { useApiDocs } from '../site/kit/api-docs.ts';
import { Back } from '../site/kit/Back.tsx';
import { titleOf } from '../site/kit/brand.ts';
import { Go } from '../site/kit/Go.tsx';
import * as paths from '../site/kit/paths.ts';
import { Button } from '../ui/Button.tsx';
import { ErrorState, Loading, Skeleton } from '../ui/display/Alert.tsx';
import { DateText } from '../ui/display/Amount.tsx';
import { Tag } from '../ui/display/Card.tsx';
import { type Column, Table } from '../ui/display/Table.tsx';
import { AddWebhook } from './AddWebhook.tsx';
import { NewSecret } from './NewSecret.tsx';
import { type Endpoint, useWebhooks } from './use-webhooks.ts';

export const meta = () => [{ title: titleOf('Webhook') }, { name: 'robots', content: 'noindex' }];

const columns: readonly Column<Endpoint>[] = [
  {
    key: 'url',
    label: '接收網址',
    head: true,
    cell: ({ id, url }) => (
      <Go to={paths.myWebhook(id)}>
        <span className="wrap-anywhere">{url}</span>
      </Go>
    ),
  },
  { key: 'types', label: '事件', cell: ({ types }) => `${types.length} 種` },
  {
    key: 'state',
    label: '狀態',
    cell: ({ state }) => <Tag tone={endpointWords[state].tone}>{endpointWords[state].text}</Tag>,
  },
  {
    key: 'waiting',
    label: '等待傳送',
    numeric: true,
    cell: ({ waiting }) => <span className="num">{waiting}</span>,
  },
  {
    key: 'succeeded',
    label: '上次送達',
    cell: ({ succeededAt }) => (succeededAt === null ? '尚未送達' : <DateText at={succeededAt} />),
  },
];

function Content({ endpoints }: { endpoints: readonly Endpoint[] }) {
  const [adding, setAdding] = useState(false);
  const [secret, setSecret] = useState('');
  const isEmpty = endpoints.length === 0;
  const done = (made: string) => {
    setAdding(false);
    setSecret(made);
  };
  return (
    <div className="grid gap-8">
      {secret && <NewSecret secret={secret} />}
      {!isEmpty && (
        <Table
          caption={`共 ${endpoints.length} 個接收網址，最多 ${ENDPOINTS_MAX} 個`}
          columns={columns}
          rows={endpoints}
          rowKey={({ id }) => id}
        />
      )}
      {adding || isEmpty ? (
        <div className="max-w-3xl">
          <AddWebhook onDone={done} onCancel={isEmpty ? null : () => setAdding(false)} />
        </div>
      ) : (
        <div>
          <Button
            look="primary"
            icon={<Plus size={18} aria-hidden="true" />}
            disabledReason={
              endpoints.length >= ENDPOINTS_MAX ? '已達上限，請先刪除不用的網址' : undefined
            }
            onClick={() => {
              setSecret('');
              setAdding(true);
            }}
          >
            新增接收網址
          </Button>
        </div>
      )}
    </div>
  );
}

export default function WebhooksPage() {
  const query = useWebhooks();
  const failure = query.error instanceof ApiFailure ? query.error : null;
  const hasDocs = useApiDocs();
  return (
    <div className="container page">
      <Back to={paths.profile({ section: 'security' })}>登入與安全</Back>
      <div className="mb-6 grid max-w-3xl gap-2">
        <h1>Webhook</h1>
        <p className="text-ink-2">
          訂單、還款與撥付一有變動，就通知您自己的伺服器。內容只有編號與狀態，不含姓名與金額。
        </p>
        {hasDocs && (
          <p className="text-ink-2">
            事件的內容、簽章的驗證與重送的方式，請看
            <Go to={paths.apiDocs()}>開發者文件</Go>。
          </p>
        )}
      </div>
      {query.isPending && (
        <Loading>
          <Skeleton shape="block" className="h-72" />
        </Loading>
      )}
      {query.isLoadingError && (
        <ErrorState onRetry={() => void query.refetch()} requestId={failure?.requestId} />
      )}
      {query.data && <Content endpoints={query.data.data} />}
    </div>
  );
}
