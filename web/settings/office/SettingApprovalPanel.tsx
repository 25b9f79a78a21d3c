// Approval of a setting's change by a second person: old value, new value, start and reason.
import { policiesOf, settingOf } from '#contract/settings/values.ts';
import { DecisionForm } from '../../office/deciding/DecisionForm.tsx';
import type { PanelProps } from '../../office/panel.ts';
import { DateText } from '../../ui/display/Amount.tsx';
import { Card, CardHead, Facts } from '../../ui/display/Card.tsx';
import { Changed } from './Changed.tsx';

export function SettingApprovalPanel({ task }: PanelProps<'setting_approval'>) {
  const { name, before, value, effectiveOn, maker, reason } = task.detail;
  if (name === undefined || before === undefined || value === undefined) return null;
  const { text, about } = settingOf(name);
  const policies = policiesOf(name);
  return (
    <div className="office-case">
      <Card as="section">
        <CardHead title="變更內容" />
        <Facts
          facts={[
            { name: '設定', value: text, note: about },
            ...(policies.length > 0
              ? [{ name: '政策', value: `${policies.join('、')}的條文也載明這個數字` }]
              : []),
            {
              name: '變更',
              value: <Changed name={name} before={before} after={value} />,
            },
            { name: '生效日', value: effectiveOn ? <DateText at={effectiveOn} weekday /> : '—' },
            { name: '經辦', value: maker ?? '—' },
            { name: '原因', value: reason ?? '—' },
          ]}
        />
      </Card>
      <DecisionForm task={task} />
    </div>
  );
}
