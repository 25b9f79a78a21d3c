// List of the items that a reviewer returned, with the reasons, and the button to submit them
// again.
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { ApiFailure, type Answer } from '../../api.ts';
import { refreshVerification } from '../../session.ts';
import { queryOf } from '../../site/kit/api.ts';
import { deferredApi } from '../../site/kit/deferred-calls.ts';
import { titleOf } from '../../site/kit/brand.ts';
import type { SiteCalls } from '../../site/kit/calls.ts';
import { GoButton } from '../../site/kit/Go.tsx';
import * as paths from '../../site/kit/paths.ts';
import { useAct } from '../../use-act.ts';
import { Alert, EmptyState, ErrorState, Loading, Skeleton } from '../../ui/display/Alert.tsx';
import { Button } from '../../ui/Button.tsx';
import { Card, CardHead, Tag } from '../../ui/display/Card.tsx';
import { Timeline } from '../../ui/display/Timeline.tsx';
import { Row, Stack } from '../../ui/Layout.tsx';
import { fieldNames } from '../steps/field-names.ts';
import { stepOf, supplementPaths } from '../steps/steps.ts';
import '../verification.css';

export const meta = () => [{ title: titleOf('補件') }, { name: 'robots', content: 'noindex' }];

type Item = Answer<SiteCalls['verification']['verifySupplemental']>['data']['items'][number];

function useHandIn() {
  const client = useQueryClient();
  const [sent, setSent] = useState(false);
  const act = useAct(async () => {
    const answer = await deferredApi.verification.submitSupplement({});
    setSent(true);
    await refreshVerification(async () => answer);
    void client.invalidateQueries({ queryKey: ['verification'] });
  });
  return { ...act, sent };
}

function Receipt() {
  return (
    <Card as="section">
      <CardHead title="補件已送出">
        <Tag tone="progress">審核中</Tag>
      </CardHead>
      <Timeline
        items={[
          { title: '補件已送出', state: 'done', text: '我們已收到您補上的資料。' },
          { title: '人員審核', state: 'now', text: '約 1 個營業日。' },
          { title: '結果通知', text: '以電子郵件與站內通知告訴您。' },
        ]}
      />
      <div className="mt-4">
        <GoButton to={paths.verification()} look="primary">
          查看審核進度
        </GoButton>
      </div>
    </Card>
  );
}

function Items({ items }: { items: readonly Item[] }) {
  return (
    <ul className="grid gap-4">
      {items.map(({ item, fields, reason, given }) => (
        <li key={item}>
          <Card>
            <CardHead title={stepOf(item).name}>
              <Tag tone={given ? 'done' : 'attention'}>{given ? '已補上' : '待補件'}</Tag>
            </CardHead>
            <p>
              <strong>退回原因：</strong>
              {reason}
            </p>
            {fields.length > 0 && (
              <p className="mt-1 text-sm text-ink-3">
                需要補上：{fields.map((field) => fieldNames[field] ?? field).join('、')}
              </p>
            )}
            <div className="mt-4">
              <GoButton
                to={supplementPaths[item] ?? paths.supplement()}
                look={given ? 'quiet' : 'primary'}
                aria-label={`${given ? '再次修改' : '前往補件'}：${stepOf(item).name}`}
              >
                {given ? '再次修改' : '前往補件'}
              </GoButton>
            </div>
          </Card>
        </li>
      ))}
    </ul>
  );
}

export default function SupplementPage() {
  const list = useQuery(queryOf('verification', 'verifySupplemental', {}));
  const { sent, busy, problem, run } = useHandIn();
  const items = list.data?.data.items ?? [];
  const left = items.filter(({ given }) => !given).length;
  return (
    <div className="container page">
      <Stack>
        <h1>補件</h1>
        {list.isPending && (
          <Loading>
            <Skeleton shape="block" className="h-48" />
          </Loading>
        )}
        {list.isLoadingError && (
          <ErrorState
            onRetry={() => void list.refetch()}
            requestId={list.error instanceof ApiFailure ? list.error.requestId : undefined}
          />
        )}
        {sent && <Receipt />}
        {list.data && !sent && items.length === 0 && (
          <EmptyState
            title="目前沒有需要補件的項目"
            actions={<GoButton to={paths.verification()}>回到身分驗證</GoButton>}
          />
        )}
        {!sent && items.length > 0 && (
          <>
            <p>請依原因補上以下項目，全部補齊後送出，審核約 1 個營業日。</p>
            <Items items={items} />
            {problem && <Alert tone="danger" live title={problem} />}
            <Row>
              <Button
                look="primary"
                size="lg"
                busy={busy}
                busyLabel="送出中……"
                disabledReason={left > 0 ? `還有 ${left} 個項目待補件` : undefined}
                onClick={() => void run()}
              >
                送出補件
              </Button>
            </Row>
          </>
        )}
      </Stack>
    </div>
  );
}
