// Form that requests the verification mail again, for users whose address the page does not know.
import { useState } from 'react';
import { TextField } from '../../form/fields.tsx';
import { Form, SubmitButton } from '../../form/Form.tsx';
import { useDeferredForm } from '../../form/deferred-form.ts';
import { api } from '../../site/kit/api.ts';
import { Alert } from '../../ui/display/Alert.tsx';
import { Resend } from './SendAgain.tsx';

const schema = () => import('../sign-in/entrance-schemas.ts').then(({ emailOnly }) => emailOnly);

/** Every e-mail address gets the same answer. */
export default function ResendForm() {
  const form = useDeferredForm(schema, { email: '' });
  const [sent, setSent] = useState('');
  if (sent) {
    return (
      <div className="grid w-full justify-items-center gap-4">
        <div className="w-full text-start">
          <Alert tone="ok" live title="如果這個電子郵件正在等待驗證，驗證信已經寄出">
            請在 30 分鐘內點選信中的連結；沒看到時，請查看垃圾郵件匣。
          </Alert>
        </div>
        <Resend email={sent} />
      </div>
    );
  }
  return (
    <Form
      form={form}
      label="寄送驗證信"
      className="grid w-full gap-4 text-start"
      onSubmit={async ({ email }) => {
        await api.identity.sendEmailVerification({ email });
        setSent(email);
      }}
    >
      <TextField
        name="email"
        label="註冊時使用的電子郵件"
        type="email"
        inputMode="email"
        autoComplete="email"
        normalise="halfWidth"
        spellCheck={false}
      />
      <SubmitButton look="primary" wide busyLabel="寄送中……">
        寄送驗證信
      </SubmitButton>
    </Form>
  );
}
