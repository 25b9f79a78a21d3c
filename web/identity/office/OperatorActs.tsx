// Actions of an admin on another operator, each with a reason.
import { useState } from 'react';
import { useWatch } from 'react-hook-form';
import { z } from 'zod';
import { type Role, roles } from '#contract/core/endpoint.ts';
import {
  type ListedOperator,
  roleConflicts,
  roleHoldHours,
  setupHours,
} from '#contract/identity/operators.ts';
import { CheckboxField, CheckboxListField } from '../../form/choice-fields.tsx';
import { MoneyField } from '../../form/number-fields.tsx';
import { limitSubjects, limitText } from '#contract/tasks/limits.ts';
import { REQUIRED } from '../../form/words.ts';
import { api } from '../../office/api.ts';
import { Button } from '../../ui/Button.tsx';
import { Alert } from '../../ui/display/Alert.tsx';
import { ReasonDialog } from '../../office/kit/ReasonDialog.tsx';
import { roleChoices } from './operator-words.ts';

const PROPOSED = '已提出，待另一位管理同仁核可';

type Act = 'roles' | 'limits' | 'sessions' | 'reset' | 'disable' | 'enable';
type Props = { operator: ListedOperator; open: boolean; onClose: () => void };

export const rolesShape = z.array(z.enum(roles)).min(1, REQUIRED);

/** The roles to choose, and a warning while one person would check their own work. */
export function RolesField() {
  const chosen = useWatch({ name: 'roles' }) as Role[] | undefined;
  const conflicts = roleConflicts(chosen ?? []);
  return (
    <>
      <CheckboxListField name="roles" label="角色" choices={roleChoices} />
      {conflicts.length > 0 && <Conflicts reasons={conflicts} />}
    </>
  );
}

export function Conflicts({ reasons }: { reasons: readonly string[] }) {
  return (
    <Alert tone="warn" title="這些角色不宜由同一人擔任">
      <ul className="list-disc ps-5">
        {reasons.map((reason) => (
          <li key={reason}>{reason}</li>
        ))}
      </ul>
    </Alert>
  );
}

function Roles({ operator: { id, name, roles: own }, ...dialog }: Props) {
  return (
    <ReasonDialog
      {...dialog}
      refresh="identity"
      title={`變更${name}的角色`}
      about={`另一位管理同仁核可後生效；新得到的金流與管理角色再過 ${roleHoldHours} 小時才算數。`}
      button="變更角色"
      done={PROPOSED}
      shape={{ roles: rolesShape }}
      start={{ roles: own }}
      onAct={({ roles: chosen, reason, idempotencyKey }) =>
        api.identity.changeRoles({ id, roles: chosen, reason }, { idempotencyKey })
      }
    >
      <RolesField />
    </ReasonDialog>
  );
}

const limitsShape = {
  loan: z.number().int().optional(),
  loanDay: z.number().int().optional(),
  payment: z.number().int().optional(),
  paymentDay: z.number().int().optional(),
};

function Limits({ operator: { id, name, limits }, ...dialog }: Props) {
  return (
    <ReasonDialog
      {...dialog}
      refresh="identity"
      title={`變更${name}的核准上限`}
      about={`另一位管理同仁核可後生效；調高的上限再過 ${roleHoldHours} 小時才算數。`}
      button="變更上限"
      done={PROPOSED}
      shape={limitsShape}
      start={Object.fromEntries(
        limitSubjects.map((subject) => [subject, limits[subject] ?? undefined]),
      )}
      onAct={({ loan = null, loanDay = null, payment = null, paymentDay = null, ...how }) => {
        const { reason, idempotencyKey } = how;
        const given = { loan, loanDay, payment, paymentDay };
        return api.identity.changeLimits({ id, ...given, reason }, { idempotencyKey });
      }}
    >
      {limitSubjects.map((subject) => (
        <MoneyField
          key={subject}
          name={subject}
          label={`${limitText[subject]}上限`}
          optional
          hint="留空表示不設上限"
        />
      ))}
    </ReasonDialog>
  );
}

function EndSessions({ operator: { id, name, sessions }, ...dialog }: Props) {
  return (
    <ReasonDialog
      {...dialog}
      refresh="identity"
      title={`登出${name}的所有裝置`}
      about={`${sessions} 台裝置會立即登出，須重新登入。`}
      button="全部登出"
      done="已登出所有裝置"
      onAct={({ reason, idempotencyKey }) =>
        api.identity.endOperatorSessions({ id, reason }, { idempotencyKey })
      }
    />
  );
}

const mailed = `核可後寄出 ${setupHours} 小時內有效的設定連結，先前寄出的連結立即失效。`;

function Reset({ operator: { id, name, state }, ...dialog }: Props) {
  const isInvited = state === 'invited';
  return (
    <ReasonDialog
      {...dialog}
      refresh="identity"
      title={isInvited ? `再次邀請${name}` : `重設${name}的驗證器`}
      about={isInvited ? mailed : `另一位管理同仁核可後，所有裝置會登出，${mailed}`}
      button={isInvited ? '重新寄送' : '重設驗證器'}
      look={isInvited ? 'primary' : 'danger'}
      done={PROPOSED}
      shape={{ password: z.boolean() }}
      start={{ password: false }}
      onAct={({ password, reason, idempotencyKey }) =>
        api.identity.resetOperator({ id, password, reason }, { idempotencyKey })
      }
    >
      {!isInvited && (
        <CheckboxField name="password" label="密碼">
          密碼也一併重設（忘記密碼，或密碼可能外洩時）
        </CheckboxField>
      )}
    </ReasonDialog>
  );
}

function Disable({ operator: { id, name }, ...dialog }: Props) {
  return (
    <ReasonDialog
      {...dialog}
      refresh="identity"
      title={`停用${name}的帳號`}
      about="所有裝置會立即登出，恢復前無法登入。經辦過的紀錄都會保留。"
      button="停用"
      look="danger"
      done="已停用帳號"
      onAct={({ reason, idempotencyKey }) =>
        api.identity.disableOperator({ id, reason }, { idempotencyKey })
      }
    />
  );
}

function Enable({ operator: { id, name }, ...dialog }: Props) {
  return (
    <ReasonDialog
      {...dialog}
      refresh="identity"
      title={`恢復${name}的帳號`}
      about="另一位管理同仁核可後，可用原本的密碼與驗證器登入，角色不變。"
      button="恢復使用"
      done={PROPOSED}
      onAct={({ reason, idempotencyKey }) =>
        api.identity.enableOperator({ id, reason }, { idempotencyKey })
      }
    />
  );
}

const dialogs = {
  roles: Roles,
  limits: Limits,
  sessions: EndSessions,
  reset: Reset,
  disable: Disable,
  enable: Enable,
} as const satisfies Record<Act, (props: Props) => unknown>;

const texts: Record<Act, string> = {
  roles: '角色',
  limits: '上限',
  sessions: '登出',
  reset: '重設',
  disable: '停用',
  enable: '恢復',
};

function actsFor({ state, sessions, taskId }: ListedOperator): Act[] {
  if (state === 'proposed') return [];
  // No other action is possible before a pending approval is decided, except that an active
  // operator can always be disabled.
  if (taskId !== null) {
    if (state === 'disabled') return [];
    return [...(sessions > 0 ? (['sessions'] as const) : []), 'disable'];
  }
  if (state === 'disabled') return ['roles', 'enable'];
  return ['roles', 'limits', ...(sessions > 0 ? (['sessions'] as const) : []), 'reset', 'disable'];
}

export function OperatorActs({ operator }: { operator: ListedOperator }) {
  const [act, setAct] = useState<Act>();
  const Chosen = act && dialogs[act];
  return (
    <div className="grid grid-cols-[repeat(2,max-content)] gap-1.5 max-xl:*:px-2.5 xl:flex">
      {actsFor(operator).map((one) => (
        <Button
          key={one}
          size="sm"
          aria-label={`${texts[one]}：${operator.name}`}
          onClick={() => setAct(one)}
        >
          {texts[one]}
        </Button>
      ))}
      {Chosen && <Chosen operator={operator} open onClose={() => setAct(undefined)} />}
    </div>
  );
}
