// Operator actions on a member, each limited to certain roles and requiring a reason.
import {
  heldPartSchema,
  holdCauses,
  holdCauseSchema,
} from '#contract/verification/payout-holds.ts';
import { Ban, Eye, HandCoins, LogOut, RotateCcw, ShieldQuestion, Undo2 } from 'lucide-react';
import { personalFieldText } from '#contract/verification/words.ts';
import { useState, type ReactNode } from 'react';
import { z } from 'zod';
import { personalFields, type OfficeMember } from '#contract/verification/members.ts';
import { daySchema } from '#contract/core/wire.ts';
import { CheckboxListField } from '../../form/choice-fields.tsx';
import { Bind } from '../../form/fields.tsx';
import { MoneyField } from '../../form/number-fields.tsx';
import { SelectField } from '../../form/select-fields.tsx';
import { REQUIRED } from '../../form/words.ts';
import { api } from '../../office/api.ts';
import { Button } from '../../ui/Button.tsx';
import { TextInput } from '../../ui/fields/TextInput.tsx';
import { ViewMember } from '../../identity/office/ImpersonateMember.tsx';
import { useMay } from './may.ts';
import { ReasonDialog } from '../../office/kit/ReasonDialog.tsx';
import type { Revealed } from './Revealed.tsx';

const icon = { size: 18, 'aria-hidden': true } as const;

/** A button with its dialog, which is created again each time it opens. */
function Opener({
  label,
  icon: sign,
  small,
  disabledReason,
  children,
}: {
  label: string;
  icon: ReactNode;
  small?: boolean;
  disabledReason?: string | undefined;
  children: (dialog: { open: boolean; onClose: () => void }) => ReactNode;
}) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button
        size={small ? 'sm' : 'md'}
        icon={sign}
        disabledReason={disabledReason}
        onClick={() => setOpen(true)}
      >
        {label}
      </Button>
      {children({ open, onClose: () => setOpen(false) })}
    </>
  );
}

function Reveal({ member, onReveal }: { member: OfficeMember; onReveal: (all: Revealed) => void }) {
  return (
    <Opener label="顯示完整資料" icon={<Eye {...icon} />}>
      {(dialog) => (
        <ReasonDialog
          {...dialog}
          title="顯示完整個人資料"
          about="只選需要的項目。離開這個頁面後會再次遮蔽。"
          button="顯示"
          done="已顯示，並記入稽核紀錄"
          shape={{ fields: z.array(z.enum(personalFields)).min(1, REQUIRED) }}
          start={{ fields: [] }}
          onAct={async ({ fields, reason }) => {
            const { data } = await api.verification.revealMember({ id: member.id, fields, reason });
            onReveal(data.fields);
          }}
        >
          <CheckboxListField
            name="fields"
            label="需要的項目"
            choices={personalFields.map((value) => ({ value, title: personalFieldText[value] }))}
          />
        </ReasonDialog>
      )}
    </Opener>
  );
}

const stages = ['手機驗證', '基本資料', '身分證件', '銀行帳戶'];

function Reset({ member }: { member: OfficeMember }) {
  const { stage } = member.file;
  const options = stages
    .slice(0, stage)
    .map((label, to) => ({ value: String(to), label: `從「${label}」開始` }));
  return (
    <Opener
      label="重設驗證步驟"
      icon={<RotateCcw {...icon} />}
      disabledReason={stage === 0 ? '會員尚未完成任何步驟' : undefined}
    >
      {(dialog) => (
        <ReasonDialog
          {...dialog}
          title="重設驗證步驟"
          about="會員須重新完成所選步驟之後的驗證並再次送審。通過前無法新增出資或申貸，已成立的還款與撥付不受影響。"
          button="重設"
          look="danger"
          done="已重設驗證步驟，並通知會員"
          reasonHint="會原文通知會員，並記入稽核紀錄"
          shape={{ stage: z.number({ error: REQUIRED }).int() }}
          onAct={({ stage: to, reason, idempotencyKey }) =>
            api.verification.resetStage({ id: member.id, stage: to, reason }, { idempotencyKey })
          }
        >
          <SelectField name="stage" label="重新開始的步驟" numeric options={options} />
        </ReasonDialog>
      )}
    </Opener>
  );
}

function Rescreen({ member: { id } }: { member: OfficeMember }) {
  return (
    <Opener label="重新查證名單" icon={<ShieldQuestion {...icon} />}>
      {(dialog) => (
        <ReasonDialog
          {...dialog}
          title="重新查證名單比對"
          about="由兩位同仁重新判斷是否為名單上的人，結論出來之前款項仍然暫停。會員不會收到通知。"
          button="重新查證"
          done="已開啟名單比對的待辦"
          onAct={({ reason, idempotencyKey }) =>
            api.verification.reopenScreening({ id, reason }, { idempotencyKey })
          }
        />
      )}
    </Opener>
  );
}

function Suspend({ member: { id } }: { member: OfficeMember }) {
  return (
    <Opener label="暫停帳戶" icon={<Ban {...icon} />}>
      {(dialog) => (
        <ReasonDialog
          {...dialog}
          title="暫停帳戶"
          about="會員會立即登出且無法再登入，已成立的還款與撥付照常進行。"
          button="暫停帳戶"
          look="danger"
          done="已暫停帳戶，並通知會員"
          reasonHint="會原文通知會員，並記入稽核紀錄"
          onAct={({ reason, idempotencyKey }) =>
            api.identity.suspendMember({ id, reason }, { idempotencyKey })
          }
        />
      )}
    </Opener>
  );
}

function Lift({ member: { id } }: { member: OfficeMember }) {
  return (
    <Opener label="恢復帳戶" icon={<Undo2 {...icon} />}>
      {(dialog) => (
        <ReasonDialog
          {...dialog}
          title="恢復帳戶"
          about="會員可以重新登入，並會收到通知。"
          button="恢復帳戶"
          done="已恢復帳戶，並通知會員"
          onAct={({ reason, idempotencyKey }) =>
            api.identity.liftSuspension({ id, reason }, { idempotencyKey })
          }
        />
      )}
    </Opener>
  );
}

const causes = Object.entries(holdCauses).map(([value, label]) => ({ value, label }));

function HoldPayouts({ member: { id } }: { member: OfficeMember }) {
  return (
    <Opener label="暫停撥付" icon={<HandCoins {...icon} />}>
      {(dialog) => (
        <ReasonDialog
          {...dialog}
          title="暫停撥付"
          about="立即暫停付給會員的款項（收益、退款、撥款）與新的出資、簽約及扣款授權；還款、表決、查詢與申訴照常。由另一位同仁覆核，不同意時立即解除。"
          shape={{
            cause: holdCauseSchema,
            upTo: heldPartSchema.optional(),
            endsOn: z.literal('').or(daySchema),
          }}
          start={{ cause: 'suspicion', endsOn: '' }}
          button="暫停撥付"
          look="danger"
          done="已暫停撥付，等待另一位同仁覆核"
          reasonHint="寫明依據，例如法院命令的文號；會記入稽核紀錄"
          onAct={({ reason, cause, upTo, endsOn, idempotencyKey }) =>
            api.verification.holdPayouts(
              {
                id,
                reason,
                cause,
                ...(upTo !== undefined && { upTo }),
                ...(endsOn !== '' && { endsOn }),
              },
              { idempotencyKey },
            )
          }
        >
          <SelectField name="cause" label="依據" options={causes} />
          <MoneyField name="upTo" label="只暫停的金額" hint="空白表示全部" optional />
          <Bind name="endsOn" label="暫停至" hint="空白表示未定期限" verb="選擇" optional>
            {(field) => <TextInput {...field} type="date" value={field.value ?? ''} />}
          </Bind>
        </ReasonDialog>
      )}
    </Opener>
  );
}

function LiftHold({ member: { id, payoutHold } }: { member: OfficeMember }) {
  const waits = Boolean(payoutHold?.waitsFor);
  return (
    <Opener
      label="解除暫停撥付"
      icon={<HandCoins {...icon} />}
      disabledReason={waits ? '正等待另一位同仁覆核' : undefined}
    >
      {(dialog) => (
        <ReasonDialog
          {...dialog}
          title="解除暫停撥付"
          about="由另一位同仁覆核，同意前款項仍然暫停。同意後，款項於下一個營業日恢復待放行。"
          button="提出解除"
          done="已提出，等待另一位同仁覆核"
          onAct={({ reason, idempotencyKey }) =>
            api.verification.liftPayoutHold({ id, reason }, { idempotencyKey })
          }
        />
      )}
    </Opener>
  );
}

function EndAll({ member }: { member: OfficeMember }) {
  const none = member.sessions.length === 0;
  return (
    <Opener
      label="登出所有裝置"
      icon={<LogOut {...icon} />}
      disabledReason={none ? '目前沒有登入中的裝置' : undefined}
    >
      {(dialog) => (
        <ReasonDialog
          {...dialog}
          title="登出所有裝置"
          about={`${member.sessions.length} 台裝置會立即登出，會員須重新登入。`}
          button="全部登出"
          done="已登出所有裝置"
          onAct={({ reason, idempotencyKey }) =>
            api.identity.endMemberSessions({ id: member.id, reason }, { idempotencyKey })
          }
        />
      )}
    </Opener>
  );
}

/** Ends the session of one device, if this operator may do so. */
export function EndSession({ member, session }: { member: OfficeMember; session: string }) {
  if (!useMay()('sessions')) return null;
  return (
    <Opener small label="登出" icon={<LogOut {...icon} />}>
      {(dialog) => (
        <ReasonDialog
          {...dialog}
          title="登出這台裝置"
          about="這台裝置會立即登出，會員須重新登入。"
          button="登出裝置"
          done="已登出這台裝置"
          onAct={({ reason, idempotencyKey }) =>
            api.identity.endMemberSessions({ id: member.id, session, reason }, { idempotencyKey })
          }
        />
      )}
    </Opener>
  );
}

/**
 * The actions that this operator may perform; operators with read-only roles see a note instead.
 */
export function MemberActs({
  member,
  onReveal,
}: {
  member: OfficeMember;
  onReveal: (all: Revealed) => void;
}) {
  const may = useMay();
  if (!may('reveal') && !may('view'))
    return <p className="text-sm text-ink-3">您的角色可以查看，無法變更。</p>;
  const isOpen = member.closedAt === null;
  return (
    <div className="flex flex-wrap items-start gap-2.5 mt-3.5">
      {may('reveal') && <Reveal member={member} onReveal={onReveal} />}
      {isOpen && may('view') && <ViewMember id={member.id} />}
      {isOpen && may('sessions') && <EndAll member={member} />}
      {isOpen && may('reset') && <Reset member={member} />}
      {member.file.screening === 'confirmed' && may('rescreen') && <Rescreen member={member} />}
      {isOpen && may('hold') && !member.payoutHold && <HoldPayouts member={member} />}
      {may('hold') && member.payoutHold && <LiftHold member={member} />}
      {isOpen && may('suspend') && !member.suspendedAt && <Suspend member={member} />}
      {isOpen && may('suspend') && member.suspendedAt && <Lift member={member} />}
    </div>
  );
}
