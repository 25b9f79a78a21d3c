// Approval by a second admin: whether a colleague is invited, changed, reset or re-enabled.
import { type Role, roleText } from '#contract/core/endpoint.ts';
import {
  delayedRoles,
  operatorActText,
  roleConflicts,
  roleHoldHours,
} from '#contract/identity/operators.ts';
import { type ApprovalLimits, limitSubjects, limitText } from '#contract/tasks/limits.ts';
import { DecisionForm } from '../../office/deciding/DecisionForm.tsx';
import type { PanelProps } from '../../office/panel.ts';
import { Alert } from '../../ui/display/Alert.tsx';
import { Card, CardHead, Facts } from '../../ui/display/Card.tsx';
import { LimitText } from '../../office/deciding/Limit.tsx';
import { Conflicts } from './OperatorActs.tsx';

const rolesIn = (all: readonly Role[]) => all.map((role) => roleText[role]).join('・') || '無';

const limitFacts = (when: string, limits: ApprovalLimits | undefined) =>
  limits === undefined
    ? []
    : limitSubjects.map((subject) => ({
        name: `${when}${limitText[subject]}上限`,
        value: <LimitText amount={limits[subject]} />,
      }));

export function OperatorCheckPanel({ task }: PanelProps<'operator_check'>) {
  const { act = 'invite', email, name, before = [], roles, ...more } = task.detail;
  const gained = (act === 'enable' ? before : (roles ?? [])).filter(
    (role) => delayedRoles.includes(role) && (act === 'enable' || !before.includes(role)),
  );
  const conflicts = roleConflicts(act === 'enable' ? before : (roles ?? []));
  return (
    <div className="office-case">
      <div className="grid gap-5">
        <Card as="section">
          <CardHead title={operatorActText[act]} />
          <div className="grid gap-5">
            <Facts
              facts={[
                { name: '姓名', value: name ?? '' },
                { name: '電子郵件', value: email ?? '' },
                ...(act === 'invite' ? [] : [{ name: '目前角色', value: rolesIn(before) }]),
                ...(roles ? [{ name: '提議的角色', value: rolesIn(roles) }] : []),
                ...limitFacts('目前', more.limitsBefore),
                ...limitFacts('提議的', more.limits),
                ...(more.password ? [{ name: '密碼', value: '一併重設' }] : []),
                { name: '提出', value: task.maker ?? '—' },
                ...(more.reason ? [{ name: '原因', value: more.reason }] : []),
              ]}
            />
            {conflicts.length > 0 && <Conflicts reasons={conflicts} />}
            {gained.length > 0 && (
              <Alert tone="warn" title={`新得到的權限：${rolesIn(gained)}`}>
                核可後 {roleHoldHours} 小時才生效，所有管理同仁都會收到通知。
              </Alert>
            )}
          </div>
        </Card>
      </div>
      <DecisionForm
        task={task}
        reasonHint="給提出的同仁看"
        confirm={{
          approve:
            conflicts.length > 0
              ? '我已向當事人或其主管確認這項異動，並同意由一人兼任這些角色'
              : '我已向當事人或其主管確認這項異動',
        }}
      />
    </div>
  );
}
