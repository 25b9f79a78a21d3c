// Dialog in which signed-in members start to replace a phone that they cannot use any more.
import { useState } from 'react';
import { z } from 'zod';
import { atField } from '../../form/at-field.ts';
import { Form, SubmitButton, useZodForm } from '../../form/Form.tsx';
import { PasswordField } from '../../form/PasswordField.tsx';
import { deferredApi } from '../../site/kit/deferred-calls.ts';
import { Alert } from '../../ui/display/Alert.tsx';
import { Button } from '../../ui/Button.tsx';
import { Row } from '../../ui/Layout.tsx';
import { Dialog } from '../../ui/overlay/Dialog.tsx';
import { useAct } from '../../use-act.ts';
import type { Account } from '../account/account.ts';
import { RecoverySteps } from './RecoverySteps.tsx';

const schema = z.object({ password: z.string().min(1).max(200) });

type Part = { onSent: () => void };

function ByPassword({ onSent }: Part) {
  const form = useZodForm(schema, { password: '' });
  return (
    <Form
      form={form}
      label="確認密碼"
      onSubmit={async ({ password }) => {
        try {
          await deferredApi.identity.ownRecoveryMail({ password });
        } catch (error) {
          throw atField(error, { PASSWORD_WRONG: 'password' });
        }
        onSent();
      }}
    >
      <PasswordField name="password" label="目前的密碼" autoComplete="current-password" />
      <Row>
        <SubmitButton look="primary" busyLabel="寄送中……">
          寄送信件
        </SubmitButton>
      </Row>
    </Form>
  );
}

/** For members without a password, who have signed in with Google. */
function ByLogin({ onSent }: Part) {
  const { busy, problem, run } = useAct(async () => {
    await deferredApi.identity.ownRecoveryMail({});
    onSent();
  });
  return (
    <div className="grid gap-4">
      <p>您以 Google 帳號登入，登入後 10 分鐘內可以寄送；超過時，請登出後重新登入。</p>
      {problem && <Alert tone="danger" live title={problem} />}
      <div>
        <Button look="primary" busy={busy} busyLabel="寄送中……" onClick={() => void run()}>
          寄送信件
        </Button>
      </div>
    </div>
  );
}

function Content({ email, hasPassword }: Account) {
  const [isSent, setSent] = useState(false);
  if (isSent) {
    return (
      <Alert tone="ok" live title={`信件已寄至 ${email}`}>
        請在 30 分鐘內點選信中的按鈕，填寫新的手機號碼。
      </Alert>
    );
  }
  const onSent = () => setSent(true);
  return (
    <div className="grid gap-4">
      <p>
        手機遺失、停用或換號時，可以改用新的號碼。新號碼生效時，通行密鑰會移除，各瀏覽器下次登入需要第二步驟。
      </p>
      <RecoverySteps email={email} />
      {hasPassword ? <ByPassword onSent={onSent} /> : <ByLogin onSent={onSent} />}
    </div>
  );
}

export function LostPhone({ account }: { account: Account }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button size="sm" onClick={() => setOpen(true)}>
        遺失或換號
      </Button>
      <Dialog open={isOpen} onClose={() => setOpen(false)} title="更換手機號碼">
        {isOpen && <Content {...account} />}
      </Dialog>
    </>
  );
}
