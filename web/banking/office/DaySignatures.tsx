// Signing off a day with two persons, reopening it with two, and the history of both.
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { z } from 'zod';
import type { bankingOffice } from '#contract/banking/office.ts';
import type { DayEvent } from '#contract/banking/reconciliation.ts';
import { day as dayOf } from '#contract/core/day.ts';
import { Link } from '../../office/links/Link.tsx';
import { TextAreaField } from '../../form/select-fields.tsx';
import { Form, SubmitButton, useZodForm } from '../../form/Form.tsx';
import { REQUIRED } from '../../form/words.ts';
import { api } from '../../office/api.ts';
import { useOperator } from '../../office/operator.ts';
import * as paths from '../../office/paths.ts';
import { useAct } from '../../use-act.ts';
import { Alert } from '../../ui/display/Alert.tsx';
import { DateText } from '../../ui/display/Amount.tsx';
import { Button } from '../../ui/Button.tsx';
import { Card, CardHead } from '../../ui/display/Card.tsx';
import { formatDay } from '../../ui/format.ts';
import { toast } from '../../ui/overlay/toasts.tsx';
import { signBlockText, dayEventText } from '#contract/banking/words.ts';

export type Day = z.output<typeof bankingOffice.getDay.output>['data'];

const text = (most: number) => z.string({ error: REQUIRED }).trim().min(1, REQUIRED).max(most);
/** The first signature of a day on which client money was short says why, and who was told. */
const shapeOf = (isBreach: boolean) =>
  z.object({
    note: text(500),
    cause: isBreach ? text(500) : text(500).optional(),
    told: isBreach ? text(200) : text(200).optional(),
  });

const breachFields = (
  <>
    <TextAreaField name="cause" label="短少的原因" limit={500} />
    <TextAreaField
      name="told"
      label="已通知的對象"
      limit={200}
      hint="例如信託銀行與主管機關的承辦人、時間與方式"
    />
  </>
);

/** Returns why this operator may not sign, as text; undefined if they may. */
function refusalFor(of: Day, who: { name: string; roles: readonly string[] }) {
  if (of.blocked !== null) return signBlockText[of.blocked];
  const isFirst = of.signedBy === null || of.stale;
  if (isFirst) return who.roles.includes('finance') ? undefined : '第一次簽核由出納進行';
  return of.signedBy === who.name ? '請由另一位同仁覆簽' : undefined;
}

function Sign({ of }: { of: Day }) {
  const second = of.signedBy !== null && !of.stale;
  const isBreach = of.short > 0 && !second;
  const form = useZodForm(shapeOf(isBreach));
  const client = useQueryClient();
  const who = useOperator().data?.data;
  if (!who?.roles.some((role) => role === 'finance' || role === 'approver')) return null;
  return (
    <Card as="section" className="max-w-3xl">
      <CardHead title={second ? '覆簽' : '簽核'} />
      <div className="grid gap-4">
        {second && (
          <Alert tone="info" title={`${of.signedBy} 已簽核，等待另一位同仁覆簽`}>
            覆簽後，這一天與之前的日期關帳；之後到的紀錄會記在第一個未關帳的日期，並保留銀行日。
          </Alert>
        )}
        {of.stale && (
          <Alert tone="warn" title="簽核之後數字已經改變">
            {of.signedBy} 簽核的不是現在的數字，請重新簽核，再由另一位同仁覆簽。
          </Alert>
        )}
        <Form
          form={form}
          label={second ? '覆簽' : '簽核'}
          onSubmit={async (signed, { idempotencyKey }) => {
            const ask = { day: dayOf(of.day), ...signed };
            const { data } = await api.banking.signDay(ask, { idempotencyKey });
            await client.invalidateQueries({ queryKey: ['banking'] });
            await client.invalidateQueries({ queryKey: ['tasks', 'health'] });
            form.reset();
            toast(data.stage === 'second' ? '已覆簽並關帳' : '已簽核，等待覆簽');
          }}
        >
          <TextAreaField
            name="note"
            label="說明"
            limit={500}
            hint="差額如何查明；沒有差額也請註明"
          />
          {isBreach && breachFields}
          <SubmitButton disabledReason={refusalFor(of, who)}>
            {second ? '覆簽並關帳' : '簽核這一天'}
          </SubmitButton>
        </Form>
      </div>
    </Card>
  );
}

const reasonShape = z.object({
  reason: z.string({ error: REQUIRED }).trim().min(1, REQUIRED).max(500),
});

function AskReopening({ of, onClose }: { of: Day; onClose: () => void }) {
  const form = useZodForm(reasonShape);
  const client = useQueryClient();
  return (
    <Form
      form={form}
      label="重新開啟"
      onSubmit={async ({ reason }, { idempotencyKey }) => {
        await api.banking.reopenDay({ day: dayOf(of.day), reason }, { idempotencyKey });
        await client.invalidateQueries({ queryKey: ['banking'] });
        toast('已送出，等待另一位同仁決定');
        onClose();
      }}
    >
      <p>這一天與之後所有已簽核的日期都會重新開啟，必須重新由兩人簽核。</p>
      <TextAreaField name="reason" label="原因" limit={500} />
      <div className="flex flex-wrap gap-3">
        <SubmitButton look="danger">申請重新開啟</SubmitButton>
        <Button onClick={onClose}>取消</Button>
      </div>
    </Form>
  );
}

function DecideReopening({ of }: { of: Day }) {
  const client = useQueryClient();
  const who = useOperator().data?.data;
  const { busy, run: decide } = useAct(
    async (agree: boolean) => {
      await api.banking.decideReopening({ day: dayOf(of.day), agree });
      toast(agree ? '已重新開啟' : '維持關帳');
    },
    { toasted: 'info', afterwards: () => client.invalidateQueries({ queryKey: ['banking'] }) },
  );
  const asked = of.reopening;
  if (!asked || !who) return null;
  const own = asked.askedBy === who.name;
  return (
    <div className="grid gap-3">
      <Alert tone="warn" title={`${asked.askedBy} 申請重新開啟`}>
        {asked.reason}（<DateText at={asked.askedAt} />）
      </Alert>
      <div className="flex flex-wrap gap-3">
        {!own && (
          <Button look="danger" busy={busy} onClick={() => void decide(true)}>
            同意重新開啟
          </Button>
        )}
        <Button busy={busy} onClick={() => void decide(false)}>
          {own ? '撤回申請' : '維持關帳'}
        </Button>
      </div>
    </div>
  );
}

function Reopening({ of }: { of: Day }) {
  const [open, setOpen] = useState(false);
  const roles = useOperator().data?.data.roles ?? [];
  if (!roles.some((role) => role === 'finance' || role === 'approver')) return null;
  return (
    <Card as="section" className="max-w-3xl">
      <CardHead title="重新開啟" />
      {of.reopening ? (
        <DecideReopening of={of} />
      ) : open ? (
        <AskReopening of={of} onClose={() => setOpen(false)} />
      ) : (
        <Button onClick={() => setOpen(true)}>申請重新開啟這一天</Button>
      )}
    </Card>
  );
}

function Event({ of, day }: { of: DayEvent; day: string }) {
  return (
    <li>
      <p>
        <span className="font-bold">{dayEventText[of.kind]}</span>
        {of.who && <>・{of.who}</>}
        {of.day !== day && (
          <>
            ・
            <Link className="link" to={paths.money('reconciliation', of.day)}>
              由 {formatDay(of.day)} 起
            </Link>
          </>
        )}
      </p>
      <p className="text-sm text-ink-3">
        <DateText at={of.at} />
        {of.text && `：${of.text}`}
      </p>
    </li>
  );
}

function History({ of }: { of: Day }) {
  if (of.history.length === 0) return null;
  return (
    <Card as="section" className="max-w-3xl">
      <CardHead title="簽核紀錄" />
      <ol className="grid gap-3">
        {of.history.map((event, i) => (
          <Event key={i} of={event} day={of.day} />
        ))}
      </ol>
    </Card>
  );
}

function Closed({ of }: { of: Day }) {
  return of.secondBy === null ? (
    <Alert tone="ok" title="已關帳">
      這一天隨
      {of.closedWith && (
        <Link className="link mx-1" to={paths.money('reconciliation', of.closedWith)}>
          {formatDay(of.closedWith)}
        </Link>
      )}
      的簽核一併關帳。
      {of.isYearClosed && ' 這個年度已經結帳，不能重新開啟。'}
    </Alert>
  ) : (
    <Alert tone="ok" title="已由兩人簽核並關帳">
      {of.signedBy} 簽核、{of.secondBy} 覆簽；之後到的紀錄不再記入這一天。
      {of.isYearClosed && ' 這個年度已經結帳，不能重新開啟。'}
    </Alert>
  );
}

/** Shows signing while the day is open, reopening once it is closed, and the history of both. */
export function DaySignatures({ of }: { of: Day }) {
  return (
    <>
      {of.closed ? <Closed of={of} /> : <Sign key={of.signedBy} of={of} />}
      {of.closed && !of.isYearClosed && <Reopening of={of} />}
      <History of={of} />
    </>
  );
}
