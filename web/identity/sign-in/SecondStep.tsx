// Second step of a sign-in from a browser that the account has not used before: a passkey or a
// code.
import { useEffect, useRef, useState } from 'react';
import { z } from 'zod';
import type { SecondStep as Step } from '#contract/identity/factor.ts';
import type { User } from '#contract/identity/calls.ts';
import { ApiFailure, wordsOf } from '../../api.ts';
import { atField } from '../../form/at-field.ts';
import { Form, SubmitButton, useZodForm } from '../../form/Form.tsx';
import { OTPField } from '../../form/OTPField.tsx';
import { deferredApi } from '../../site/kit/deferred-calls.ts';
import { Alert } from '../../ui/display/Alert.tsx';
import { Button } from '../../ui/Button.tsx';
import { usePause } from '../../ui/pause.ts';
import { announce } from '../../ui/overlay/toasts.tsx';
import { passkeyWords, secondFactorByPasskey } from './passkey-browser.ts';
import { RecoveryMail } from '../recovery/RecoveryMail.tsx';
import { ResendCode } from './sms-code-parts.tsx';
import { codeRefusals, codeShape } from './StepUp.tsx';
import type { WaitingSignIn } from './waiting-sign-in.ts';
import { waitForMessage } from './web-otp.ts';
import { withWork } from '../captcha/with-work.ts';

const PAUSE_S = 60;
const codeSchema = z.object(codeShape);

type Next = {
  step: Step;
  onUser: (user: User) => Promise<void>;
  /** Called with a message if the sign-in must be started again. */
  onExpired: (words: string) => void;
};

const isExpired = (error: unknown): error is ApiFailure =>
  error instanceof ApiFailure && error.code === 'SIGN_IN_EXPIRED';

function ByPasskey({ step, onUser, onExpired }: Next) {
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState('');
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => box.current?.querySelector('button')?.focus(), []);
  const press = async () => {
    setBusy(true);
    setProblem('');
    try {
      await onUser(await secondFactorByPasskey(step.ticket));
    } catch (error) {
      if (isExpired(error)) onExpired(error.message);
      setProblem(passkeyWords(error));
      setBusy(false);
    }
  };
  return (
    <div className="grid gap-6" ref={box}>
      <p>您第一次在這個瀏覽器登入，請以通行密鑰確認是您本人。之後在這裡登入不會再詢問。</p>
      {problem && <Alert tone="danger" live title={problem} />}
      <Button
        wide
        size="lg"
        look="primary"
        busy={busy}
        busyLabel="請在裝置上確認……"
        onClick={() => void press()}
      >
        使用通行密鑰
      </Button>
    </div>
  );
}

/**
 * Sends a code as soon as one is `wanted`, and again on request after a minute. Users who choose
 * another way and come back can still use the code that was sent.
 */
function useCode({ step, onExpired }: Pick<Next, 'step' | 'onExpired'>, wanted: boolean) {
  const [state, setState] = useState({ busy: true, isSent: false, problem: '' });
  const [left, begin] = usePause();
  const send = async () => {
    setState((before) => ({ ...before, busy: true, problem: '' }));
    try {
      await withWork('sms', (more) =>
        deferredApi.identity.secondFactorCode({ ticket: step.ticket, ...more }),
      );
      setState({ busy: false, isSent: true, problem: '' });
      begin(PAUSE_S);
      // Only repeated codes are announced, because a line on the page already says where the first
      // one was sent.
      if (state.isSent) announce('已重新寄出驗證碼');
    } catch (error) {
      if (isExpired(error)) onExpired(error.message);
      setState((before) => ({ ...before, busy: false, problem: wordsOf(error) }));
    }
  };
  const begun = useRef(false);
  useEffect(() => {
    if (!wanted || begun.current) return;
    begun.current = true;
    void send();
  });
  return { ...state, left, send };
}

function ByMessage({ step, onUser, onExpired, code }: Next & { code: ReturnType<typeof useCode> }) {
  const form = useZodForm(codeSchema, { smsCode: '' });
  const box = useRef<HTMLDivElement>(null);
  // Waits until the field has received the last digit.
  const submit = () => setTimeout(() => box.current?.closest('form')?.requestSubmit());
  useEffect(() => {
    box.current?.querySelector('input')?.focus();
    return waitForMessage((smsCode) => {
      form.setValue('smsCode', smsCode);
      submit();
    });
    // Once, when the step opens.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, []);
  return (
    <Form
      form={form}
      label="輸入驗證碼"
      onSubmit={async ({ smsCode }) => {
        try {
          const given = { ticket: step.ticket, smsCode };
          await onUser((await deferredApi.identity.secondFactorSms(given)).data);
        } catch (error) {
          if (isExpired(error)) onExpired(error.message);
          form.resetField('smsCode');
          throw atField(error, codeRefusals);
        }
      }}
    >
      <div className="grid gap-4" ref={box}>
        <p>您第一次在這個瀏覽器登入，請輸入簡訊驗證碼確認是您本人。之後在這裡登入不會再詢問。</p>
        <p role="status">
          {(code.isSent || code.busy) && (
            <>
              {code.isSent ? '驗證碼已傳送至 ' : '正在傳送驗證碼至 '}
              <strong className="num">{step.phoneMasked}</strong>，5 分鐘內有效
            </>
          )}
        </p>
        {code.problem && <Alert tone="danger" live title={code.problem} />}
        <OTPField name="smsCode" label="簡訊驗證碼" onComplete={submit} />
        <div>
          <ResendCode {...code} />
        </div>
      </div>
      <SubmitButton look="primary" size="lg" wide busyLabel="登入中……">
        登入
      </SubmitButton>
    </Form>
  );
}

export default function SecondStep({
  step,
  to,
  enter,
  onBack,
}: WaitingSignIn & {
  enter: (user: User, to: string) => Promise<void>;
  /** Receives a message if the sign-in must be started again. */
  onBack: (words: string) => void;
}) {
  const { ways } = step;
  const next: Next = { step, onUser: (user) => enter(user, to), onExpired: onBack };
  const [way, setWay] = useState<Step['ways'][number] | 'neither' | undefined>(ways[0]);
  const code = useCode(next, way === 'sms');
  const others = ways.filter((one) => one !== way);
  return (
    <div className="grid gap-6">
      {way === 'passkey' && <ByPasskey {...next} />}
      {way === 'sms' && <ByMessage {...next} code={code} />}
      {way === 'neither' && <RecoveryMail {...next} />}
      <div className="grid justify-items-start gap-2">
        {others.map((other) => (
          <Button key={other} look="quiet" size="sm" onClick={() => setWay(other)}>
            {other === 'sms' ? '改用簡訊驗證碼' : '改用通行密鑰'}
          </Button>
        ))}
        {way !== 'neither' && (
          <Button look="quiet" size="sm" onClick={() => setWay('neither')}>
            無法使用手機或通行密鑰
          </Button>
        )}
        <Button look="quiet" size="sm" onClick={() => onBack('')}>
          回到登入
        </Button>
      </div>
    </div>
  );
}
