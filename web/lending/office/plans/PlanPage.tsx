// Page of one plan: its versions, the draft and the draft's approval; also for a new plan.
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useNavigate, useParams } from 'react-router';
import type { PlanVersion } from '#contract/lending/plans.ts';
import { HistoryCard } from '../../../office/editing/HistoryCard.tsx';
import { DetailHead } from '../../../office/kit/DetailHead.tsx';
import { BeginCard, WaitingAlert } from '../../../office/editing/VersionParts.tsx';
import { Answered } from '../../../office/kit/Answered.tsx';
import { queryOf } from '../../../office/api.ts';
import * as paths from '../../../office/paths.ts';
import { Alert } from '../../../ui/display/Alert.tsx';
import { DateText } from '../../../ui/display/Amount.tsx';
import { Card, CardHead, Tag } from '../../../ui/display/Card.tsx';
import { dayIn } from '../../../ui/clock.ts';
import { toast } from '../../../ui/overlay/toasts.tsx';
import { offeredWord, planFieldText } from './plan-labels.ts';
import { beforeOf, useMayDraft, versionsOf, type FullPlan } from './plan.ts';
import { PlanDifferences } from './PlanDifferences.tsx';
import { NewPlanForm, PlanDraft, type PlatformNumbers } from './PlanDraft.tsx';
import { PlanFacts } from './PlanFacts.tsx';
import { ComingVersion } from './PlanRecall.tsx';
import { PlanVersions } from './PlanVersions.tsx';

const back = { to: paths.plans(), text: '方案' };
type Reread = () => Promise<{ isError: boolean }>;

function Compared({ plan, version }: { plan: FullPlan; version: PlanVersion }) {
  return (
    <Card as="section">
      <CardHead title={`第 ${version.number} 版的差異`} />
      <PlanDifferences before={beforeOf(plan, version)} after={version} />
    </Card>
  );
}

type StandingProps = { plan: FullPlan; mayDraft: boolean; onBegin: (() => void) | null };

function Standing({ plan, mayDraft, onBegin }: StandingProps) {
  const { making, current } = versionsOf(plan);
  const coming = plan.versions.find(
    (one) =>
      one.state === 'approved' && !one.inForceAt && !one.current && one.effectiveOn > dayIn(),
  );
  const shown = current ?? plan.versions[0]!;
  return (
    <div className="office-editor-main">
      {making?.state === 'waiting' && (
        <>
          <WaitingAlert making={making} kind="plan_approval" />
          <Compared plan={plan} version={making} />
        </>
      )}
      {coming && (
        <>
          <ComingVersion plan={plan} version={coming} mayRecall={mayDraft} />
          <Compared plan={plan} version={coming} />
        </>
      )}
      {onBegin && (
        <BeginCard onBegin={onBegin}>
          新版本從最近核准的內容開始修改，由另一位同仁覆核後，在您填的生效日生效。已申請與已核准的案件不受影響。要停止受理，也請開始新版本。
        </BeginCard>
      )}
      <Card as="section">
        <CardHead title={current ? `現行內容（第 ${current.number} 版）` : '內容'} />
        <PlanFacts version={shown} />
      </Card>
    </div>
  );
}

function Body({
  plan,
  platform,
  reread,
}: {
  plan: FullPlan;
  platform: PlatformNumbers;
  reread: Reread;
}) {
  const mayDraft = useMayDraft();
  const { making } = versionsOf(plan);
  const [begun, setBegun] = useState(false);
  const aside = (
    <>
      <PlanVersions plan={plan} />
      <HistoryCard history={plan.history} names={planFieldText} />
    </>
  );
  if (mayDraft && making?.state !== 'waiting' && (making || begun)) {
    const onDropped = () => setBegun(false);
    return (
      <PlanDraft
        plan={plan}
        making={making}
        platform={platform}
        reread={reread}
        aside={aside}
        onDropped={onDropped}
      />
    );
  }
  const onBegin = mayDraft && !making ? () => setBegun(true) : null;
  return (
    <>
      {!mayDraft && <Alert title="您可以查看方案，修改由「內容」、「核准」或「管理」同仁負責" />}
      <div className="office-editor">
        <Standing plan={plan} mayDraft={mayDraft} onBegin={onBegin} />
        <div className="office-editor-side">{aside}</div>
      </div>
    </>
  );
}

function Head({ plan }: { plan: FullPlan }) {
  const { text, tone } = offeredWord(plan.current);
  return (
    <DetailHead back={back} title={plan.listName || plan.slug}>
      <Tag tone={tone}>{text}</Tag>
      {plan.current && (
        <span>
          現行第 {plan.current.number} 版，
          <DateText at={plan.current.effectiveOn} /> 生效
        </span>
      )}
      <span>網址代號 {plan.slug}</span>
    </DetailHead>
  );
}

export function PlanPage() {
  const { id = '' } = useParams();
  const query = useQuery(queryOf('lending', 'getPlan', { id }));
  const platform = useQuery(queryOf('lending', 'planFigures', {}));
  return (
    <Answered query={query} what="這個方案" back={back}>
      {({ data: plan }) => (
        <>
          <Head plan={plan} />
          <Answered query={platform} what="平台的數字">
            {({ data }) => (
              <Body key={plan.id} plan={plan} platform={data} reread={() => query.refetch()} />
            )}
          </Answered>
        </>
      )}
    </Answered>
  );
}

export function NewPlanPage() {
  const navigate = useNavigate();
  const client = useQueryClient();
  const plans = useQuery(queryOf('lending', 'listPlans', {}));
  const platform = useQuery(queryOf('lending', 'planFigures', {}));
  const onDone = async (plan: FullPlan) => {
    toast('已儲存草稿');
    await client.invalidateQueries({ queryKey: ['lending', 'listPlans'] });
    await navigate(paths.plan(plan.id), { replace: true });
  };
  return (
    <>
      <DetailHead back={back} title="新增方案" />
      <Answered query={plans} what="方案">
        {({ data }) => (
          <Answered query={platform} what="平台的數字">
            {({ data: figures }) => <NewPlanForm plans={data} platform={figures} onDone={onDone} />}
          </Answered>
        )}
      </Answered>
    </>
  );
}
