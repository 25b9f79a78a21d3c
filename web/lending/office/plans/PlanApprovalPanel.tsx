// Approval of a plan's next version by the second person: changes, costs, decision.
import type { Plan } from '#contract/lending/calls.ts';
import { DecisionForm } from '../../../office/deciding/DecisionForm.tsx';
import type { PanelProps } from '../../../office/panel.ts';
import { Accordion, Card, CardHead } from '../../../ui/display/Card.tsx';
import { formatMoney, formatPercent } from '../../../ui/format.ts';
import { Table } from '../../../ui/display/Table.tsx';
import { PlanDifferences } from './PlanDifferences.tsx';
import { VersionFacts } from './PlanFacts.tsx';
import { PlanSight } from './PlanPreview.tsx';

/** Lines of a version's representative loan. */
const lines: readonly { name: string; of: (example: Plan['example']) => string }[] = [
  { name: '借款金額', of: ({ amount }) => formatMoney(amount) },
  { name: '期數', of: ({ installments }) => `${installments} 期` },
  { name: '年化利率', of: ({ annualRate }) => formatPercent(annualRate) },
  { name: '每期還款', of: ({ instalment }) => formatMoney(instalment) },
  { name: '平台服務費', of: ({ platformFee }) => formatMoney(platformFee) },
  { name: '總費用年百分率', of: ({ apr }) => formatPercent(apr) },
];

function Examples({ now, before }: { now: Plan; before: Plan | null }) {
  return (
    <Table
      caption="代表性範例"
      hideCaption
      rows={lines}
      rowKey={({ name }) => name}
      columns={[
        { key: 'name', label: '項目', head: true, cell: ({ name }) => name },
        ...(before
          ? [
              {
                key: 'before',
                label: `第 ${before.version} 版`,
                numeric: true,
                cell: ({ of }: (typeof lines)[number]) => of(before.example),
              },
            ]
          : []),
        {
          key: 'now',
          label: `第 ${now.version} 版`,
          numeric: true,
          cell: ({ of }) => of(now.example),
        },
      ]}
    />
  );
}

export function PlanApprovalPanel({ task }: PanelProps<'plan_approval'>) {
  const { version, before, plan, planBefore, refund } = task.detail;
  return (
    <div className="office-case">
      <div className="grid gap-5">
        {version && (
          <>
            <Card as="section">
              <CardHead title="新版本" />
              <VersionFacts version={version} />
            </Card>
            <Card as="section">
              <CardHead title="差異" />
              <PlanDifferences before={before ?? null} after={version} />
            </Card>
          </>
        )}
        {plan && (
          <Card as="section">
            <CardHead title="代表性範例" />
            <Examples now={plan} before={planBefore ?? null} />
          </Card>
        )}
        {plan && refund && (
          <Card as="section">
            <CardHead title="公開頁面" />
            <Accordion title="生效後的樣子">
              <PlanSight plan={plan} refund={refund} />
            </Accordion>
          </Card>
        )}
      </div>
      <DecisionForm task={task} />
    </div>
  );
}
