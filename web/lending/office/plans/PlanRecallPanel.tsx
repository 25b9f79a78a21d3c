// Approval of recalling a plan version by the second person: which version, why, and which version
// stays in force.
import { DecisionForm } from '../../../office/deciding/DecisionForm.tsx';
import type { PanelProps } from '../../../office/panel.ts';
import { DateText } from '../../../ui/display/Amount.tsx';
import { Card, CardHead, Facts } from '../../../ui/display/Card.tsx';
import { VersionFacts } from './PlanFacts.tsx';
import { PlanDifferences } from './PlanDifferences.tsx';

export function PlanRecallPanel({ task }: PanelProps<'plan_recall'>) {
  const { version, current, reason } = task.detail;
  return (
    <div className="office-case">
      <div className="grid gap-5">
        {version && (
          <>
            <Card as="section">
              <CardHead title="申請撤回" />
              <Facts
                facts={[
                  { name: '原因', value: reason ?? '—' },
                  { name: '提出', value: task.maker ?? '—' },
                  {
                    name: '撤回後',
                    value: current ? `第 ${current.number} 版繼續適用` : '方案尚未對外公布',
                  },
                  {
                    name: '最晚覆核',
                    value: (
                      <>
                        <DateText at={version.effectiveOn} /> 生效前
                      </>
                    ),
                  },
                ]}
              />
            </Card>
            <Card as="section">
              <CardHead title="要撤回的版本" />
              <VersionFacts version={version} />
            </Card>
            <Card as="section">
              <CardHead title={current ? `與現行第 ${current.number} 版的差異` : '內容'} />
              <PlanDifferences before={current ?? null} after={version} />
            </Card>
          </>
        )}
      </div>
      <DecisionForm task={task} />
    </div>
  );
}
