// 今天, the home page of a member: one act, the next 30 days, the state of the money, the next steps.
import { type Fact, isAct, wordsOf } from '#contract/today/facts.ts';
import { lookAtCases, lookAtPlans } from '#contract/today/row.ts';
import { ApiFailure } from '../api.ts';
import { type SessionUser, useSession } from '../session.ts';
import { readCardRound } from '../site/kit/card-round.ts';
import { GoButton } from '../site/kit/Go.tsx';
import { useHidden } from '../site/kit/hidden-amounts.ts';
import { nameOf } from '../site/layout/menu.ts';
import { Queries } from '../site/Queries.tsx';
import { AmountsHidden } from '../ui/amounts-hidden.ts';
import { Alert, ErrorState, Loading, Skeleton } from '../ui/display/Alert.tsx';
import { Card } from '../ui/display/Card.tsx';
import { FactRows, MainFact } from './Acts.tsx';
import { Coming } from './Coming.tsx';
import { EyeButton } from '../site/kit/EyeButton.tsx';
import { Help } from './Help.tsx';
import { Ladders } from './Ladders.tsx';
import { pathOf } from './places.ts';
import { Rivers } from './Rivers.tsx';
import { setNoticePlace } from './notice-place.ts';
import { type TodayData, useToday } from './use-today.ts';
import '../site/members.css';
import '../lending/loan/loan.css';

const FURTHER_MAX = 3;
const none = { id: null, caseNo: null, purpose: null, amount: null };
/** Told without asking the server, which answers members with a confirmed address only. */
const unconfirmed: Fact = {
  ...none,
  fact: 'emailUnconfirmed',
  until: null,
  lateDays: null,
  late: null,
};

function NothingToDo() {
  return (
    <div className="grid gap-2">
      <h2>目前沒有待辦事項</h2>
      <p className="text-ink-3">有新的案件或款項時，我們會通知您。</p>
      <div className="mt-2 flex flex-wrap gap-3">
        {[lookAtPlans, lookAtCases].map(({ label, place }) => (
          <GoButton key={place} to={pathOf(place, null)}>
            {label}
          </GoButton>
        ))}
      </div>
    </div>
  );
}

/** Whoever is late, negotiates or is in court: what is due, and help, and nothing to buy. */
function WithHelp({ facts, help }: { facts: readonly Fact[]; help: Fact }) {
  const others = facts.filter((of) => of !== help && isAct(of) && wordsOf(of).rank !== 'begin');
  return (
    <div className="grid items-start gap-6 lg:grid-cols-[3fr_2fr]">
      <Card className="grid gap-6">
        <MainFact of={help} />
        <FactRows title="接下來" facts={others} most={FURTHER_MAX} />
      </Card>
      <Help of={help} />
    </div>
  );
}

function Content({ of }: { of: Pick<TodayData, 'facts' | 'coming' | 'rivers' | 'ladders'> }) {
  const { facts, coming, rivers, ladders } = of;
  const help = facts.find((one) => wordsOf(one).isHelp);
  if (help) return <WithHelp facts={facts} help={help} />;
  const [main, ...rest] = facts;
  const hasMoney = rivers.length > 0 || coming.income.amount > 0 || coming.repay !== null;
  return (
    <div className="grid items-start gap-6 lg:grid-cols-[3fr_2fr]">
      <Card className="grid gap-6">
        {main ? <MainFact of={main} sides={ladders.map(({ side }) => side)} /> : <NothingToDo />}
        <FactRows title="接下來" facts={rest.filter(isAct)} most={FURTHER_MAX} />
        <FactRows title="進行中" facts={rest.filter((one) => !isAct(one))} most={FURTHER_MAX} />
      </Card>
      {(hasMoney || ladders.length > 0) && (
        <Card className="grid gap-8">
          <Ladders of={ladders} />
          <Coming of={coming} />
          <Rivers of={rivers} />
        </Card>
      )}
    </div>
  );
}

const empty = {
  coming: { until: '', income: { amount: 0, net: 0 }, repay: null, weeks: [] },
  rivers: [],
  ladders: [],
} as unknown as Pick<TodayData, 'coming' | 'rivers' | 'ladders'>;

/** Whether cards of notices are about to be shown, for which there is room on phones. */
function hasCards(user: SessionUser, { cards }: TodayData, isSeen: boolean): boolean {
  if (isSeen) return false;
  const { closed } = readCardRound();
  return user.notification.some(({ id }) => cards.includes(id) && !closed.includes(id));
}

function Page() {
  const { user, hasShowNotification } = useSession();
  const isConfirmed = Boolean(user?.emailVerifiedAt ?? user?.isGoogleLogin);
  const query = useToday({ enabled: isConfirmed });
  const hidden = useHidden();
  const data = query.data?.data;
  if (!user) return null;
  return (
    <AmountsHidden value={hidden}>
      <div className="grid gap-4">
        <div className="flex items-center justify-between gap-3">
          <h1 className="text-h2">您好，{data?.name ?? nameOf(user.email)}</h1>
          <EyeButton />
        </div>
        {data && hasCards(user, data, hasShowNotification) && (
          <div ref={setNoticePlace} className="min-h-19 md:hidden" />
        )}
        {data?.heldText && (
          <Alert tone="warn" title="部分作業目前暫停">
            {data.heldText}應付給您的款項仍為您保管於信託專戶。
          </Alert>
        )}
        {!isConfirmed ? (
          <Content of={{ ...empty, facts: [unconfirmed] }} />
        ) : data ? (
          <Content of={data} />
        ) : query.isLoadingError ? (
          <ErrorState
            title="您的近況暫時無法載入"
            onRetry={() => void query.refetch()}
            requestId={query.error instanceof ApiFailure ? query.error.requestId : undefined}
          />
        ) : (
          <Loading label="您的近況載入中">
            <Skeleton shape="block" className="h-96" />
          </Loading>
        )}
      </div>
    </AmountsHidden>
  );
}

export default function Today() {
  return (
    <Queries>
      <Page />
    </Queries>
  );
}
