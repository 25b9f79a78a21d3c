// The risk questionnaire and the resulting profile, without which nobody may invest.
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { useSearchParams } from 'react-router';
import { ApiFailure } from '../api.ts';
import { safeReturn } from '../session.ts';
import { queryOf } from '../site/kit/api.ts';
import { titleOf } from '../site/kit/brand.ts';
import { GoButton } from '../site/kit/Go.tsx';
import * as paths from '../site/kit/paths.ts';
import { Alert, ErrorState, Loading, Skeleton } from '../ui/display/Alert.tsx';
import { DateText, Money } from '../ui/display/Amount.tsx';
import { Button } from '../ui/Button.tsx';
import { Card, Facts } from '../ui/display/Card.tsx';
import { dayIn } from '../ui/clock.ts';
import { Umbrella } from '../ui/drawings/Umbrella.tsx';
import { Questionnaire, type State } from './Questionnaire.tsx';

export const meta = () => [
  { title: titleOf('風險屬性評估') },
  { name: 'robots', content: 'noindex' },
];

type Profile = NonNullable<State['profile']>;

const headLook =
  'grid justify-items-center gap-2 rounded-card text-center focus:outline-none ' +
  '[&>.drawing]:h-auto [&>.drawing]:w-[min(240px,70%)]';

function Result({
  profile,
  fresh,
  onAgain,
}: {
  profile: Profile;
  /** Just answered: the result takes the focus. */
  fresh: boolean;
  onAgain: () => void;
}) {
  const [query] = useSearchParams();
  const back = query.get('redirectTo');
  const today = dayIn();
  const over = profile.validUntil < today;
  const tooSoon = today < profile.againFrom;
  const soon = !over && profile.renewFrom <= today;
  const top = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (fresh) top.current?.focus();
  }, [fresh]);
  return (
    <Card as="section" className="grid gap-6">
      <div ref={top} tabIndex={-1} className={headLook}>
        <Umbrella />
        <p className="text-ink-3">您的風險屬性</p>
        <h2 className="text-h1">{profile.description}</h2>
      </div>
      {over && (
        <Alert tone="warn" title="評估結果已過期">
          重新評估後才能繼續出資。進行中的出資、付款與撥付不受影響。
        </Alert>
      )}
      {soon && (
        <Alert title="評估結果即將到期">現在就可以重新評估，新的結果從今天起再有效 1 年。</Alert>
      )}
      <Facts
        align="end"
        facts={[
          { name: '單一案件上限', value: <Money amount={profile.perCaseMax} /> },
          { name: '總出資上限', value: <Money amount={profile.totalMax} /> },
          { name: '評估時間', value: <DateText at={profile.answeredAt} /> },
          { name: '有效至', value: <DateText at={profile.validUntil} /> },
          { name: '風險預告', value: `已閱讀第 ${profile.riskVersion} 版` },
        ]}
      />
      <p className="text-sm text-ink-3">
        上限依您的回答計算，用來避免單一借款人違約時承受過大的損失。出資不保證本金與收益。
      </p>
      <div className="flex flex-wrap gap-3">
        {!over && (
          <GoButton to={back ? safeReturn(back) : paths.investment()} look="primary">
            {back ? '回到剛才的頁面' : '瀏覽案件'}
          </GoButton>
        )}
        {!tooSoon && (
          <Button look={over ? 'primary' : 'secondary'} onClick={onAgain}>
            重新評估
          </Button>
        )}
      </div>
      {tooSoon && (
        <p className="text-sm text-ink-3">
          每天最多評估一次，
          <DateText at={profile.againFrom} /> 起可以重新評估。
        </p>
      )}
    </Card>
  );
}

export default function SuitabilityPage() {
  const asking = useQuery(queryOf('investing', 'suitability', {}));
  const [again, setAgain] = useState(false);
  const [fresh, setFresh] = useState(false);
  const failure = asking.error instanceof ApiFailure ? asking.error : null;
  const state = asking.data?.data;
  const show = state?.profile && !again ? state.profile : null;
  return (
    <div className="container page">
      <div className="mx-auto grid max-w-narrow gap-8 max-md:pt-4">
        <div>
          <h1>風險屬性評估</h1>
          <p className="mt-2 text-ink-3">
            約 2 分鐘。請依實際情況回答，沒有標準答案；結果有效 1 年，決定您的出資上限。
          </p>
        </div>
        {asking.isPending && (
          <Loading>
            <div className="grid gap-6">
              <Skeleton shape="block" className="h-64" />
              <Skeleton shape="block" className="h-64" />
            </div>
          </Loading>
        )}
        {asking.isLoadingError && (
          <ErrorState onRetry={() => void asking.refetch()} requestId={failure?.requestId} />
        )}
        {show && <Result profile={show} fresh={fresh} onAgain={() => setAgain(true)} />}
        {state && !show && (
          <Questionnaire
            state={state}
            onDone={() => {
              setAgain(false);
              setFresh(true);
            }}
          />
        )}
      </div>
    </div>
  );
}
