// Request for new terms: the reason, the wish, and what can be paid each month.
import { useQueryClient } from '@tanstack/react-query';
import type { z } from 'zod';
import { HARDSHIP, WISH } from '#contract/servicing/negotiation.ts';
import {
  NEGOTIATION_PAPERS,
  negotiationRequestSchema,
} from '#contract/servicing/negotiation-calls.ts';
import type { Answer } from '../api.ts';
import { RadioField } from '../form/choice-fields.tsx';
import { SelectField, TextAreaField } from '../form/select-fields.tsx';
import { FilesField } from '../form/FilesField.tsx';
import { MoneyField } from '../form/number-fields.tsx';
import { atField } from '../form/at-field.ts';
import { filesSchema, refusalsAt } from '../form/files.ts';
import { Form, type Sending, SubmitButton, useZodForm } from '../form/Form.tsx';
import { useFormDraft, useStoredDraft } from '../form/use-form-draft.ts';
import { deferredApi } from '../site/kit/deferred-calls.ts';
import type { SiteCalls } from '../site/kit/calls.ts';
import { Alert } from '../ui/display/Alert.tsx';
import { toast } from '../ui/overlay/toasts.tsx';

type OpenRequest = Answer<SiteCalls['servicing']['loanNegotiation']>['data']['request'];

const about = {
  postpone: '先停一段時間，之後再繼續還',
  lower: '每期少還一點，期數可能增加',
  extend: '維持或略減每期金額，把期數拉長',
} as const;

const schema = negotiationRequestSchema.extend({ image: filesSchema(0, NEGOTIATION_PAPERS) });

/**
 * Sends the request first, then the supporting documents; `onPapers` is called once the documents
 * have arrived.
 */
function useSend(loanId: string, onPapers: () => void) {
  const client = useQueryClient();
  return async ({ image, ...values }: z.output<typeof schema>, sending: Sending) => {
    const { idempotencyKey, onUpload } = sending;
    await deferredApi.servicing.requestNegotiation({ id: loanId, ...values }, { idempotencyKey });
    if (image.length > 0) {
      const papers = { idempotencyKey: `${idempotencyKey}-papers`, onUpload, files: { image } };
      try {
        await deferredApi.servicing.addNegotiationPapers({ id: loanId }, papers);
      } catch (error) {
        throw atField(error, refusalsAt('image'));
      }
      onPapers();
    }
    await client.invalidateQueries({ queryKey: ['servicing'] });
    toast('已送出協商申請');
  };
}

export function RequestForm({ loanId, asked }: { loanId: string; asked: OpenRequest }) {
  const form = useZodForm(schema, {
    image: [],
    ...(asked && {
      reason: asked.reason,
      wish: asked.wish,
      affordable: asked.affordable,
      note: asked.note ?? '',
    }),
  });
  const restored = useFormDraft(form, useStoredDraft(`negotiation-${loanId}`));
  const send = useSend(loanId, () => form.resetField('image'));
  return (
    <Form form={form} label="協商申請" onSubmit={send}>
      {restored && <Alert>已恢復您先前填寫的內容；證明文件請重新選擇。</Alert>}
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
      <FilesField
        name="image"
        label="證明文件"
        optional
        hint="例如離職證明、診斷書、薪資單或其他債務的帳單；只有平台人員看得到"
        max={NEGOTIATION_PAPERS}
        pdf
        busy={form.formState.isSubmitting}
      />
      <div>
        <SubmitButton size="lg" busyLabel="送出中……">
          {asked ? '更新協商申請' : '送出協商申請'}
        </SubmitButton>
      </div>
    </Form>
  );
}
