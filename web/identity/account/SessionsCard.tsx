// Card that lists where the member is signed in; each session can be ended here.
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { wordsOf, type Answer } from '../../api.ts';
import { queryOf } from '../../site/kit/api.ts';
import { deferredApi } from '../../site/kit/deferred-calls.ts';
import type { SiteCalls } from '../../site/kit/calls.ts';
import { Ago, DateText } from '../../ui/display/Amount.tsx';
import { ErrorState, SkeletonLines } from '../../ui/display/Alert.tsx';
import { Button } from '../../ui/Button.tsx';
import { Card, CardHead, Tag } from '../../ui/display/Card.tsx';
import { toast } from '../../ui/overlay/toasts.tsx';
import { deviceIcons } from './device-icons.ts';

type Session = Answer<SiteCalls['identity']['sessions']>['data'][number];

function useRevoke() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (input: { id?: string }) => deferredApi.identity.revokeSessions(input),
    onSuccess: ({ data }) => {
      toast(data.ended === 1 ? '已登出 1 個裝置' : `已登出 ${data.ended} 個裝置`);
      return client.invalidateQueries({ queryKey: ['identity', 'sessions'] });
    },
    onError: (error) => toast(wordsOf(error), { tone: 'danger' }),
  });
}

function Row({ session, revoke }: { session: Session; revoke: ReturnType<typeof useRevoke> }) {
  const Icon = deviceIcons[session.kind];
  const busy = revoke.isPending && revoke.variables.id === session.id;
  return (
    <li
      className="grid grid-cols-[auto_minmax(0,1fr)_auto] gap-x-3.5 gap-y-1 items-start py-3
        not-first:border-t not-first:border-line"
    >
      <Icon size={22} aria-hidden="true" className="mt-1 text-ink-3" />
      <div className="min-w-0">
        <p className="flex flex-wrap items-center gap-x-3 font-bold text-ink">
          {session.device}
          {session.current && <Tag tone="done">這個裝置</Tag>}
        </p>
        <p className="text-sm text-ink-3">
          {session.current ? '使用中' : <Ago at={session.usedAt} />}・
          <span className="num">{session.addressMasked}</span>
        </p>
        <p className="text-sm text-ink-3">
          <DateText at={session.createdAt} /> 登入
        </p>
      </div>
      {!session.current && (
        <Button
          size="sm"
          busy={busy}
          busyLabel="登出中……"
          aria-label={`登出「${session.device}」`}
          onClick={() => revoke.mutate({ id: session.id })}
        >
          登出
        </Button>
      )}
    </li>
  );
}

export function SessionsCard() {
  const list = useQuery(queryOf('identity', 'sessions', {}));
  const revoke = useRevoke();
  const sessions = list.data?.data ?? [];
  const busy = revoke.isPending && revoke.variables.id === undefined;
  return (
    <Card as="section">
      <CardHead title="登入中的裝置" />
      {list.isPending && <SkeletonLines lines={3} />}
      {list.isLoadingError && (
        <ErrorState compact title="暫時無法載入裝置" onRetry={() => void list.refetch()} />
      )}
      <ul>
        {sessions.map((session) => (
          <Row key={session.id} session={session} revoke={revoke} />
        ))}
      </ul>
      {sessions.length > 1 && (
        <div className="mt-4">
          <Button busy={busy} busyLabel="登出中……" onClick={() => revoke.mutate({})}>
            登出所有其他裝置
          </Button>
        </div>
      )}
      <p className="mt-4 text-sm text-ink-3">
        在新的裝置登入時，我們會寄電子郵件通知您。看到不認得的裝置，請登出它並變更密碼。
      </p>
    </Card>
  );
}
