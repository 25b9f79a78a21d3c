// Approval of an application by a second person: the proposed terms and the facts on which they are
// based.
import { DecisionForm } from '../../office/deciding/DecisionForm.tsx';
import type { PanelProps } from '../../office/panel.ts';
import { RequestedLoan, ApplicantStatements } from './ApplicantSections.tsx';
import { CrossChecks } from './CrossChecks.tsx';
import { Documents, Proposed, ScoreCard } from './Assessment.tsx';
import { offerFacts } from './offer-facts.tsx';

export function LoanApprovalPanel({ task }: PanelProps<'loan_approval'>) {
  const detail = task.detail;
  return (
    <div className="office-case">
      <div className="grid gap-5">
        {detail.proposal && <Proposed {...detail} proposal={detail.proposal} maker={task.maker} />}
        <RequestedLoan {...detail} />
        <ScoreCard {...detail} />
        <CrossChecks {...detail} />
        <Documents {...detail} task={task.id} />
        <ApplicantStatements {...detail} />
      </div>
      <DecisionForm
        task={task}
        reasonHint="只給審核人員看，請寫清楚要調整什麼"
        states={{ approve: '送出即表示您已核對金額、利率、期數與評分；條件由另一位同仁提出。' }}
        summary={
          detail.offer && {
            title: '提出的條件',
            facts: offerFacts(detail.offer, detail.burden),
          }
        }
      />
    </div>
  );
}
