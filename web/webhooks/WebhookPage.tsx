// Page /account/webhooks/:id: one endpoint, what can be done with it, and what was sent to it.
import { useParams } from 'react-router';
import { eventTypeText } from '#contract/webhooks/events.ts';
import { endpointWords } from '#contract/webhooks/states.ts';
import { ApiFailure } from '../api.ts';
import { titleOf } from '../site/kit/brand.ts';
import { Back } from '../site/kit/Back.tsx';
import * as paths from '../site/kit/paths.ts';
import { Alert, EmptyState, ErrorState, Loading, Skeleton } from '../ui/display/Alert.tsx';
import { DateText } from '../ui/display/Amount.tsx';
import { Card, CardHead, Facts, Tag } from '../ui/display/Card.tsx';
import { GoButton } from '../site/kit/Go.tsx';
import { Deliveries } from './Deliveries.tsx';
import { EndpointActs } from './EndpointActs.tsx';
import { type Endpoint, useWebhooks } from './use-webhooks.ts';

export const meta = () => [{ title: titleOf('Webhook') }, { name: 'robots', content: 'noindex' }];

function Content({ endpoint }: { endpoint: Endpoint }) {
  const { url, types, state, createdAt, succeededAt, previousUntil, waiting } = endpoint;
  const words = endpointWords[state];
  return (
    <div className="grid gap-8">
      <Card as="section" className="max-w-3xl">
        <CardHead title="接收網址">
          <Tag tone={words.tone}>{words.text}</Tag>
        </CardHead>
        {state === 'failed' && (
          <div className="mb-5">
            <Alert tone="danger" title="事件連續未送達，已停止傳送">
              請確認您的伺服器後恢復傳送；等待中的事件會接著送出。
            </Alert>
          </div>
        )}
        <Facts
          facts={[
            { name: '網址', value: <span className="wrap-anywhere">{url}</span> },
            { name: '事件', value: types.map((type) => eventTypeText[type]).join('、') },
            { name: '建立時間', value: <DateText at={createdAt} /> },
            {
              name: '上次送達',
              value: succeededAt === null ? '尚未送達' : <DateText at={succeededAt} />,
            },
            { name: '等待傳送', value: `${waiting} 筆` },
            ...(previousUntil === null
              ? []
              : [{ name: '舊密鑰有效至', value: <DateText at={previousUntil} /> }]),
          ]}
        />
        <EndpointActs endpoint={endpoint} />
      </Card>
      <Deliveries endpoint={endpoint} />
    </div>
  );
}

export default function WebhookPage() {
  const { id } = useParams();
  const query = useWebhooks();
  const failure = query.error instanceof ApiFailure ? query.error : null;
  const endpoint = query.data?.data.find((one) => one.id === id);
  return (
    <div className="container page">
      <Back to={paths.myWebhooks()}>Webhook</Back>
      <h1 className="mb-6 max-md:pt-4">接收網址與紀錄</h1>
      {query.isPending && (
        <Loading>
          <Skeleton shape="block" className="h-96" />
        </Loading>
      )}
      {query.isLoadingError && (
        <ErrorState onRetry={() => void query.refetch()} requestId={failure?.requestId} />
      )}
      {endpoint && <Content endpoint={endpoint} />}
      {query.data && !endpoint && (
        <EmptyState
          title="找不到這個接收網址"
          actions={<GoButton to={paths.myWebhooks()}>查看所有接收網址</GoButton>}
        >
          它可能已經刪除。
        </EmptyState>
      )}
    </div>
  );
}
