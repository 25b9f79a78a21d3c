// Signing, step 4: a code by text message, and with it the signature itself.
import { useEffect, useRef, useState } from 'react';
import { z } from 'zod';
import { smsCodeSchema } from '#contract/identity.ts';
import { ApiFailure, wordsOf } from '../api.ts';
import { atField } from '../form/at-field.ts';
import { OTPField } from '../form/OTPField.tsx';
import { Form, SubmitButton, useZodForm } from '../form/Form.tsx';
import { PasskeyStepUp } from '../identity/PasskeyStepUp.tsx';
import { api } from '../site/api.ts';
import { Alert } from '../ui/Alert.tsx';
import { Button } from '../ui/Button.tsx';
import { usePause } from '../ui/pause.ts';
import { announce } from '../ui/toasts.tsx';

export type Signed = { signedAt: string; sha256: string };

const PAUSE_S = 60;
const schema = z.object({
  smsCode: z
    .string()
    .min(1)
    .pipe(smsCodeSchema.regex(/^\d{6}$/, '請輸入 6 位數驗證碼')),
});

function useCode() {
  const [sentTo, setSentTo] = useState('');
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState('');
  const [left, begin] = usePause();
  const send = async () => {
    if (busy) return;
    setBusy(true);
    setProblem('');
    try {
      const { data } = await api.identity.sendSmsCodeWithVerifiedNumber();
      setSentTo(data.phoneMasked);
      begin(PAUSE_S);
      announce(`驗證碼已寄至 ${data.phoneMasked}`);
    } catch (error) {
      setProblem(wordsOf(error));
    }
    setBusy(false);
  };
  return { sentTo, busy, problem, left, send };
}

function CodeForm({
  code,
  onSigned,
}: {
  code: ReturnType<typeof useCode>;
  onSigned: (signed: Signed) => void;
}) {
  const form = useZodForm(schema, { smsCode: '' });
  const box = useRef<HTMLDivElement>(null);
  // The code proves the phone once; if only the signing fails, it is not asked for again.
  const [proven, setProven] = useState(false);
  return (
    <Form
      form={form}
      label="簡訊驗證"
      onSubmit={async ({ smsCode }, sending) => {
        try {
          if (!proven) await api.identity.smsCodeVerification({ smsCode });
          setProven(true);
          const { data } = await api.lending.signContract({}, sending);
          onSigned({ signedAt: data.signedAt, sha256: data.sha256 });
        } catch (error) {
          if (error instanceof ApiFailure && error.code === 'STEP_UP_REQUIRED') setProven(false);
          throw atField(error, { SMS_CODE_INVALID: 'smsCode', SMS_CODE_EXPIRED: 'smsCode' });
        }
      }}
    >
      <div className="otp-panel" ref={box}>
        <p role="status">
          驗證碼已寄至 <strong className="num">{code.sentTo}</strong>，5 分鐘內有效
        </p>
        <OTPField name="smsCode" label="簡訊驗證碼" />
        <div>
          <Button
            look="quiet"
            size="sm"
            busy={code.busy}
            busyLabel="寄送中……"
            disabledReason={code.left > 0 ? `${code.left} 秒後可重新取得` : undefined}
            onClick={() => void code.send()}
          >
            重新取得驗證碼
          </Button>
        </div>
      </div>
      <p>按下「簽署契約」，即表示您同意以電子簽章簽署本借貸契約，與親筆簽名有相同效力。</p>
      <div className="form-end">
        <SubmitButton size="lg" busyLabel="簽署中……">
          簽署契約
        </SubmitButton>
      </div>
    </Form>
  );
}

export function SmsStep({
  onBack,
  onSigned,
}: {
  onBack: () => void;
  onSigned: (signed: Signed) => void;
}) {
  const code = useCode();
  const region = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (code.sentTo) region.current?.querySelector('input')?.focus();
  }, [code.sentTo]);
  return (
    <div className="grid gap-6" ref={region}>
      <p>最後一步：以您驗證過的手機接收驗證碼，確認是您本人簽署。</p>
      {code.sentTo ? (
        <CodeForm code={code} onSigned={onSigned} />
      ) : (
        <div>
          <Button
            look="primary"
            size="lg"
            busy={code.busy}
            busyLabel="寄送中……"
            onClick={() => void code.send()}
          >
            取得驗證碼
          </Button>
        </div>
      )}
      {code.problem && <Alert tone="danger" live title={code.problem} />}
      <PasskeyStepUp
        label="改用通行密鑰驗證並簽署"
        onProven={async () => {
          const { data } = await api.lending.signContract();
          onSigned({ signedAt: data.signedAt, sha256: data.sha256 });
        }}
      />
      <div>
        <Button onClick={onBack}>上一步</Button>
      </div>
    </div>
  );
}
