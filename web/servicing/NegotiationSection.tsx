// The borrower's negotiation: its status, the request, the proposal, and where to find help.
import { FileText } from 'lucide-react';
import { useQuery } from '@tanstack/react-query';
import { lateWordsOf } from '#contract/servicing/late-words.ts';
import type { Loan } from '#contract/lending/calls.ts';
import type { LoanStatus } from '#contract/lending/loan-status.ts';
import { HARDSHIP, WISH } from '#contract/servicing/negotiation.ts';
import type { Proposal } from '#contract/servicing/negotiation-calls.ts';
import { ApiFailure, type Answer } from '../api.ts';
import { queryOf } from '../site/kit/api.ts';
import { deferredApi } from '../site/kit/deferred-calls.ts';
import { brand } from '../site/kit/brand.ts';
import type { SiteCalls } from '../site/kit/calls.ts';
import { Alert, ErrorState, SkeletonLines } from '../ui/display/Alert.tsx';
import { DateText, Money } from '../ui/display/Amount.tsx';
import { dayIn } from '../ui/clock.ts';
import { Accordion, Card, CardHead, Facts } from '../ui/display/Card.tsx';
import { Timeline } from '../ui/display/Timeline.tsx';
import { AgreeBox } from './AgreeBox.tsx';
import { ConsentProgress, ProposalTag } from './ConsentCard.tsx';
import { DebtTable, NewSchedule, PlanTable } from './PlanTable.tsx';
import { RequestForm } from './RequestForm.tsx';
import { pdfWindow } from '../document-window.ts';
import { DocumentButton } from '../ui/DocumentButton.tsx';

type Negotiation = Answer<SiteCalls['servicing']['loanNegotiation']>['data'];

type OwnLoan = Pick<Loan, 'id' | 'notice'>;

const SETTLED = 90;

function ProposalCard({ loanId, proposal }: { loanId: string; proposal: Proposal }) {
  const { status, consent, agreedAt } = proposal;
  return (
    <Card as="section" aria-labelledby="proposal-title">
      <CardHead title={<span id="proposal-title">協商方案</span>}>
        <ProposalTag status={status} />
      </CardHead>
      <div className="grid gap-5">
        <PlanTable before={proposal.before} after={proposal.after} />
        <DebtTable owed={proposal.owed} waived={proposal.waived} />
        <NewSchedule rows={proposal.rows} />
        <div className="flex flex-wrap gap-3">
          <DocumentButton
            icon={<FileText size={18} aria-hidden="true" />}
            filename="協商契約.pdf"
            open={pdfWindow(() => deferredApi.servicing.negotiationContract({ id: loanId }))}
          >
            查看協商契約
          </DocumentButton>
        </div>
        {agreedAt && (
          <Alert tone="ok">
            您已於 <DateText at={agreedAt} /> 同意這份方案
          </Alert>
        )}
        {consent && status === 'agreed' && <ConsentProgress consent={consent} />}
        {proposal.sha256 && (
          <Accordion title="驗證這份檔案">
            <p className="text-sm text-ink-3">
              協商契約的 SHA-256：<span className="break-all font-mono">{proposal.sha256}</span>
            </p>
          </Accordion>
        )}
        {status === 'offered' && <AgreeBox loanId={loanId} proposal={proposal} />}
      </div>
    </Card>
  );
}

function SentPapers({ papers }: Pick<Negotiation, 'papers'>) {
  return (
    <ul className="grid gap-1" aria-label="已提供的證明文件">
      {papers.map(({ id, filename, sentAt }) => (
        <li key={id}>
          <span className="wrap-anywhere">{filename}</span>
          <small className="block text-ink-3">
            <DateText at={sentAt} /> 上傳
          </small>
        </li>
      ))}
    </ul>
  );
}

function RequestCard({ of }: { of: Negotiation }) {
  const { request } = of;
  if (!request && !of.canRequest) return null;
  return (
    <Card as="section" aria-labelledby="request-title">
      <CardHead title={<span id="request-title">協商申請</span>} />
      <div className="grid gap-5">
        {request ? (
          <Facts
            facts={[
              { name: '原因', value: HARDSHIP[request.reason] },
              { name: '希望的方式', value: WISH[request.wish] },
              { name: '每月可負擔', value: <Money amount={request.affordable} /> },
              ...(request.note ? [{ name: '說明', value: request.note }] : []),
              ...(of.papers.length > 0
                ? [{ name: '證明文件', value: <SentPapers papers={of.papers} /> }]
                : []),
              { name: '申請時間', value: <DateText at={request.requestedAt} /> },
            ]}
          />
        ) : (
          <p>
            告訴我們您的狀況與可以負擔的金額，我們會轉達並據以擬定方案；申請不收費，也不影響您先還一部分。
          </p>
        )}
        {of.canRequest &&
          (request ? (
            <Accordion title="更改申請內容">
              <RequestForm loanId={of.loanId} asked={request} />
            </Accordion>
          ) : (
            <RequestForm loanId={of.loanId} asked={null} />
          ))}
      </div>
    </Card>
  );
}

function Help() {
  return (
    <Card as="section" aria-labelledby="help-title">
      <CardHead title={<span id="help-title">可以找誰幫忙</span>} />
      <Facts
        facts={[
          {
            name: '百溪客服',
            value: (
              <a className="link" href={`tel:${brand.phone}`}>
                {brand.phone}
              </a>
            ),
            note: '討論還款安排',
          },
          {
            name: '法律扶助基金會',
            value: (
              <a className="link" href="tel:4128518">
                412-8518
              </a>
            ),
            note: '免費法律諮詢，手機請加 02',
          },
          {
            name: '銀行公會債務諮詢專線',
            value: (
              <a className="link" href="tel:0285961629">
                02-8596-1629
              </a>
            ),
            note: '另有銀行債務時，可諮詢前置協商',
          },
        ]}
      />
    </Card>
  );
}

/**
 * Returns the negotiation's status text; as long as one may be requested, the notice of violation
 * is shown with the payment instead.
 */
function wordsOf(
  { status, proposal, request, hasFailed }: Negotiation,
  { notice }: OwnLoan,
): string {
  const words = lateWordsOf({
    status: status as LoanStatus,
    notice,
    today: dayIn(),
    isRequested: request !== null,
    proposal: proposal?.status ?? null,
    hasFailed,
  });
  return words ? (words.negotiation ?? words.where) : '';
}

export function NegotiationSection({ loan }: { loan: OwnLoan }) {
  const loanId = loan.id;
  const query = useQuery(queryOf('servicing', 'loanNegotiation', { id: loanId }));
  if (query.isPending) return <SkeletonLines lines={4} />;
  if (query.isLoadingError) {
    const failure = query.error instanceof ApiFailure ? query.error : null;
    return (
      <ErrorState compact onRetry={() => void query.refetch()} requestId={failure?.requestId} />
    );
  }
  const of = query.data.data;
  const late = of.canRequest || of.status === 80 || of.proposal !== null;
  if (!late || (of.status === SETTLED && of.proposal === null)) return null;
  const words = wordsOf(of, loan);
  return (
    <section id="negotiation" className="grid gap-6" aria-label="協商">
      <Card as="section" aria-labelledby="where-title">
        <CardHead title={<span id="where-title">協商進度</span>} />
        <div className="grid gap-4">
          {words && <p>{words}。</p>}
          <Timeline
            items={of.events.toReversed().map(({ at, title }, i) => ({
              title,
              when: <DateText at={at} />,
              state: i === 0 ? 'now' : 'done',
            }))}
          />
        </div>
      </Card>
      {of.proposal && <ProposalCard loanId={loanId} proposal={of.proposal} />}
      <RequestCard of={of} />
      <Help />
    </section>
  );
}
