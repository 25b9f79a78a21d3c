// Approval of a broadcast by the second person: text, current audience, decision.
import { DecisionForm } from '../../office/deciding/DecisionForm.tsx';
import type { PanelProps } from '../../office/panel.ts';
import { Card, CardHead, Facts } from '../../ui/display/Card.tsx';
import { formatNumber } from '../../ui/format.ts';
import { BroadcastFacts } from './BroadcastFacts.tsx';

export function BroadcastPanel({ task }: PanelProps<'broadcast_approval'>) {
  const { broadcast, now } = task.detail;
  return (
    <div className="office-case">
      <div className="grid gap-5">
        {broadcast && <BroadcastFacts made={broadcast} />}
        {now && (
          <Card as="section">
            <CardHead title="目前符合條件" />
            <Facts
              facts={[
                { name: '會員', value: `${formatNumber(now.members)} 位` },
                { name: '電子郵件', value: `${formatNumber(now.mails)} 封` },
                { name: '簡訊', value: `${formatNumber(now.texts)} 則` },
              ]}
            />
          </Card>
        )}
      </div>
      <DecisionForm task={task} />
    </div>
  );
}
