// Asks for the verification mail again: once a minute, to a known or a typed e-mail.
import { MailCheck } from 'lucide-react';
import { useState } from 'react';
import { z } from 'zod';
import { emailSchema } from '#contract/identity.ts';
import { wordsOf } from '../api.ts';
import { TextField } from '../form/fields.tsx';
import { Form, SubmitButton, useZodForm } from '../form/Form.tsx';
import { api } from '../site/api.ts';
import { Alert } from '../ui/Alert.tsx';
import { Button } from '../ui/Button.tsx';
import { usePause } from '../ui/pause.ts';

const PAUSE_S = 60;

/** A button, and what came of it. */
export function Resend({ email, look }: { email: string; look?: 'primary' }) {
  const [left, begin] = usePause();
  const [busy, setBusy] = useState(false);
  const [told, setTold] = useState<{ tone: 'ok' | 'danger'; words: string } | null>(null);
  const send = async () => {
    setBusy(true);
    setTold(null);
    try {
      await api.identity.sendEmailVerification({ email });
      begin(PAUSE_S);
      setTold({ tone: 'ok', words: '已重寄，請查看收件匣與垃圾郵件匣' });
    } catch (error) {
      setTold({ tone: 'danger', words: wordsOf(error) });
    }
    setBusy(false);
  };
  return (
    <div className="grid w-full justify-items-center gap-3">
      <Button
        look={look}
        busy={busy}
        busyLabel="寄送中……"
        icon={<MailCheck size={18} aria-hidden="true" />}
        disabledReason={left > 0 ? `${left} 秒後可再次寄送` : undefined}
        onClick={() => void send()}
      >
        重寄驗證信
      </Button>
      {told && (
        <div className="w-full text-start">
          <Alert tone={told.tone} live title={told.words} />
        </div>
      )}
    </div>
  );
}

const schema = z.object({ email: emailSchema });

/** For whom we do not know: any e-mail gets the same answer. */
export function ResendForm() {
  const form = useZodForm(schema, { email: '' });
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
