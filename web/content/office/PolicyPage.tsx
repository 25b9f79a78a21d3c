// One policy: its versions, the one being made, and how that comes into force.
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Link, useNavigate, useParams } from 'react-router';
import { ApiFailure } from '../../api.ts';
import { Answered } from '../../office/Answered.tsx';
import { asked } from '../../office/api.ts';
import * as paths from '../../office/paths.ts';
import { Alert, EmptyState } from '../../ui/Alert.tsx';
import { DateText } from '../../ui/Amount.tsx';
import { Button, buttonShape } from '../../ui/Button.tsx';
import { Card, CardHead, Tag } from '../../ui/Card.tsx';
import { toast } from '../../ui/toasts.tsx';
import { useMayWrite } from './editing.ts';
import { HistoryCard } from './HistoryCard.tsx';
import { PageHead } from './PageHead.tsx';
import { ComparedCard } from './ComparedCard.tsx';
import { versionsOf, type FullPolicy, type PolicyVersion } from './policy.ts';
import { NewPolicyForm, PolicyDraft } from './PolicyDraft.tsx';
import { PolicyVersions } from './PolicyVersions.tsx';
import { CleanedText } from './Rendered.tsx';

const back = { to: paths.policies(), text: '政策' };

function Waiting({ making, policyId }: { making: PolicyVersion; policyId: string }) {
  return (
    <div className="grid gap-5">
      <Alert title={`第 ${making.number} 版等待另一位同事覆核`}>
        <p>
          由 {making.maker ?? '同事'} 送出，核准後於 <DateText at={making.effectiveOn} />{' '}
          生效。覆核前不能修改；需要修改時，請覆核的同事退回。
        </p>
        <p className="mt-2">
          <Link className="link" to={paths.inbox({ kind: 'policy_approval' })}>
            到待辦覆核
          </Link>
        </p>
      </Alert>
      <ComparedCard policyId={policyId} body={making.body} />
      <Card as="section">
        <CardHead title={`第 ${making.number} 版內文`} />
        <CleanedText html={making.body} />
      </Card>
    </div>
  );
}

function Begin({ onBegin }: { onBegin: () => void }) {
  return (
    <Card as="section">
      <CardHead title="新版本" />
      <p className="mb-4 text-ink-2">
        新版本從現行版本的內文開始修改，由另一位同事覆核後，在您填的生效日生效。現行版本在那之前不變。
      </p>
      <Button look="primary" onClick={onBegin}>
        開始新版本
      </Button>
    </Card>
  );
}

function Body({
  policy,
  reread,
}: {
  policy: FullPolicy;
  reread: () => Promise<{ isError: boolean }>;
}) {
  const mayWrite = useMayWrite();
  const { making, current } = versionsOf(policy);
  const [begun, setBegun] = useState(false);
  const aside = (
    <>
      <PolicyVersions policy={policy} />
      <HistoryCard history={policy.history} />
    </>
  );
  if (mayWrite && making?.state !== 'waiting' && (making || begun)) {
    return <PolicyDraft policy={policy} making={making} reread={reread} aside={aside} />;
  }
  return (
    <div className="office-editor">
      <div className="office-editor-main">
        {making?.state === 'waiting' && <Waiting making={making} policyId={policy.id} />}
        {mayWrite && !making && <Begin onBegin={() => setBegun(true)} />}
        {making?.state !== 'waiting' && (
          <Card as="section">
            <CardHead title={current ? `現行內文（第 ${current.number} 版）` : '內文'} />
            {current ? <CleanedText html={current.body} /> : <p>尚無生效的版本</p>}
          </Card>
        )}
      </div>
      <div className="office-editor-side">{aside}</div>
    </div>
  );
}

export function PolicyPage() {
  const { id = '' } = useParams();
  const query = useQuery(asked('content', 'getPolicy', { id }));
  const { error } = query;
  if (error instanceof ApiFailure && (error.status === 404 || error.status === 400)) {
    return (
      <EmptyState
        title="找不到這份政策"
        actions={
          <Link to={paths.policies()} {...buttonShape()}>
            回政策
          </Link>
        }
      />
    );
  }
  return (
    <Answered query={query} what="這份政策">
      {({ data }) => (
        <>
          <PageHead back={back} title={data.title}>
            <Tag glyph={false}>{data.category}</Tag>
            <span>
              {data.current && data.effectiveOn ? (
                <>
                  現行第 {data.current} 版，
                  <DateText at={data.effectiveOn} /> 生效
                </>
              ) : (
                '尚未生效'
              )}
            </span>
            <span>網址代號 {data.slug}（不會改變）</span>
          </PageHead>
          <Body key={data.id} policy={data} reread={() => query.refetch()} />
        </>
      )}
    </Answered>
  );
}

export function NewPolicyPage() {
  const navigate = useNavigate();
  const client = useQueryClient();
  return (
    <>
      <PageHead back={back} title="新增政策" />
      <NewPolicyForm
        onDone={async (policy) => {
          toast('已儲存草稿');
          await client.invalidateQueries({ queryKey: ['content', 'listPolicies'] });
          await navigate(paths.policy(policy.id), { replace: true });
        }}
      />
    </>
  );
}
