// An operator's actions on an open case: pin it, extend it, end it early.
import { useQueryClient } from '@tanstack/react-query';
import { CalendarPlus, CircleStop, Pin, PinOff } from 'lucide-react';
import { useState } from 'react';
import { z } from 'zod';
import type { OfficeCase } from '#contract/investing/office.ts';
import { FUNDRAISING_DAYS_MAX } from '#contract/law/loan-days.ts';
import { addDays, day, daysBetween } from '#contract/core/day.ts';
import { daySchema } from '#contract/core/wire.ts';
import { CheckboxField } from '../../form/choice-fields.tsx';
import { SelectField, TextAreaField } from '../../form/select-fields.tsx';
import { Form, SubmitButton, useZodForm } from '../../form/Form.tsx';
import { REQUIRED } from '../../form/words.ts';
import { api } from '../../office/api.ts';
import { useOperator } from '../../office/operator.ts';
import { useAct } from '../../use-act.ts';
import { Button } from '../../ui/Button.tsx';
import { dayIn } from '../../ui/clock.ts';
import { Dialog } from '../../ui/overlay/Dialog.tsx';
import { formatDay, formatDayWithWeekday, formatMoney } from '../../ui/format.ts';
import { toast } from '../../ui/overlay/toasts.tsx';

type Act = { of: OfficeCase; onDone: () => void };
const reason = z.string().trim().min(2, REQUIRED).max(200);

/** Returns a function to call after an action: it shows a message and reloads the page's data. */
function useDone(onDone: () => void) {
  const client = useQueryClient();
  return async (said: string) => {
    onDone();
    toast(said);
    await client.invalidateQueries({ queryKey: ['investing'] });
    await client.invalidateQueries({ queryKey: ['servicing'] });
  };
}

function Buttons({ onCancel, children }: { onCancel: () => void; children: string }) {
  return (
    <div className="flex flex-wrap justify-end gap-3">
      <Button onClick={onCancel}>返回</Button>
      <SubmitButton>{children}</SubmitButton>
    </div>
  );
}

const extension = z.object({ endsOn: daySchema, reason });

function ExtendForm({ of, onDone, last }: Act & { last: string }) {
  const now = day(dayIn(Date.parse(of.endsAt)));
  const days = Array.from({ length: daysBetween(now, day(last)) }, (_, i) => addDays(now, i + 1));
  const form = useZodForm(extension, { endsOn: days[0] ?? '', reason: '' });
  const done = useDone(onDone);
  return (
    <Form
      form={form}
      label="延長募集"
      onSubmit={async (values, { idempotencyKey }) => {
        await api.investing.extendCase({ id: of.id, ...values }, { idempotencyKey });
        await done(`已延長至 ${formatDay(values.endsOn)}`);
      }}
    >
      <SelectField
        name="endsOn"
        label="新的募集截止日"
        hint={`目前 ${formatDay(now)}；上架後最多 ${FUNDRAISING_DAYS_MAX} 天`}
        options={days.map((one) => ({ value: one, label: formatDayWithWeekday(one) }))}
      />
      <TextAreaField name="reason" label="原因" limit={200} hint="留存備查，不會顯示給會員" />
      <p className="text-sm text-ink-3">
        借款人與已出資的會員會收到通知；已成立訂單的匯款期限不變。
      </p>
      <Buttons onCancel={onDone}>延長募集</Buttons>
    </Form>
  );
}

const closing = z.object({ reason, sure: z.literal(true, '請先勾選確認') });

function CloseForm({ of, onDone }: Act) {
  const form = useZodForm(closing, { reason: '' });
  const done = useDone(onDone);
  return (
    <Form
      form={form}
      label="提前結束募集"
      onSubmit={async ({ reason: why }, { idempotencyKey }) => {
        await api.investing.closeCase({ id: of.id, reason: why }, { idempotencyKey });
        await done('已結束募集，退款待出納放行');
      }}
    >
      <p>
        案件將成為「未募滿」。{of.orders} 筆訂單結束，已付的 {formatMoney(of.paid)}
        （另含部分付款）全額退回，不收退款手續費；退款由出納放行。
      </p>
      <TextAreaField name="reason" label="原因" limit={200} hint="會告知借款人，並留存備查" />
      <CheckboxField name="sure" label="確認">
        我確認結束這個案件的募集，無法恢復
      </CheckboxField>
      <Buttons onCancel={onDone}>結束募集</Buttons>
    </Form>
  );
}

function PinButton({ of }: { of: OfficeCase }) {
  const done = useDone(() => {});
  const { busy, run: turn } = useAct(
    async () => {
      await api.investing.pinCase({ id: of.id, pinned: !of.pinned });
      await done(of.pinned ? '已取消精選' : '已設為精選');
    },
    { toasted: 'danger' },
  );
  const Icon = of.pinned ? PinOff : Pin;
  return (
    <Button busy={busy} icon={<Icon size={18} aria-hidden="true" />} onClick={() => void turn()}>
      {of.pinned ? '取消精選' : '設為精選'}
    </Button>
  );
}

export function CaseActs({ of }: { of: OfficeCase }) {
  const [open, setOpen] = useState<'extend' | 'close' | null>(null);
  const roles = useOperator().data?.data.roles ?? [];
  const may = (...those: string[]) => roles.some((role) => those.includes(role));
  const onDone = () => setOpen(null);
  if (of.status !== 40 || !may('reviewer', 'approver', 'admin')) return null;
  const decides = may('approver', 'admin');
  return (
    <div className="flex flex-wrap gap-3">
      <PinButton of={of} />
      {decides && of.extendableTo !== null && (
        <Button
          icon={<CalendarPlus size={18} aria-hidden="true" />}
          onClick={() => setOpen('extend')}
        >
          延長募集
        </Button>
      )}
      {decides && (
        <Button icon={<CircleStop size={18} aria-hidden="true" />} onClick={() => setOpen('close')}>
          提前結束
        </Button>
      )}
      <Dialog open={open === 'extend'} onClose={onDone} title={`延長募集 ${of.caseNo}`}>
        {open === 'extend' && of.extendableTo !== null && (
          <ExtendForm of={of} onDone={onDone} last={of.extendableTo} />
        )}
      </Dialog>
      <Dialog open={open === 'close'} onClose={onDone} title={`提前結束 ${of.caseNo}`}>
        {open === 'close' && <CloseForm of={of} onDone={onDone} />}
      </Dialog>
    </div>
  );
}
