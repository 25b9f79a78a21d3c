// Approval panel of a policy's next version: its changes, the whole text, the decision.
import { DecisionForm } from '../../../office/deciding/DecisionForm.tsx';
import type { PanelProps } from '../../../office/panel.ts';
import { DateText } from '../../../ui/display/Amount.tsx';
import { Card, CardHead, Facts } from '../../../ui/display/Card.tsx';
import { Changes } from '../../../office/editing/Changes.tsx';
import { CleanedText } from '../article/Rendered.tsx';

export function PolicyApprovalPanel({ task }: PanelProps<'policy_approval'>) {
  const detail = task.detail;
  const { title, number, summary, effectiveOn, maker, html, since, paragraphs } = detail;
  return (
    <div className="office-case">
      <div className="grid gap-5">
        <Card as="section">
          <CardHead title="新版本" />
          <Facts
            facts={[
              { name: '政策', value: title },
              { name: '版本', value: `第 ${number ?? '—'} 版` },
              { name: '生效日', value: effectiveOn ? <DateText at={effectiveOn} weekday /> : '—' },
              { name: '本版重點', value: summary },
              { name: '擬稿', value: maker ?? '—' },
            ]}
          />
        </Card>
        <Card as="section">
          <CardHead title={since ? `與第 ${since} 版的差異` : '差異'} />
          {paragraphs ? (
            <Changes changes={paragraphs} />
          ) : (
            <p className="text-ink-3">這是第一版，沒有前版可以比較</p>
          )}
        </Card>
        <Card as="section">
          <CardHead title="全文" />
          <CleanedText html={html ?? ''} />
        </Card>
      </div>
      <DecisionForm task={task} />
    </div>
  );
}
