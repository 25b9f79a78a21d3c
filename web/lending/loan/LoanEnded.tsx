// Shown if the member has no current loan: the loan that ended last, why it ended, advice, and what
// comes next.
import { FileText } from 'lucide-react';
import { settleText, type SettleType } from '#contract/lending/loan-status.ts';
import { sentenceOf } from '#contract/today/facts.ts';
import { useQuery } from '@tanstack/react-query';
import type { Loan } from '#contract/lending/calls.ts';
import { api, queryOf } from '../../site/kit/api.ts';
import { DateText, Money } from '../../ui/display/Amount.tsx';
import { Card, CardHead, Facts, Tag } from '../../ui/display/Card.tsx';
import { HomeAgain, Peak } from '../../ui/drawings/Peaks.tsx';
import { wordsOfStatus } from './loan-stages.ts';
import { pdfWindow } from '../../document-window.ts';
import { DocumentButton } from '../../ui/DocumentButton.tsx';

const SETTLED = 90;

/** Rejected application: says gently when to apply again and what would improve the chances. */
function Rejected({ loan, rejection }: { loan: Loan; rejection: NonNullable<Loan['rejection']> }) {
  return (
    <Card as="section" aria-labelledby="rejected-title">
      <CardHead title={<span id="rejected-title">{sentenceOf('loanRejected')}</span>}>
        <span className="text-sm text-ink-3 num">{loan.caseNo}</span>
      </CardHead>
      <Facts
        facts={[
          { name: '原因', value: rejection.reason },
          ...(rejection.advice ? [{ name: '下次可以這樣準備', value: rejection.advice }] : []),
          { name: '最早可再次申請', value: <DateText at={rejection.reapplyOn} /> },
        ]}
      />
      <p className="mt-4 text-sm text-ink-3">這次申請沒有產生任何費用，也不影響您出資。</p>
    </Card>
  );
}

/** What the loan cost in the end, and what repaying it early saved. */
function Cost({ id }: { id: string }) {
  const cost = useQuery(queryOf('lending', 'settlement', { id })).data?.data;
  return (
    <p className="min-h-7">
      {cost && (
        <>
          共付利息{' '}
          <b>
            <Money amount={cost.interestPaid} />
          </b>
          {cost.saved > 0 && (
            <>
              ，提前省下{' '}
              <b>
                <Money amount={cost.saved} />
              </b>
            </>
          )}
        </>
      )}
    </p>
  );
}

function Settled({ loan }: { loan: Loan }) {
  return (
    <Peak drawing={<HomeAgain />} title={sentenceOf('loanSettled')}>
      <Tag tone="done">{settleText[(loan.settleType ?? 'normal') as SettleType].member}</Tag>
      <p>
        案號 <span className="num">{loan.caseNo}</span>，借款 <Money amount={loan.amount} />
        {loan.settledOn && (
          <>
            ，已於 <DateText at={loan.settledOn} /> 全數清償
          </>
        )}
        。
      </p>
      <Cost id={loan.id} />
      <div className="mt-2 flex flex-wrap gap-3">
        <DocumentButton
          look="primary"
          icon={<FileText size={18} aria-hidden="true" />}
          filename="settlement.pdf"
          open={pdfWindow(() => api.lending.settlementCertificate({ id: loan.id }))}
        >
          下載清償證明
        </DocumentButton>
      </div>
    </Peak>
  );
}

/**
 * For statuses 96, 98 and 99: one line of text, and the date from which a new application is
 * possible.
 */
function Other({ loan }: { loan: Loan }) {
  const { text, tone } = wordsOfStatus(loan.status);
  const standing = useQuery(queryOf('lending', 'qualification', {}));
  const retryOn = standing.data?.data.retryOn;
  return (
    <Card as="section">
      <CardHead title={`上一筆申貸案 ${loan.caseNo}`}>
        <Tag tone={tone}>{text}</Tag>
      </CardHead>
      <p>
        {loan.reason ? `${loan.reason}。` : ''}沒有產生任何費用，
        {retryOn ? (
          <>
            最早可於 <DateText at={retryOn} /> 再次申請。
          </>
        ) : (
          '需要時可以再次申請。'
        )}
      </p>
    </Card>
  );
}

export function LoanEnded({ loan }: { loan: Loan }) {
  if (loan.rejection) return <Rejected loan={loan} rejection={loan.rejection} />;
  return loan.status === SETTLED ? <Settled loan={loan} /> : <Other loan={loan} />;
}
