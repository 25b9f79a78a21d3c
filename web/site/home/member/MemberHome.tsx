// What a member sees first on the home page: the next act, and how the money stands.
import { useQuery } from '@tanstack/react-query';
import { add, isPositive, sum } from '#contract/core/money.ts';
import type { Loan } from '#contract/lending/calls.ts';
import type { Answer } from '../../../api.ts';
import { countOutstanding } from '../../../portfolio/holdings.ts';
import { isPast } from '../../../lending/loan/loan-stages.ts';
import { useLateWords } from '../../../lending/loan/use-late-words.ts';
import { useSession } from '../../../session.ts';
import { ErrorState, Loading, Skeleton } from '../../../ui/display/Alert.tsx';
import { DateText, Money } from '../../../ui/display/Amount.tsx';
import { Card, type Fact, Facts, Tag } from '../../../ui/display/Card.tsx';
import { Confluence } from '../../../ui/drawings/Confluence.tsx';
import { dayIn } from '../../../ui/clock.ts';
import { formatShare } from '../../../ui/format.ts';
import { queryOf } from '../../kit/api.ts';
import type { SiteCalls } from '../../kit/calls.ts';
import { Go, GoButton } from '../../kit/Go.tsx';
import * as paths from '../../kit/paths.ts';
import { Queries } from '../../Queries.tsx';
import { invitationOf, isLate, type NextAct, nextActs } from './next-acts.ts';
import '../../../lending/loan/loan.css';

/** Number of further acts that are listed below the next one. */
const FURTHER_MAX = 3;

function Next({ acts: [next, ...further] }: { acts: readonly [NextAct, ...NextAct[]] }) {
  const { tone, title, about, amount, until, to, action } = next;
  return (
    <div className="grid content-start justify-items-start gap-3">
      <Tag tone={tone}>{tone === 'problem' ? '請盡快處理' : '下一步'}</Tag>
      <h2>{title}</h2>
      {amount !== undefined && (
        <p className="figure-number" data-late={tone === 'problem' ? '' : undefined}>
          <Money amount={amount} />
        </p>
      )}
      {until !== undefined && (
        <p>
          請在 <DateText at={until} weekday /> 前完成
        </p>
      )}
      {about && <p className="text-ink-3">{about}</p>}
      <GoButton to={to} look="primary" size="lg">
        {action}
      </GoButton>
      {further.length > 0 && (
        <ul className="grid gap-1 text-sm" aria-label="接下來">
          {further.slice(0, FURTHER_MAX).map((one) => (
            <li key={one.title + one.to}>
              <Go to={one.to}>
                {one.title} {one.caseNo}
              </Go>
              {one.until !== undefined && (
                <>
                  ，<DateText at={one.until} /> 前
                </>
              )}
            </li>
          ))}
          {further.length > FURTHER_MAX && <li>另有 {further.length - FURTHER_MAX} 件</li>}
        </ul>
      )}
    </div>
  );
}

function NothingToDo(standing: Parameters<typeof invitationOf>[0]) {
  const { about, to, action } = invitationOf(standing);
  return (
    <div className="grid content-start justify-items-start gap-3">
      <Tag tone="done">都處理好了</Tag>
      <h2>目前沒有待辦事項</h2>
      <p className="text-ink-3">{about}</p>
      <GoButton to={to} look="secondary">
        {action}
      </GoButton>
    </div>
  );
}

/** The borrower's own river: each instalment's principal, filled as far as it is repaid. */
function LoanRiver({ loan }: { loan: Loan }) {
  const principal = sum(loan.schedule.map((row) => row.principal));
  if (principal <= 0) return null;
  const ratio = 1 - loan.outstandingPrincipal / principal;
  return (
    <div>
      <Confluence mirror amounts={loan.schedule.map((row) => row.principal)} ratio={ratio} />
      <p className="text-sm text-ink-3">本金已還 {formatShare(ratio)}</p>
    </div>
  );
}

/** The investor's own river: the receipts of the coming months join what has come back so far. */
function InvestorRiver({ held, months }: Holdings) {
  if (!held || !months) return null;
  const { returnedPrincipal, outstandingPrincipal, lostPrincipal } = held;
  const all = add(returnedPrincipal, outstandingPrincipal, lostPrincipal);
  const receipts = months
    .map(({ scheduled }) => add(scheduled.principal, scheduled.interest))
    .filter(isPositive);
  if (!isPositive(all) || receipts.length === 0) return null;
  const ratio = returnedPrincipal / all;
  return (
    <div>
      <Confluence amounts={receipts} ratio={ratio} />
      <p className="text-sm text-ink-3">
        本金已收回 {formatShare(ratio)}，未來 {receipts.length} 個月陸續入帳
      </p>
    </div>
  );
}

/** What the investor holds, and the money by month; undefined while loading, or without any. */
type Holdings = {
  held?: Answer<SiteCalls['investing']['ongoingSummary']>['data'];
  months?: Answer<SiteCalls['investing']['cashFlow']>['data']['months'];
  upcoming?: Answer<SiteCalls['investing']['cashFlow']>['data']['upcoming'][number];
};

function useHoldings(enabled: boolean): Holdings {
  const now = { start_at: dayIn(), end_at: dayIn() };
  const summary = useQuery({ ...queryOf('investing', 'ongoingSummary', now), enabled });
  const flow = useQuery({ ...queryOf('investing', 'cashFlow', {}), enabled });
  const held = summary.data?.data;
  const { months, upcoming } = flow.data?.data ?? {};
  if (!held || !months) return {};
  return { held, months, upcoming: upcoming?.[0] };
}

/** Key figures of the member's loan and holdings; each only if there is one. */
function figuresOf(loan: Loan | undefined, { held, upcoming }: Holdings): Fact[] {
  const figures: Fact[] = [];
  if (loan?.nextDue && !loan.overdue) {
    const { amount, dueOn } = loan.nextDue;
    figures.push({
      name: '下期應還',
      value: <Money amount={amount} />,
      note: <DateText at={dueOn} />,
    });
  }
  if (upcoming) {
    figures.push({
      name: '下一筆入帳（預計）',
      value: <Money amount={add(upcoming.principal, upcoming.interest)} />,
      note: <DateText at={upcoming.dueOn} />,
    });
  }
  if (held && countOutstanding(held) > 0) {
    figures.push({
      name: '在貸本金',
      value: <Money amount={held.outstandingPrincipal} />,
      note: `${countOutstanding(held)} 筆在貸`,
    });
  }
  return figures;
}

function Standing() {
  const { user, verification, isReading, isVerified } = useSession();
  const isConfirmed = Boolean(user?.emailVerifiedAt ?? user?.isGoogleLogin);
  const loans = useQuery({ ...queryOf('lending', 'myLoans', {}), enabled: isConfirmed });
  const acts = useQuery({ ...queryOf('investing', 'waitingActs', {}), enabled: isConfirmed });
  const all = loans.data?.data ?? [];
  const current = all.filter((loan) => !isPast(loan));
  const lateWords = useLateWords(current.find(isLate));
  const holdings = useHoldings(isConfirmed);
  const figures = figuresOf(current[0], holdings);
  if (isReading || (isConfirmed && (loans.isPending || acts.isPending))) {
    return (
      <Loading label="您的近況載入中">
        <Skeleton shape="block" className="h-64" />
      </Loading>
    );
  }
  if (loans.isLoadingError || acts.isLoadingError) {
    const again = () => void Promise.all([loans.refetch(), acts.refetch()]);
    return <ErrorState compact title="您的近況暫時無法載入" onRetry={again} />;
  }
  const [first, ...further] = nextActs({
    isConfirmed,
    verification,
    loans: current,
    lateWords,
    acts: acts.data?.data ?? [],
    today: dayIn(),
  });
  return (
    <>
      <Card className="grid items-center gap-8 md:grid-cols-[3fr_2fr]">
        {first ? (
          <Next acts={[first, ...further]} />
        ) : (
          <NothingToDo isVerified={isVerified} purpose={user?.purpose} loans={all} />
        )}
        <div className="grid gap-6">
          {current[0] ? <LoanRiver loan={current[0]} /> : <InvestorRiver {...holdings} />}
          <nav aria-label="捷徑" className="grid gap-2 max-md:grid-cols-3">
            <GoButton to={paths.myLoan()} size="sm">
              我的申貸案
            </GoButton>
            <GoButton to={paths.myInvest()} size="sm">
              我的出資
            </GoButton>
            <GoButton to={paths.investment()} size="sm">
              看案件
            </GoButton>
          </nav>
        </div>
      </Card>
      {figures.length > 0 && <Facts look="strip" facts={figures} />}
    </>
  );
}

export default function MemberHome() {
  return (
    <Queries>
      <Standing />
    </Queries>
  );
}
