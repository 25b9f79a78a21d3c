// List of an operator's own sessions; each device can be signed out here.
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { OperatorSession } from '#contract/identity/operators.ts';
import { wordsOf } from '../../api.ts';
import { Answered } from '../../office/kit/Answered.tsx';
import { api, queryOf } from '../../office/api.ts';
import { PageTitle } from '../../office/kit/PageTitle.tsx';
import { DateText } from '../../ui/display/Amount.tsx';
import { Button } from '../../ui/Button.tsx';
import { Tag } from '../../ui/display/Card.tsx';
import { Table, type Column } from '../../ui/display/Table.tsx';
import { toast } from '../../ui/overlay/toasts.tsx';
import { deviceText } from './device-words.ts';

function End({ session: { agent, current, id } }: { session: OperatorSession }) {
  const client = useQueryClient();
  const end = useMutation({
    mutationFn: () => api.identity.endOwnSession({ id }),
    onSuccess: () => {
      toast('已登出這台裝置');
      return client.invalidateQueries({ queryKey: ['identity', 'ownSessions'] });
    },
    onError: (error) => toast(wordsOf(error), { tone: 'danger' }),
  });
  if (current) return <Tag tone="done">這台裝置</Tag>;
  return (
    <Button
      size="sm"
      busy={end.isPending}
      busyLabel="登出中……"
      aria-label={`登出「${deviceText(agent)}」`}
      onClick={() => end.mutate()}
    >
      登出
    </Button>
  );
}

const columns: Column<OperatorSession>[] = [
  { key: 'device', label: '裝置', head: true, cell: ({ agent }) => deviceText(agent) },
  { key: 'address', label: '位址', cell: ({ address }) => <span className="num">{address}</span> },
  { key: 'since', label: '登入時間', cell: ({ createdAt }) => <DateText at={createdAt} /> },
  { key: 'used', label: '最近使用', cell: ({ usedAt }) => <DateText at={usedAt} /> },
  { key: 'end', label: '操作', cell: (session) => <End session={session} /> },
];

export function OwnSessionsPage() {
  const list = useQuery(queryOf('identity', 'ownSessions', {}));
  return (
    <div className="grid gap-6">
      <PageTitle>我的裝置</PageTitle>
      <h1>我的裝置</h1>
      <p>您的帳號目前登入的裝置。有不認得的裝置時，請立即登出並告知管理同仁。</p>
      <Answered query={list} what="裝置">
        {({ data }) => (
          <Table
            caption="登入中的裝置"
            hideCaption
            columns={columns}
            rows={data}
            rowKey={(row) => row.id}
          />
        )}
      </Answered>
    </div>
  );
}
