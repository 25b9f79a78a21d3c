// Panel of work that was sent back to its maker: what was returned, why and by whom, and the page
// on which it is presented again.
import type { ReleaseKind } from '#contract/content/release.ts';
import { taskRules, type TaskKind } from '#contract/tasks/kinds.ts';
import { Link } from '../../office/links/Link.tsx';
import { editorOf } from '../../content/office/release/ReleasePanel.tsx';
import { DecisionForm } from '../../office/deciding/DecisionForm.tsx';
import type { PanelProps } from '../../office/panel.ts';
import * as paths from '../../office/paths.ts';
import { Alert } from '../../ui/display/Alert.tsx';
import { Card, CardHead, Facts } from '../../ui/display/Card.tsx';

/** Pages on which the kinds of work are made. */
const workplaces: Partial<Record<TaskKind, (id: string, type: string) => string>> = {
  statement_check: (id) => paths.money('statements', id),
  statement_rollback: (id) => paths.money('statements', id),
  payout_hold: (id) => paths.member(id),
  payment_check: (id) => paths.money('batches', id),
  booking_check: (id) => paths.money('bookings', id),
  write_off: (id) => paths.loan(id, 'collections'),
  policy_approval: paths.policies,
  content_release: (id, type) => editorOf[type as ReleaseKind](id),
  broadcast_approval: paths.broadcast,
  holiday_check: () => paths.holidays(),
  wording_check: paths.wordings,
  setting_approval: paths.settings,
  plan_approval: paths.plans,
  plan_recall: paths.plans,
  operator_check: paths.operators,
  partner_check: paths.partners,
};

export function SentBackPanel({ task }: PanelProps<'sent_back'>) {
  const { by, from, returned } = task.detail;
  const to = from && workplaces[from]?.(task.subject.id, task.subject.type);
  return (
    <div className="office-case">
      <div className="grid gap-5">
        <Alert tone="warn" title={`${by ?? '同事'}退回了這項工作`}>
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
