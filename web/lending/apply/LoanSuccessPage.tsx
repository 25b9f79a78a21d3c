// Page /loan/success: confirms a submitted application, with its number and what happens next.
import { useQuery } from '@tanstack/react-query';
import { Navigate } from 'react-router';
import type { Loan } from '#contract/lending/calls.ts';
import { ApiFailure } from '../../api.ts';
import { queryOf } from '../../site/kit/api.ts';
import { titleOf } from '../../site/kit/brand.ts';
import { GoButton } from '../../site/kit/Go.tsx';
import { PageSkeleton } from '../../site/Guarded.tsx';
import * as paths from '../../site/kit/paths.ts';
import { ErrorState } from '../../ui/display/Alert.tsx';
import { DateText, Money } from '../../ui/display/Amount.tsx';
import { Card, Facts } from '../../ui/display/Card.tsx';
import { Stones } from '../../ui/drawings/drawings.tsx';
import { formatDay, formatInstant } from '../../ui/format.ts';
import { Timeline } from '../../ui/display/Timeline.tsx';
import { Row, Stack } from '../../ui/Layout.tsx';
import '../lending.css';

export const meta = () => [
  { title: titleOf('申請已送出') },
  { name: 'robots', content: 'noindex' },
];

const SENT = 20;

function Next({ loan }: { loan: Loan }) {
  const plan = useQuery({
    ...queryOf('lending', 'planDetail', { id: loan.plan.slug }),
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

/** The only step left before the review begins; null if the review has begun. */
function leftToDo(loan: Loan) {
  const next = loan.sendsItself ? '我們會直接開始審核' : '請到「我的申貸案」送出審核';
  if (loan.missing.includes('FINANCIAL_STATEMENT')) {
    return {
      title: '已收到，還差一步',
      text: loan.missing.includes('VERIFICATION')
        ? `請提供財力證明；身分驗證也通過後，${next}。`
        : `請提供財力證明；我們收到後，${next}。`,
      to: paths.financialProof(),
      label: '提供財力證明',
    };
  }
  if (loan.missing.includes('VERIFICATION')) {
    return {
      title: '已收到，等身分驗證通過',
      text: `身分驗證通過後，${next}。`,
      to: paths.verification(),
      label: '查看身分驗證',
    };
  }
  return null;
}

function Sent({ loan }: { loan: Loan }) {
  const reviewing = loan.status === SENT;
  const left = leftToDo(loan);
  const text = reviewing
    ? '我們已經開始審核，結果會以電子郵件及站內通知告訴您。'
    : '資料都齊了，請到「我的申貸案」送出審核。';
  return (
    <div className="container page">
      <Stack>
        <div className="success-head grid justify-items-center gap-2 text-center">
          <Stones />
          <h1>{left?.title ?? '申請已送出'}</h1>
          <p>{left?.text ?? text}</p>
          {left && (
            <GoButton to={left.to} look="primary" size="lg">
              {left.label}
            </GoButton>
          )}
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
        <section aria-labelledby="next-title">
          <h2 id="next-title" className="mb-4">
            接下來
          </h2>
          <Next loan={loan} />
        </section>
        <Row>
          <GoButton to={paths.myLoan()} {...(left === null && { look: 'primary', size: 'lg' })}>
            查看進度
          </GoButton>
          <GoButton to={paths.profile()} look="quiet">
            調整電子郵件與簡訊通知
          </GoButton>
        </Row>
      </Stack>
    </div>
  );
}

export default function LoanSuccessPage() {
  const loans = useQuery(queryOf('lending', 'myLoans', {}));
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
  // Nothing is shown if no application was submitted or if it is already being processed.
  if (!loan || loan.status > SENT)
    return <Navigate to={loan ? paths.myLoan() : paths.apply()} replace />;
  return <Sent loan={loan} />;
}
