// Sending a template to a late borrower; the server enforces the hours and the number allowed.
import { MessageSquareText } from 'lucide-react';
import { z } from 'zod';
import {
  contactLimits,
  lateTemplates,
  lateTemplateText,
} from '#contract/servicing/late/strategy.ts';
import { RadioField } from '../../../form/choice-fields.tsx';
import { Form, useZodForm } from '../../../form/Form.tsx';
import { REQUIRED } from '../../../form/words.ts';
import { api } from '../../../office/api.ts';
import { Act, Buttons, useDone } from './collecting.tsx';

const schema = z.object({ template: z.enum(lateTemplates, REQUIRED) });

function MessageForm({ id, hasPromise, onDone }: Sent & { onDone: () => void }) {
  const form = useZodForm(schema);
  const done = useDone(onDone);
  return (
    <Form
      form={form}
      label="傳送訊息"
      onSubmit={async ({ template }, { idempotencyKey }) => {
        await api.servicing.messageLate({ id, template }, { idempotencyKey });
        await done(`已傳送「${lateTemplateText[template].title}」`);
      }}
    >
      <RadioField
        name="template"
        label="範本"
        choices={lateTemplates
          .filter((one) => hasPromise || one !== 'promised')
          .map((value) => ({ value, ...lateTemplateText[value] }))}
      />
      <p className="text-sm text-ink-3">
        以站內通知、電子郵件與簡訊傳送；每天 {contactLimits.messagesADay} 則、7 天內最多{' '}
        {contactLimits.messagesAWeek} 則，僅限 09:00–20:00。
      </p>
      <Buttons onCancel={onDone}>傳送</Buttons>
    </Form>
  );
}

type Sent = { id: string; hasPromise: boolean };

export function MessageButton({ disabledReason, ...of }: Sent & { disabledReason?: string }) {
  return (
    <Act
      label="傳送訊息"
      sign={<MessageSquareText size={18} aria-hidden="true" />}
      disabledReason={disabledReason}
    >
      {(close) => <MessageForm {...of} onDone={close} />}
    </Act>
  );
}
