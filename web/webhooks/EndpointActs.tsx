// What a member can do with an endpoint: try, pause, choose events, rotate its secret, delete it.
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { useWatch } from 'react-hook-form';
import { z } from 'zod';
import { eventTypesSchema } from '#contract/webhooks/calls.ts';
import { Form, SubmitButton, useZodForm } from '../form/Form.tsx';
import { StepUp, stepUpShape, useStepUp } from '../identity/sign-in/StepUp.tsx';
import { deferredApi } from '../site/kit/deferred-calls.ts';
import * as paths from '../site/kit/paths.ts';
import { Button } from '../ui/Button.tsx';
import { Alert } from '../ui/display/Alert.tsx';
import { Dialog } from '../ui/overlay/Dialog.tsx';
import { EventTypesField } from './EventTypesField.tsx';
import { NewSecret } from './NewSecret.tsx';
import { type Endpoint, useWebhookAct } from './use-webhooks.ts';

type Props = { endpoint: Endpoint };

const typesSchema = z.object({ types: eventTypesSchema });

function Types({ endpoint: { id, types } }: Props) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button onClick={() => setOpen(true)}>選擇事件</Button>
      <Dialog open={open} onClose={() => setOpen(false)} title="選擇事件">
        {open && <TypesForm id={id} types={types} onDone={() => setOpen(false)} />}
      </Dialog>
    </>
  );
}

function TypesForm({ id, types, onDone }: Pick<Endpoint, 'id' | 'types'> & { onDone: () => void }) {
  const form = useZodForm(typesSchema, { types });
  const refresh = useWebhookAct('已儲存事件', async () => {});
  return (
    <Form
      form={form}
      label="選擇事件"
      onSubmit={async (given, { idempotencyKey }) => {
        await deferredApi.webhooks.setWebhookTypes({ id, ...given }, { idempotencyKey });
        onDone();
        await refresh.run();
      }}
    >
      <EventTypesField />
      <SubmitButton busyLabel="儲存中……">儲存</SubmitButton>
    </Form>
  );
}

const rotateSchema = z.object(stepUpShape);

function RotateForm({ id, onDone }: { id: string; onDone: (secret: string) => void }) {
  const { code, act } = useStepUp({ act: 'webhook', object: id });
  const form = useZodForm(rotateSchema, { smsCode: '' });
  const smsCode = useWatch({ control: form.control, name: 'smsCode' });
  return (
    <Form
      form={form}
      label="更換密鑰"
      onSubmit={async (given) => {
        const { data } = await act(given.smsCode, () =>
          deferredApi.webhooks.rotateWebhookSecret({ id }),
        );
        onDone(data.secret);
      }}
    >
      <p>更換後一天內，每個事件同時以新、舊密鑰簽章，您有時間更新伺服器。</p>
      <StepUp code={code} />
      <SubmitButton
        busyLabel="更換中……"
        disabledReason={code.sentTo || smsCode ? undefined : '請先確認是您本人'}
      >
        更換密鑰
      </SubmitButton>
    </Form>
  );
}

function Rotate({ endpoint: { id } }: Props) {
  const [open, setOpen] = useState(false);
  const [secret, setSecret] = useState('');
  const refresh = useWebhookAct('已更換密鑰', async () => {});
  const close = () => {
    setOpen(false);
    setSecret('');
  };
  return (
    <>
      <Button onClick={() => setOpen(true)}>更換密鑰</Button>
      <Dialog open={open} onClose={close} title="更換簽章密鑰" alert>
        {secret ? (
          <NewSecret secret={secret} />
        ) : (
          open && (
            <RotateForm
              id={id}
              onDone={(made) => {
                setSecret(made);
                void refresh.run();
              }}
            />
          )
        )}
      </Dialog>
    </>
  );
}

function Delete({ endpoint: { id, waiting } }: Props) {
  const [open, setOpen] = useState(false);
  const navigate = useNavigate();
  const { busy, problem, run } = useWebhookAct('已刪除接收網址', async () => {
    await deferredApi.webhooks.deleteWebhook({ id });
    setOpen(false);
    await navigate(paths.myWebhooks());
  });
  return (
    <>
      <Button look="danger" onClick={() => setOpen(true)}>
        刪除
      </Button>
      <Dialog
        open={open}
        onClose={() => setOpen(false)}
        title="刪除這個接收網址？"
        footer={
          <>
            <Button onClick={() => setOpen(false)}>保留</Button>
            <Button look="danger" busy={busy} busyLabel="刪除中……" onClick={() => void run()}>
              刪除
            </Button>
          </>
        }
      >
        <p>
          傳送紀錄會一併刪除，無法復原。
          {waiting > 0 && `還有 ${waiting} 筆等待傳送的事件也不會送出。`}
        </p>
        {problem && (
          <div className="mt-4">
            <Alert tone="danger" live title={problem} />
          </div>
        )}
      </Dialog>
    </>
  );
}

export function EndpointActs({ endpoint }: Props) {
  const { id, state } = endpoint;
  const isActive = state === 'active';
  const test = useWebhookAct('已送出測試事件', () => deferredApi.webhooks.testWebhook({ id }));
  const pause = useWebhookAct('已暫停傳送', () => deferredApi.webhooks.pauseWebhook({ id }));
  const resume = useWebhookAct('已恢復傳送', () => deferredApi.webhooks.resumeWebhook({ id }));
  const problem = test.problem || pause.problem || resume.problem;
  return (
    <div className="mt-5 grid gap-3">
      {problem && <Alert tone="danger" live title={problem} />}
      <div className="flex flex-wrap gap-3">
        {isActive ? (
          <>
            <Button look="primary" busy={test.busy} onClick={() => void test.run()}>
              傳送測試事件
            </Button>
            <Button busy={pause.busy} busyLabel="暫停中……" onClick={() => void pause.run()}>
              暫停
            </Button>
          </>
        ) : (
          <Button
            look="primary"
            busy={resume.busy}
            busyLabel="恢復中……"
            onClick={() => void resume.run()}
          >
            恢復傳送
          </Button>
        )}
        <Types endpoint={endpoint} />
        <Rotate endpoint={endpoint} />
        <Delete endpoint={endpoint} />
      </div>
    </div>
  );
}
