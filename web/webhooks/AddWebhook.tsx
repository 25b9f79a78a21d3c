// Registering an endpoint: its address, the types of events, and the proof of identity.
import { useQueryClient } from '@tanstack/react-query';
import { useWatch } from 'react-hook-form';
import { z } from 'zod';
import { eventTypesSchema, webhookUrlSchema } from '#contract/webhooks/calls.ts';
import { atField } from '../form/at-field.ts';
import { TextField } from '../form/fields.tsx';
import { Form, SubmitButton, useZodForm } from '../form/Form.tsx';
import { StepUp, stepUpShape, useStepUp } from '../identity/sign-in/StepUp.tsx';
import { deferredApi } from '../site/kit/deferred-calls.ts';
import { Button } from '../ui/Button.tsx';
import { Card, CardHead } from '../ui/display/Card.tsx';
import { Row } from '../ui/Layout.tsx';
import { EventTypesField } from './EventTypesField.tsx';

const schema = z.object({ url: webhookUrlSchema, types: eventTypesSchema, ...stepUpShape });

type Props = { onDone: (secret: string) => void; onCancel: (() => void) | null };

export function AddWebhook({ onDone, onCancel }: Props) {
  const client = useQueryClient();
  const { code, act } = useStepUp({ act: 'webhook' });
  const form = useZodForm(schema, { url: '', types: [], smsCode: '' });
  const smsCode = useWatch({ control: form.control, name: 'smsCode' });
  return (
    <Card as="section">
      <CardHead title="新增接收網址" />
      <Form
        form={form}
        label="新增接收網址"
        onSubmit={async ({ url, types, smsCode: given }, { idempotencyKey }) => {
          const sent = { idempotencyKey };
          const { data } = await act(given, () =>
            deferredApi.webhooks.addWebhook({ url, types }, sent).catch((error: unknown) => {
              throw atField(error, { WEBHOOK_URL: 'url' });
            }),
          );
          await client.invalidateQueries({ queryKey: ['webhooks'] });
          onDone(data.secret);
        }}
      >
        <TextField
          name="url"
          label="接收網址"
          type="url"
          inputMode="url"
          autoComplete="off"
          hint="您伺服器上的 https 網址，例如 https://hooks.example.com/baixi"
        />
        <EventTypesField />
        <StepUp code={code} />
        <Row>
          <SubmitButton
            busyLabel="新增中……"
            disabledReason={code.sentTo || smsCode ? undefined : '請先確認是您本人'}
          >
            新增
          </SubmitButton>
          {onCancel && <Button onClick={onCancel}>取消</Button>}
        </Row>
      </Form>
    </Card>
  );
}
