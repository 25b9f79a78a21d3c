// Asking for other terms: why, what would help, and how much can be paid each month.
import { useQueryClient } from '@tanstack/react-query';
import { HARDSHIP, WISH } from '#contract/negotiation.ts';
import { negotiationRequestSchema } from '#contract/servicing-negotiation.ts';
import type { Answer } from '../api.ts';
import { RadioField } from '../form/choice-fields.tsx';
import { MoneyField, SelectField, TextAreaField } from '../form/fields.tsx';
import { Form, SubmitButton, useZodForm } from '../form/Form.tsx';
import { api } from '../site/api.ts';
import type { SiteCalls } from '../site/calls.ts';
import { toast } from '../ui/toasts.tsx';

type Asked = Answer<SiteCalls['servicing']['loanNegotiation']>['data']['request'];

const about = {
  postpone: '先停一段時間，之後再繼續還',
  lower: '每期少還一點，期數可能增加',
  extend: '維持或略減每期金額，把期數拉長',
} as const;

export function RequestForm({ loanId, asked }: { loanId: string; asked: Asked }) {
  const client = useQueryClient();
  const form = useZodForm(negotiationRequestSchema, {
    ...(asked && {
      reason: asked.reason,
      wish: asked.wish,
      affordable: asked.affordable,
      note: asked.note ?? '',
    }),
  });
  return (
    <Form
      form={form}
      label="協商申請"
      onSubmit={async (values, { idempotencyKey }) => {
        await api.servicing.requestNegotiation({ id: loanId, ...values }, { idempotencyKey });
        await client.invalidateQueries({ queryKey: ['servicing'] });
        toast('已送出協商申請');
      }}
    >
      <SelectField
        name="reason"
        label="無法如期還款的原因"
        options={Object.entries(HARDSHIP).map(([value, label]) => ({ value, label }))}
      />
      <RadioField
        name="wish"
        label="希望的方式"
        choices={Object.entries(WISH).map(([value, title]) => ({
          value,
          title,
          about: about[value as keyof typeof WISH],
        }))}
      />
      <MoneyField name="affordable" label="每月可負擔的金額" maxDigits={7} />
      <TextAreaField
        name="note"
        label="說明"
        optional
        limit={500}
        hint="只有平台人員看得到，出資人只會看到原因與希望的方式"
      />
      <div>
        <SubmitButton size="lg" busyLabel="送出中……">
          {asked ? '更新協商申請' : '送出協商申請'}
        </SubmitButton>
      </div>
    </Form>
  );
}
