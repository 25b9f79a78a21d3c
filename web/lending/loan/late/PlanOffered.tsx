// New terms that wait for the borrower: the new plan against the old one, and until when to agree.
import { instalmentText } from '#contract/servicing/negotiation.ts';
import type { Proposal } from '#contract/servicing/negotiation-calls.ts';
import { factRow, sentenceOf } from '#contract/today/facts.ts';
import { GoButton } from '../../../site/kit/Go.tsx';
import * as paths from '../../../site/kit/paths.ts';
import { Alert } from '../../../ui/display/Alert.tsx';
import { DateText, Money, Percent } from '../../../ui/display/Amount.tsx';
import { Card } from '../../../ui/display/Card.tsx';
import { Table } from '../../../ui/display/Table.tsx';

type Plan = Proposal['before'];
type Line = { name: string; cell: (plan: Plan) => React.ReactNode };

/** What a borrower decides by; the page of the negotiation has all the figures. */
const lines: readonly Line[] = [
  { name: '每期應還', cell: instalmentText },
  { name: '期數', cell: (plan) => `${plan.installments} 期` },
  { name: '年化利率', cell: (plan) => <Percent value={plan.annualRate} /> },
  { name: '首期應還日', cell: (plan) => <DateText at={plan.firstDueOn} /> },
  { name: '末期應還日', cell: (plan) => <DateText at={plan.lastDueOn} /> },
  { name: '還款總額', cell: (plan) => <Money amount={plan.total} /> },
];

/** Returns the proposal that waits for the borrower; null if none does. */
export const offeredIn = (of: { proposal: Proposal | null } | undefined): Proposal | null =>
  of?.proposal?.status === 'offered' ? of.proposal : null;

export function PlanOffered({ proposal }: { proposal: Proposal }) {
  return (
    <Card as="section" aria-label={sentenceOf('planOffered')}>
      <div className="grid gap-5">
        <Alert tone="warn" title={sentenceOf('planOffered')}>
          {proposal.borrowerBy && (
            <p>
              請於{' '}
              <b>
                <DateText at={proposal.borrowerBy} />
              </b>{' '}
              前同意；逾期未同意，案件將進入法律程序。這段期間催告暫停。
            </p>
          )}
        </Alert>
        <Table
          caption="新的還款方案與原方案"
          rows={lines}
          rowKey={(line) => line.name}
          columns={[
            { key: 'name', label: '項目', head: true, cell: (line) => line.name },
            {
              key: 'after',
              label: '新方案',
              numeric: true,
              cell: (line) => <strong>{line.cell(proposal.after)}</strong>,
            },
            {
              key: 'before',
              label: '原方案',
              numeric: true,
              cell: (line) => line.cell(proposal.before),
            },
          ]}
        />
        <div>
          <GoButton to={`${paths.myLoanContract()}#negotiation`} look="primary" size="lg">
            {factRow('planOffered').button.label}
          </GoButton>
        </div>
      </div>
    </Card>
  );
}
