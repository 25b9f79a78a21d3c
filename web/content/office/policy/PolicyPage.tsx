// Page of one policy: its versions, the draft, and the draft's approval.
import { inForceWords } from '#contract/core/version-words.ts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useNavigate, useParams } from 'react-router';
import { Answered } from '../../../office/kit/Answered.tsx';
import { queryOf } from '../../../office/api.ts';
import * as paths from '../../../office/paths.ts';
import { DateText } from '../../../ui/display/Amount.tsx';
import { Card, CardHead, Tag } from '../../../ui/display/Card.tsx';
import { toast } from '../../../ui/overlay/toasts.tsx';
import { useMayWrite } from '../../../office/editing/editing.ts';
import { HistoryCard } from '../../../office/editing/HistoryCard.tsx';
import { DetailHead } from '../../../office/kit/DetailHead.tsx';
import { ComparedCard } from '../ComparedCard.tsx';
import { versionsOf, type FullPolicy, type PolicyVersion } from './policy.ts';
import { NewPolicyForm, PolicyDraft } from './PolicyDraft.tsx';
import { PolicyVersions } from './PolicyVersions.tsx';
import { CleanedText } from '../article/Rendered.tsx';
import { BeginCard, WaitingAlert } from '../../../office/editing/VersionParts.tsx';
import { fieldText } from '../../../office/editing/field-words.ts';

const back = { to: paths.policies(), text: '政策' };

function Waiting({ making, policyId }: { making: PolicyVersion; policyId: string }) {
  return (
    <div className="grid gap-5">
      <WaitingAlert making={making} kind="policy_approval" />
      <ComparedCard policyId={policyId} body={making.body} />
      <Card as="section">
        <CardHead title={`第 ${making.number} 版內文`} />
        <CleanedText html={making.body} />
      </Card>
    </div>
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
      <HistoryCard history={policy.history} names={fieldText} />
    </>
  );
  if (mayWrite && making?.state !== 'waiting' && (making || begun)) {
    return <PolicyDraft policy={policy} making={making} reread={reread} aside={aside} />;
  }
  return (
    <div className="office-editor">
      <div className="office-editor-main">
        {making?.state === 'waiting' && <Waiting making={making} policyId={policy.id} />}
        {mayWrite && !making && (
          <BeginCard onBegin={() => setBegun(true)}>
            新版本從現行版本的內文開始修改，由另一位同仁覆核後，在您填的生效日生效。現行版本在那之前不變。
          </BeginCard>
        )}
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
  const query = useQuery(queryOf('content', 'getPolicy', { id }));
  return (
    <Answered query={query} what="這份政策" back={back}>
      {({ data }) => (
        <>
          <DetailHead back={back} title={data.title}>
            <Tag glyph={false}>{data.category}</Tag>
            <span>
              {data.current && data.effectiveOn ? (
                <>
                  現行第 {data.current} 版，
                  <DateText at={data.effectiveOn} /> 生效
                </>
              ) : (
                inForceWords.coming.office.text
              )}
            </span>
            <span>網址代號 {data.slug}（不會改變）</span>
          </DetailHead>
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
      <DetailHead back={back} title="新增政策" />
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
