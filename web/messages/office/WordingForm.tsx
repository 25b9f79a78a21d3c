// Form for changing a notice's texts: validated as on the server, with a preview and a test
// message.
import { useQueryClient } from '@tanstack/react-query';
import { useFormContext, useWatch } from 'react-hook-form';
import { z } from 'zod';
import type { FullWording } from '#contract/messages/calls.ts';
import { BODY_MAX, SMS_MAX, TITLE_MAX, wordingProblems } from '#contract/core/wording.ts';
import { useTypedForm } from '../../office/editing/typed.ts';
import { instantOf } from '../../office/editing/editing.ts';
import { Bind, TextField } from '../../form/fields.tsx';
import { TextAreaField } from '../../form/select-fields.tsx';
import { Form, SubmitButton, useZodForm } from '../../form/Form.tsx';
import { REQUIRED } from '../../form/words.ts';
import { api, queryOf } from '../../office/api.ts';
import { useAct } from '../../use-act.ts';
import { Button } from '../../ui/Button.tsx';
import { Card, CardHead } from '../../ui/display/Card.tsx';
import { TextInput } from '../../ui/fields/TextInput.tsx';
import { toast } from '../../ui/overlay/toasts.tsx';
import { WordingPreview } from './WordingPreview.tsx';

/** Texts of one kind of notice for one of its channels. */
export type ByWay = FullWording['byWay'][number];

function schemaOf(kind: FullWording, { way }: ByWay) {
  const base = z.object({
    title: z.string(),
    body: z.string(),
    // The field is not named `reason`, because the dialog on the same page that withdraws a text
    // has a field of that name.
    why: z.string().trim().min(1, REQUIRED).min(2, '請再說明清楚一些').max(200),
    effectiveAt: z.string().optional(),
  });
  return base.superRefine(({ title, body }, check) => {
    const problems = wordingProblems({ way, title, body }, kind);
    for (const [field, message] of Object.entries(problems)) {
      check.addIssue({ code: 'custom', path: [field], message });
    }
  });
}

/** Sends the current text of the form to the operator's own address. */
function TestButton({ kind, of }: { kind: FullWording; of: ByWay }) {
  const { getValues, trigger } = useFormContext<{ title: string; body: string }>();
  const { busy, run } = useAct(
    async () => {
      const { title, body } = getValues();
      await api.messages.testWording({ key: kind.key, way: of.way, title, body });
      toast('已寄到您的電子郵件');
    },
    { toasted: 'danger' },
  );
  const send = async () => {
    if (await trigger(['title', 'body'])) await run();
  };
  return (
    <Button busy={busy} busyLabel="寄送中……" onClick={() => void send()}>
      測試寄送
    </Button>
  );
}

function Sight({ kind, of }: { kind: FullWording; of: ByWay }) {
  const [title = '', body = ''] = useWatch({ name: ['title', 'body'] }) as string[];
  return <WordingPreview kind={kind} way={of.way} words={{ title, body }} />;
}

export function WordingForm({ kind, of }: { kind: FullWording; of: ByWay }) {
  const client = useQueryClient();
  const { way, current, version } = of;
  const form = useZodForm(schemaOf(kind, of), { ...current, why: '', effectiveAt: '' });
  useTypedForm(form, way);
  const isText = way === 'sms';
  return (
    <Form
      form={form}
      guard
      label="改寫內容"
      className="grid gap-5"
      onSubmit={async ({ title, body, why: reason, effectiveAt }, { idempotencyKey }) => {
        const at = effectiveAt ? { effectiveAt: instantOf(effectiveAt) } : {};
        const input = { key: kind.key, way, words: { title, body }, reason, version, ...at };
        const answer = await api.messages.writeWording(input, { idempotencyKey });
        client.setQueryData(queryOf('messages', 'getWording', { key: kind.key }).queryKey, answer);
        void client.invalidateQueries({ queryKey: ['messages', 'listWordings'] });
        toast('已送交覆核');
      }}
    >
      <Card as="section">
        <CardHead title="改寫內容" />
        <div className="grid gap-5">
          {!isText && (
            <TextField
              name="title"
              label={way === 'email' ? '主旨' : '標題'}
              maxLength={TITLE_MAX}
              autoComplete="off"
            />
          )}
          <TextAreaField
            name="body"
            label="內文"
            limit={isText ? SMS_MAX : BODY_MAX}
            hint={
              isText
                ? `前面會加上「${kind.prefix}」。只能放本平台的網址，6 位以上的數字只能用變數`
                : '空一行即為新的段落。只能放本平台的網址，6 位以上的數字只能用變數'
            }
          />
          <Bind
            name="effectiveAt"
            label="生效時間"
            optional
            verb="選擇"
            hint="不填則另一位同仁核可後立即生效；之後再送的版本會取代尚未生效的版本"
          >
            {(field) => <TextInput {...field} type="datetime-local" value={field.value ?? ''} />}
          </Bind>
          <TextAreaField name="why" label="變更原因" limit={200} hint="會記入稽核紀錄" />
          <div className="flex flex-wrap gap-3">
            <SubmitButton busyLabel="送出中……">送交覆核</SubmitButton>
            <TestButton kind={kind} of={of} />
          </div>
          <p className="field-hint">
            測試寄送以範例填入變數，只寄到您自己的電子郵件{isText && '；簡訊的內容也以信件呈現'}。
          </p>
        </div>
      </Card>
      <Sight kind={kind} of={of} />
    </Form>
  );
}
