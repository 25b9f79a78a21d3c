// Page /account/loan: the current loan in full, past loans in short.
import { FileText } from 'lucide-react';
import { useQuery } from '@tanstack/react-query';
import { useSearchParams } from 'react-router';
import type { Loan } from '#contract/lending/calls.ts';
import { ApiFailure } from '../../api.ts';
import { useSession } from '../../session.ts';
import { api, queryOf } from '../../site/kit/api.ts';
import { titleOf } from '../../site/kit/brand.ts';
import { Go, GoButton } from '../../site/kit/Go.tsx';
import * as paths from '../../site/kit/paths.ts';
import { EmptyState, ErrorState, Loading, Skeleton } from '../../ui/display/Alert.tsx';
import { DateText, Money, Percent } from '../../ui/display/Amount.tsx';
import { Accordion, Card, CardHead, Facts, Tag } from '../../ui/display/Card.tsx';
import { Steps } from '../../ui/display/Steps.tsx';
import { formatPercent } from '../../ui/format.ts';
import { Tabs } from '../../ui/display/Tabs.tsx';
import { readUnsent } from '../apply/apply-draft.ts';
import {
  hasContract,
  isPast,
  isRepaying,
  stageNumber,
  stages,
  wordsOfStatus,
} from './loan-stages.ts';
import { HeldPayouts } from '../../identity/account/HeldPayouts.tsx';
import { LoanEnded } from './LoanEnded.tsx';
import { OfferBox } from './OfferBox.tsx';
import { Disbursing, Listed, Signing, Submitted, Auditing, WrittenOff } from './LoanStages.tsx';
import { Repayment } from './Repayment.tsx';
import { BalanceChart } from './BalanceChart.tsx';
import { OwedNow } from './late/OwedNow.tsx';
import { offeredIn, PlanOffered } from './late/PlanOffered.tsx';
import { useNegotiation } from './late/use-late-words.ts';
import { ScheduleTable } from './ScheduleTable.tsx';
import { WithdrawButton } from './WithdrawButton.tsx';
import { pdfWindow } from '../../document-window.ts';
import { DocumentButton } from '../../ui/DocumentButton.tsx';
import '../lending.css';

export const meta = () => [
  { title: titleOf('我的申貸案') },
  { name: 'robots', content: 'noindex' },
];

function Stage({ loan }: { loan: Loan }) {
  if (isRepaying(loan)) return <Repayment loan={loan} />;
  switch (loan.status) {
    case 10:
    case 15:
      return <Submitted loan={loan} />;
    case 20:
      return <Auditing loan={loan} />;
    case 30:
      return <OfferBox loan={loan} />;
    case 40:
      return <Listed loan={loan} />;
    case 50:
      return <Signing loan={loan} />;
    case 55:
      return <Disbursing loan={loan} />;
    default:
      return <WrittenOff loan={loan} />;
  }
}

/** The stage, and the debt: of a late loan what is owed now, as it no longer falls by the plan. */
function StageAndSchedule({ loan }: { loan: Loan }) {
  const hasSchedule = loan.schedule.length > 0;
  return (
    <>
      <Stage loan={loan} />
      {loan.overdue ? <OwedNow loan={loan} /> : hasSchedule && <BalanceChart loan={loan} />}
      {hasSchedule && <ScheduleTable loan={loan} />}
    </>
  );
}

/** While new terms wait for the borrower, they come first and the old debt is folded. */
function Negotiating({ loan }: { loan: Loan }) {
  const negotiation = useNegotiation(loan);
  const proposal = offeredIn(negotiation.data?.data);
  if (negotiation.isPending) {
    return (
      <Loading>
        <Skeleton shape="block" className="h-72" />
      </Loading>
    );
  }
  if (negotiation.isLoadingError) {
    return (
      <>
        <ErrorState title="暫時無法載入協商進度" onRetry={() => void negotiation.refetch()}>
          可能有新的還款方案等您同意，請再試一次。
        </ErrorState>
        <StageAndSchedule loan={loan} />
      </>
    );
  }
  if (proposal === null) return <StageAndSchedule loan={loan} />;
  return (
    <>
      <PlanOffered proposal={proposal} />
      <Accordion title="目前的欠款與原還款計畫">
        <div className="grid gap-6 *:min-w-0">
          <StageAndSchedule loan={loan} />
        </div>
      </Accordion>
    </>
  );
}

/**
 * First status in which the offer itself shows the terms; earlier applications have no agreed
 * terms.
 */
const OFFERED = 30;
const NEGOTIATING = 75;
const SETTLED = 90;

function Terms({ loan }: { loan: Loan }) {
  const agreed = loan.status > OFFERED;
  return (
    <Card as="section" aria-labelledby="terms-title">
      <CardHead title={<span id="terms-title">借款內容</span>} />
      <Facts
        align="end"
        facts={[
          { name: '方案', value: <Go to={paths.plan(loan.plan.slug)}>{loan.plan.listName}</Go> },
          { name: '借款金額', value: <Money amount={loan.amount} /> },
          {
            name: '期數',
            value: `${loan.installments} 期`,
            ...(loan.original && { note: `協商前 ${loan.original.installments} 期` }),
          },
          ...(!agreed || loan.annualRate === null
            ? []
            : [
                {
                  name: '年化利率',
                  value: <Percent value={loan.annualRate} />,
                  ...(loan.original && {
                    note: `協商前 ${formatPercent(loan.original.annualRate)}`,
                  }),
                },
              ]),
          ...(!agreed || loan.apr === null
            ? []
            : [{ name: '總費用年百分率', value: <Percent value={loan.apr} /> }]),
          ...(!agreed || loan.netPayout === null
            ? []
            : [{ name: '實際撥款金額', value: <Money amount={loan.netPayout} /> }]),
          ...(loan.disbursedOn === null
            ? []
            : [{ name: '撥款日', value: <DateText at={loan.disbursedOn} /> }]),
          { name: '申請時間', value: <DateText at={loan.createdAt} /> },
        ]}
      />
      <div className="mt-4 flex flex-wrap gap-3">
        {hasContract(loan) && (
          <DocumentButton
            icon={<FileText size={18} aria-hidden="true" />}
            filename="contract.pdf"
            open={pdfWindow(() => api.lending.contract())}
          >
            契約 PDF
          </DocumentButton>
        )}
        {loan.disbursedOn !== null && <GoButton to={paths.myInvoices()}>電子發票</GoButton>}
        <WithdrawButton loan={loan} />
      </div>
    </Card>
  );
}

function Current({ loan }: { loan: Loan }) {
  const { tone } = wordsOfStatus(loan.status);
  return (
    <article className="grid gap-6">
      <div>
        <p className="flex flex-wrap items-center gap-3 text-sm text-ink-3">
          <span>
            案號 <span className="num">{loan.caseNo}</span>
          </span>
          <Tag tone={tone}>{loan.statusText}</Tag>
        </p>
        <h2 className="mt-1">
          {loan.plan.listName}・<Money amount={loan.amount} />
        </h2>
      </div>
      <Card className="loan-steps max-md:px-2.5">
        <Steps steps={stages} current={stageNumber(loan.status)} label="申貸案的進度" />
      </Card>
      <HeldPayouts />
      <div className="grid gap-6 items-start lg:grid-cols-[minmax(0,1fr)_21rem]">
        <div className="grid min-w-0 content-start gap-6">
          {loan.status === NEGOTIATING ? (
            <Negotiating loan={loan} />
          ) : (
            <StageAndSchedule loan={loan} />
          )}
        </div>
        <aside className="grid content-start gap-6" aria-label="借款內容">
          <Terms loan={loan} />
        </aside>
      </div>
    </article>
  );
}

/**
 * Shown if no loan is active: the loan that ended last, and links to start or continue an
 * application.
 */
function NoCurrent({ last }: { last: Loan | undefined }) {
  const { user } = useSession();
  const draft = useQuery(queryOf('lending', 'loanDraft', {}));
  const unsent = user === null ? null : readUnsent(user.id);
  const begun = Math.max(draft.data?.data?.reached ?? 0, unsent?.reached ?? 0) > 0;
  const actions = (
    <>
      {begun && (
        <GoButton to={paths.apply()} look={last?.status === SETTLED ? 'secondary' : 'primary'}>
          繼續填寫申貸
        </GoButton>
      )}
      <GoButton to={paths.plans()} look={begun || last ? 'secondary' : 'primary'}>
        看看申貸方案
      </GoButton>
    </>
  );
  const about = begun ? '上次填寫的內容已經保存，可以接著填。' : '申請約 10 分鐘，審核不收費。';
  if (!last) {
    return (
      <EmptyState title="您還沒有申貸案" actions={actions}>
        {about}
      </EmptyState>
    );
  }
  return (
    <div className="grid gap-6">
      <p className="text-ink-3">目前沒有進行中的申貸案。{begun && about}</p>
      <HeldPayouts />
      <LoanEnded loan={last} />
      <div className="flex flex-wrap gap-3">{actions}</div>
    </div>
  );
}

function outcomeOf(loan: Loan): string {
  if (loan.status === 90 && loan.settleType === 'early') return '已提前結清';
  return wordsOfStatus(loan.status).text;
}

function Past({ loan }: { loan: Loan }) {
  const { tone } = wordsOfStatus(loan.status);
  const settled = loan.status === SETTLED;
  return (
    <Card as="li" tone={settled ? 'tint' : 'card'}>
      <CardHead title={`${loan.plan.listName}・${loan.caseNo}`} level={3}>
        <Tag tone={tone}>{outcomeOf(loan)}</Tag>
      </CardHead>
      <Facts
        facts={[
          { name: '借款金額', value: <Money amount={loan.amount} /> },
          { name: '期數', value: `${loan.installments} 期` },
          ...(loan.disbursedOn
            ? [{ name: '撥款日', value: <DateText at={loan.disbursedOn} /> }]
            : [{ name: '申請時間', value: <DateText at={loan.createdAt} /> }]),
          ...(loan.settledOn ? [{ name: '結清日', value: <DateText at={loan.settledOn} /> }] : []),
          ...(loan.reason ? [{ name: '原因', value: loan.reason }] : []),
        ]}
      />
      {settled && (
        <div className="mt-4">
          <DocumentButton
            icon={<FileText size={18} aria-hidden="true" />}
            filename="settlement.pdf"
            open={pdfWindow(() => api.lending.settlementCertificate({ id: loan.id }))}
          >
            清償證明 PDF
          </DocumentButton>
        </div>
      )}
      {settled && (
        <Accordion title="還款紀錄">
          <ScheduleTable loan={loan} bare />
        </Accordion>
      )}
    </Card>
  );
}

function Content({ loans }: { loans: readonly Loan[] }) {
  const [query, setQuery] = useSearchParams();
  const current = loans.filter((loan) => !isPast(loan));
  const past = loans.filter(isPast);
  const tab = query.get('tab') ?? 'now';
  return (
    <Tabs
      label="申貸案"
      value={tab}
      onValueChange={(id) =>
        setQuery(id === 'now' ? {} : { tab: id }, { preventScrollReset: true })
      }
      tabs={[
        {
          id: 'now',
          label: '進行中',
          panel:
            current.length === 0 ? (
              <NoCurrent last={past[0]} />
            ) : (
              <div className="grid gap-12">
                {current.map((loan) => (
                  <Current key={loan.id} loan={loan} />
                ))}
              </div>
            ),
        },
        {
          id: 'past',
          label: `歷史（${past.length}）`,
          panel:
            past.length === 0 ? (
              <EmptyState title="還沒有結束的申貸案">結清或結束的申貸案會留在這裡。</EmptyState>
            ) : (
              <ul className="grid gap-4 lg:grid-cols-2">
                {past.map((loan) => (
                  <Past key={loan.id} loan={loan} />
                ))}
              </ul>
            ),
        },
      ]}
    />
  );
}

export default function LoanPage() {
  const loans = useQuery(queryOf('lending', 'myLoans', {}));
  return (
    <div className="container page">
      <h1 className="mb-4">我的申貸案</h1>
      {loans.isPending ? (
        <Loading>
          <Skeleton className="mb-6 h-9 w-1/3" />
          <Skeleton shape="block" className="h-96" />
        </Loading>
      ) : loans.isLoadingError ? (
        <ErrorState
          onRetry={() => void loans.refetch()}
          requestId={loans.error instanceof ApiFailure ? loans.error.requestId : undefined}
        />
      ) : (
        <Content loans={loans.data.data} />
      )}
    </div>
  );
}
