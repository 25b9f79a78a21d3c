// /loan/success: the application is in; what it is called, and what comes next.
import { useQuery } from '@tanstack/react-query';
import { Navigate } from 'react-router';
import type { Loan } from '#contract/lending.ts';
import { ApiFailure } from '../api.ts';
import { asked } from '../site/api.ts';
import { titleOf } from '../site/brand.ts';
import { GoButton } from '../site/Go.tsx';
import { PageSkeleton } from '../site/Guarded.tsx';
import * as paths from '../site/paths.ts';
import { Alert, ErrorState } from '../ui/Alert.tsx';
import { DateText, Money } from '../ui/Amount.tsx';
import { Card, Facts } from '../ui/Card.tsx';
import { Stones } from '../ui/drawings.tsx';
import { formatDay, formatInstant } from '../ui/format.ts';
import { Timeline } from '../ui/Timeline.tsx';
import '../verification/verification.css';
import './lending.css';

export const meta = () => [
  { title: titleOf('申請已送出') },
  { name: 'robots', content: 'noindex' },
];

const SENT = 20;

function Next({ loan }: { loan: Loan }) {
  const plan = useQuery({
    ...asked('lending', 'planDetail', { id: loan.plan.slug }),
    staleTime: 5 * 60_000,
  });
  const [, ...coming] = plan.data?.data.steps ?? [];
  const reviewing = loan.status === SENT;
  const expected = loan.reviewBy && `預計 ${formatDay(loan.reviewBy)} 前完成`;
  return (
    <Timeline
      items={[
        { title: '申請已收到', when: formatInstant(loan.createdAt), state: 'done' },
        ...coming.map(({ title, text, time }, i) => ({
          title,
          text,
          when: i === 0 && expected ? expected : time,
          state: i === 0 && reviewing ? ('now' as const) : ('next' as const),
        })),
      ]}
    />
  );
}

function Sent({ loan }: { loan: Loan }) {
  const reviewing = loan.status === SENT;
  return (
    <div className="container page">
      <div className="step-page">
        <div className="success-head">
          <Stones />
          <h1>申請已送出</h1>
          <p>
            {reviewing
              ? '我們已經開始審核，結果會以電子郵件及站內通知告訴您。'
              : '申請已收到；補齊資料後就會開始審核。'}
          </p>
        </div>
        <Card>
          <Facts
            facts={[
              { name: '案號', value: <span className="num">{loan.caseNo}</span> },
              { name: '送出時間', value: <DateText at={loan.createdAt} /> },
              { name: '方案', value: loan.plan.listName },
              {
                name: '申請內容',
                value: (
                  <>
                    <Money amount={loan.amount} />・{loan.installments} 期
                  </>
                ),
              },
            ]}
          />
        </Card>
        {loan.missing.length > 0 && (
          <Alert tone="warn" title="還有資料要補，補齊後才會開始審核">
            <ul className="list-disc ps-5">
              {loan.missing.includes('VERIFICATION') && <li>身分驗證需要通過</li>}
              {loan.missing.includes('FINANCIAL_STATEMENT') && <li>財力證明，補上可加快審核</li>}
            </ul>
            <div className="mt-3 flex flex-wrap gap-3">
              {loan.missing.includes('FINANCIAL_STATEMENT') && (
                <GoButton to={paths.financialProof()}>提供財力證明</GoButton>
              )}
              {loan.missing.includes('VERIFICATION') && (
                <GoButton to={paths.verification()}>查看身分驗證</GoButton>
              )}
            </div>
          </Alert>
        )}
        <section aria-labelledby="next-title">
          <h2 id="next-title" className="mb-4">
            接下來
          </h2>
          <Next loan={loan} />
        </section>
        <div className="form-end">
          <GoButton to={paths.myLoan()} look="primary" size="lg">
            查看進度
          </GoButton>
          <GoButton to={paths.profile()} look="quiet">
            調整電子郵件與簡訊通知
          </GoButton>
        </div>
      </div>
    </div>
  );
}

export default function LoanSuccessPage() {
  const loans = useQuery(asked('lending', 'myLoans', {}));
  if (loans.isPending) return <PageSkeleton />;
  if (loans.isLoadingError) {
    const { error } = loans;
    return (
      <div className="container page">
        <ErrorState
          onRetry={() => void loans.refetch()}
          requestId={error instanceof ApiFailure ? error.requestId : undefined}
        />
      </div>
    );
  }
  const [loan] = loans.data.data;
  // Nothing was handed in, or it has gone on since: there is nothing to say here.
  if (!loan || loan.status > SENT)
    return <Navigate to={loan ? paths.myLoan() : paths.apply()} replace />;
  return <Sent loan={loan} />;
}
