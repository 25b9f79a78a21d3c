// Page /investment/{id}: one case in full, what an amount would pay back, and the box to fund the
// case.
import { useQuery } from '@tanstack/react-query';
import { Fragment, useState } from 'react';
import { useParams, useSearchParams } from 'react-router';
import type { CaseDetail } from '#contract/investing/calls.ts';
import { ApiFailure } from '../../api.ts';
import { memberStatus, useSession } from '../../session.ts';
import { queryOf } from '../../site/kit/api.ts';
import { titleOf } from '../../site/kit/brand.ts';
import { Back } from '../../site/kit/Back.tsx';
import { GoButton } from '../../site/kit/Go.tsx';
import * as paths from '../../site/kit/paths.ts';
import { useTitle } from '../../site/use-title.ts';
import { EmptyState, ErrorState, Loading, Skeleton } from '../../ui/display/Alert.tsx';
import { Card, CardHead } from '../../ui/display/Card.tsx';
import { dayIn, useNow } from '../../ui/clock.ts';
import { DryRiver } from '../../ui/drawings/drawings.tsx';
import { CaseParts } from './CaseParts.tsx';
import { NoCase } from './NoCase.tsx';
import { FundingRiver, KeyStrip } from './CaseSections.tsx';
import { amountIn, gateOf, ORDER_MIN } from '../order/gate.ts';
import { InvestBar, InvestBox, type Investing } from '../order/InvestBox.tsx';
import { useReturns } from '../returns.ts';
import { useLiveProgress } from './use-live-progress.ts';
import { SchedulePreview } from '../SchedulePreview.tsx';
import { Share } from './Share.tsx';
import { CaseTag } from '../words.tsx';
import '../investing.css';
import './case.css';

export const meta = () => [{ title: titleOf('案件內容') }, { name: 'robots', content: 'noindex' }];

const FIRST_AMOUNT = 10_000;

/** Returns what prevents the viewer from investing; the profile is requested only if it matters. */
function useGate(of: CaseDetail) {
  const session = useSession();
  const suitability = useQuery(queryOf('investing', 'suitability', {}));
  const profile = suitability.data?.data.profile;
  const until = suitability.data ? (profile?.validUntil ?? null) : undefined;
  const now = useNow();
  return gateOf(of, session, until, { now, today: dayIn(now), back: paths.investCase(of.id) });
}

function Content({ of }: { of: CaseDetail }) {
  useTitle(`${of.planName} ${of.caseNo}`);
  useLiveProgress(of.id);
  const [query] = useSearchParams();
  const most = of.orderMax >= ORDER_MIN ? of.orderMax : of.remainingAmount || FIRST_AMOUNT;
  const [amount, setAmount] = useState<number | null>(
    () => amountIn(query.get('amount')) ?? Math.min(FIRST_AMOUNT, most),
  );
  const gate = useGate(of);
  const { returns, stale, failed } = useReturns(of.id, amount);
  const box: Investing = { of, gate, amount, setAmount, returns, stale };
  return (
    <>
      <div className="mb-6">
        <p className="text-sm text-ink-3">
          {of.planName}　<span className="num">{of.caseNo}</span>
        </p>
        <div className="flex flex-wrap gap-x-4 gap-y-1.5 items-center">
          <h1>
            {/* A line ends after a slash, never before it. */}
            {of.purpose.split(/(?<=／)/).map((part) => (
              <Fragment key={part}>
                <span className="whitespace-nowrap">{part}</span>
                <wbr />
              </Fragment>
            ))}
          </h1>
          <CaseTag {...of} />
          <Share caseNo={of.caseNo} />
        </div>
      </div>
      <div className="grid gap-6 items-start *:min-w-0 lg:grid-cols-[minmax(0,1fr)_22rem] lg:gap-8">
        <div className="grid gap-6">
          <Card as="section" className="key-strip" aria-label="案件重點">
            <KeyStrip of={of} />
          </Card>
          <FundingRiver of={of} />
          <CaseParts
            of={of}
            preview={
              <SchedulePreview
                id={of.id}
                amount={amount}
                returns={returns}
                stale={stale}
                failed={failed}
              />
            }
          />
        </div>
        <Card
          as="aside"
          className="invest-box no-print hidden lg:block lg:sticky
            lg:top-[calc(var(--header-h)_+_24px)]
            lg:max-h-[calc(100dvh_-_var(--header-h)_-_48px)] lg:overflow-y-auto lg:shadow-2"
          aria-label="出資"
        >
          <CardHead title="出資這個案件" />
          <InvestBox {...box} />
        </Card>
      </div>
      <InvestBar {...box} />
    </>
  );
}

/**
 * Shown instead of a case until the member's e-mail address is confirmed; no call is made before
 * that.
 */
function Unconfirmed() {
  return (
    <EmptyState
      title="請先驗證電子郵件"
      drawing={<DryRiver />}
      actions={<GoButton to={paths.verifyStatus()}>前往驗證</GoButton>}
    >
      驗證電子郵件之後，就能查看案件內容。
    </EmptyState>
  );
}

function CaseSkeleton() {
  return (
    <Loading label="案件載入中">
      <Skeleton className="mb-6 h-9 w-1/3" />
      <div className="grid gap-6 items-start *:min-w-0 lg:grid-cols-[minmax(0,1fr)_22rem] lg:gap-8">
        <div className="grid gap-6">
          <Skeleton shape="block" className="h-40" />
          <Skeleton shape="block" className="h-52" />
          <Skeleton shape="block" className="h-64" />
        </div>
        <Skeleton shape="block" className="h-96" />
      </div>
    </Loading>
  );
}

export default function CasePage() {
  const { id = '' } = useParams();
  const { verificationStatus } = useSession();
  const unconfirmed = verificationStatus === memberStatus.emailNotVerified;
  const valid = /^[1-9]\d{0,17}$/.test(id);
  const readable = valid && !unconfirmed;
  const one = useQuery({
    ...queryOf('investing', 'getCase', { id }),
    enabled: readable,
    // Other investors may fund the case meanwhile, so cached data is never treated as fresh.
    staleTime: 0,
  });
  const failure = one.error instanceof ApiFailure ? one.error : null;
  const gone = !valid || failure?.code === 'CASE_NOT_FOUND';
  // Members who have no part in a case can no longer see it once it was disbursed.
  const shown = gone ? undefined : one.data?.data;
  return (
    <div className="page max-lg:pb-30 container">
      <Back to={paths.investment()}>出資案件</Back>
      {!shown && <h1 className="visually-hidden">案件內容</h1>}
      {unconfirmed && <Unconfirmed />}
      {gone && !unconfirmed && <NoCase />}
      {readable && one.isPending && <CaseSkeleton />}
      {one.isLoadingError && !gone && (
        <ErrorState
          title="案件載入失敗"
          onRetry={() => void one.refetch()}
          requestId={failure?.requestId}
        />
      )}
      {shown && <Content key={id} of={shown} />}
    </div>
  );
}
