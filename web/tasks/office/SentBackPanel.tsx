// Panel of work that was sent back to its maker: what was returned, why and by whom, and the page
// on which it is presented again.
import { taskRules } from '#contract/tasks/kinds.ts';
import { Link } from '../../office/links/Link.tsx';
import { DecisionForm } from '../../office/deciding/DecisionForm.tsx';
import type { PanelProps } from '../../office/panel.ts';
import { Alert } from '../../ui/display/Alert.tsx';
import { Card, CardHead, Facts } from '../../ui/display/Card.tsx';

type Props = PanelProps<'sent_back'> & {
  /** Path of the page on which the work is made. */
  to: string | undefined;
};

export function SentBackPanel({ task, to }: Props) {
  const { by, from, returned } = task.detail;
  return (
    <div className="office-case">
      <div className="grid gap-5">
        <Alert tone="warn" title={`${by ?? '同仁'}退回了這項工作`}>
          {returned}
        </Alert>
        <Card as="section">
          <CardHead title="工作內容">
            {to && (
              <Link className="link" to={to}>
                前往修正
              </Link>
            )}
          </CardHead>
          <Facts
            facts={[
              { name: '主旨', value: task.subject.label },
              { name: '退回自', value: from ? taskRules[from].text : '' },
            ]}
          />
        </Card>
      </div>
      <DecisionForm task={task} />
    </div>
  );
}
