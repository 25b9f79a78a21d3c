// Approval of withdrawing an offer by the second person: which offer, why, and until when it
// stands.
import { withdrawalCauses } from '#contract/lending/loan-review.ts';
import { Link } from '../../office/links/Link.tsx';
import { DecisionForm } from '../../office/deciding/DecisionForm.tsx';
import type { PanelProps } from '../../office/panel.ts';
import * as paths from '../../office/paths.ts';
import { DateText, Money, Percent } from '../../ui/display/Amount.tsx';
import { Card, CardHead, Facts } from '../../ui/display/Card.tsx';
import { Figures } from './Assessment.tsx';
import { offerFacts } from './offer-facts.tsx';

export function OfferWithdrawalPanel({ task }: PanelProps<'offer_withdrawal'>) {
  const { cause, note, offer, validUntil, caseNo } = task.detail;
  return (
    <div className="office-case">
      <div className="grid gap-5">
        <Card as="section">
          <CardHead title="申請撤回核准條件" />
          <Facts
            facts={[
              {
                name: '案號',
                value: (
                  <Link className="link" to={paths.loan(task.subject.id)}>
                    {caseNo ?? task.subject.label}
                  </Link>
                ),
              },
              { name: '原因', value: cause ? withdrawalCauses[cause].text : '—' },
              { name: '說明', value: note ?? '—' },
              { name: '提出', value: task.maker ?? '—' },
              {
                name: '借款人同意期限',
                value: validUntil ? <DateText at={validUntil} /> : '—',
                note: '借款人在覆核前同意、婉拒或逾期未答覆，撤回即作罷',
              },
              ...(cause
                ? [{ name: '借款人會看到的原因', value: withdrawalCauses[cause].told }]
                : []),
            ]}
          />
        </Card>
        {offer && (
          <Card as="section">
            <CardHead title="要撤回的條件" />
            <Facts
              look="strip"
              facts={[
                { name: '金額', value: <Money amount={offer.amount} /> },
                { name: '年化利率', value: <Percent value={offer.annualRate} /> },
                { name: '期數', value: `${offer.installments} 期` },
                { name: '風險等級', value: offer.grade },
              ]}
            />
            <div className="mt-4">
              <Figures of={offer} />
            </div>
          </Card>
        )}
      </div>
      <DecisionForm
        task={task}
        summary={offer && { title: '要撤回的條件', facts: offerFacts(offer) }}
      />
    </div>
  );
}
