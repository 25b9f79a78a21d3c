// Button that resends a mail, at most once a minute, and its result.
import { MailCheck } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import { wordsOf } from '../../api.ts';
import { api } from '../../site/kit/api.ts';
import { Alert } from '../../ui/display/Alert.tsx';
import { Button, type ButtonLook } from '../../ui/Button.tsx';
import { usePause } from '../../ui/pause.ts';

const PAUSE_S = 60;

/** `sent` is the text shown after the mail was sent. */
export function SendAgain({
  send,
  sent,
  look,
  children,
}: {
  send: () => Promise<unknown>;
  sent: string;
  look?: ButtonLook | undefined;
  children: ReactNode;
}) {
  const [left, begin] = usePause();
  const [busy, setBusy] = useState(false);
  const [told, setTold] = useState<{ tone: 'ok' | 'danger'; words: string } | null>(null);
  const press = async () => {
    setBusy(true);
    setTold(null);
    try {
      await send();
      begin(PAUSE_S);
      setTold({ tone: 'ok', words: sent });
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
        onClick={() => void press()}
      >
        {children}
      </Button>
      {told && (
        <div className="w-full text-start">
          <Alert tone={told.tone} live title={told.words} />
        </div>
      )}
    </div>
  );
}

/** Resends the mail that confirms an e-mail address. */
export function Resend({ email, look }: { email: string; look?: 'primary' }) {
  return (
    <SendAgain
      look={look}
      send={() => api.identity.sendEmailVerification({ email })}
      sent="已重寄，請查看收件匣與垃圾郵件匣"
    >
      重寄驗證信
    </SendAgain>
  );
}

/** Sends the mail that resets the password to the signed-in user's address. */
export function ResetByMail({
  email,
  look,
  children,
}: {
  email: string;
  look: ButtonLook;
  children: ReactNode;
}) {
  return (
    <SendAgain
      look={look}
      send={() => api.identity.resetPasswordEmail({ email })}
      sent="已寄出重設連結，30 分鐘內有效"
    >
      {children}
    </SendAgain>
  );
}
