// Page of one broadcast: edited while it is a draft, then followed until everybody received it.
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { createPortal } from 'react-dom';
import { useParams } from 'react-router';
import type { Broadcast } from '#contract/messages/broadcasts.ts';
import { Link } from '../../office/links/Link.tsx';
import { DetailHead } from '../../office/kit/DetailHead.tsx';
import { Answered } from '../../office/kit/Answered.tsx';
import { api, queryOf } from '../../office/api.ts';
import { useOperator } from '../../office/operator.ts';
import * as paths from '../../office/paths.ts';
import { Alert } from '../../ui/display/Alert.tsx';
import { Button } from '../../ui/Button.tsx';
import { Card, CardHead, Tag } from '../../ui/display/Card.tsx';
import { formatNumber } from '../../ui/format.ts';
import { ProgressBar } from '../../ui/display/ProgressBar.tsx';
import { ReasonDialog } from '../../office/kit/ReasonDialog.tsx';
import { BroadcastFacts } from './BroadcastFacts.tsx';
import { BroadcastForm } from './BroadcastForm.tsx';
import { useMayBroadcast } from './BroadcastsPage.tsx';
import { broadcastWords } from '#contract/messages/words.ts';

const back = { to: paths.broadcasts(), text: '群發' };
const REFRESH_MS = 5_000;
const moving = (one: Broadcast | undefined) =>
  one?.status === 'approved' || one?.status === 'sending';

function Stop({ made }: { made: Broadcast }) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button look="danger" wide onClick={() => setOpen(true)}>
        停止寄送
      </Button>
      {createPortal(
        <ReasonDialog
          open={open}
          onClose={() => setOpen(false)}
          title="停止這則群發"
          about="還沒寄出的不再寄出；已經寄出的無法收回。停止後不能再繼續。"
          button="停止寄送"
          look="danger"
          done="已停止寄送"
          refresh="messages"
          onAct={({ reason, idempotencyKey }) =>
            api.messages.stopBroadcast({ id: made.id, reason }, { idempotencyKey })
          }
        />,
        document.body,
      )}
    </>
  );
}

function Progress({ made }: { made: Broadcast }) {
  const { counted, told, status } = made;
  const share = status === 'sent' ? 1 : Math.min(1, counted > 0 ? told / counted : 0);
  return (
    <Card as="section">
      <CardHead title="寄送進度" />
      <p className="mb-3">
        已通知 <strong className="num">{formatNumber(told)}</strong> 位（送審時{' '}
        <span className="num">{formatNumber(counted)}</span> 位）
      </p>
      <ProgressBar share={share} label="寄送進度" threads={false} />
      <p className="mt-4">
        <Link className="link" to={paths.deliveries({ broadcast: made.id })}>
          查看郵件與簡訊的寄送紀錄
        </Link>
      </p>
    </Card>
  );
}

function Side({ made }: { made: Broadcast }) {
  const roles = useOperator().data?.data.roles ?? [];
  const mayStop = ['editor', 'approver', 'admin'].some((role) => roles.includes(role as 'admin'));
  const isAhead = made.status === 'proposed' || moving(made);
  return (
    <div className="office-editor-side">
      {made.status !== 'proposed' && made.status !== 'draft' && <Progress made={made} />}
      {mayStop && isAhead && (
        <Card as="section">
          <Stop made={made} />
        </Card>
      )}
    </div>
  );
}

function Body({ made }: { made: Broadcast }) {
  const mayWrite = useMayBroadcast();
  if (mayWrite && (made.status === 'draft' || made.status === 'declined')) {
    return (
      <div className="grid gap-5">
        {made.status === 'declined' && (
          <Alert tone="warn" title="覆核的同仁退回了這則群發">
            原因：{made.reason}
          </Alert>
        )}
        <BroadcastForm made={made} />
      </div>
    );
  }
  return (
    <div className="office-editor">
      <div className="office-editor-main">
        {made.status === 'proposed' && (
          <Alert title="等待另一位同仁覆核">
            <Link className="link" to={paths.inbox({ kind: 'broadcast_approval' })}>
              到待辦覆核
            </Link>
          </Alert>
        )}
        {made.status === 'stopped' && (
          <Alert tone="warn" title="這則群發已停止">
            原因：{made.reason}
          </Alert>
        )}
        <BroadcastFacts made={made} />
      </div>
      <Side made={made} />
    </div>
  );
}

export function BroadcastPage() {
  const { id = '' } = useParams();
  const query = useQuery({
    ...queryOf('messages', 'getBroadcast', { id }),
    refetchInterval: ({ state }) => (moving(state.data?.data) ? REFRESH_MS : false),
  });
  return (
    <Answered query={query} what="這則群發" back={back}>
      {({ data }) => {
        const { text, tone } = broadcastWords[data.status];
        return (
          <>
            <DetailHead back={back} title={data.title}>
              <Tag tone={tone}>{text}</Tag>
              <span>{data.by} 撰寫</span>
            </DetailHead>
            <Body key={`${data.id}-${data.madeAt}`} made={data} />
          </>
        );
      }}
    </Answered>
  );
}

export function NewBroadcastPage() {
  return (
    <>
      <DetailHead back={back} title="新增群發" />
      <BroadcastForm made={null} />
    </>
  );
}
