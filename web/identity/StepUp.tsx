// A step-up inside a form: a code to the verified number, proved once, then the sensitive act.
import { useState } from 'react';
import { z } from 'zod';
import { smsCodeSchema } from '#contract/identity.ts';
import { ApiFailure } from '../api.ts';
import { atField } from '../form/at-field.ts';
import { OTPField } from '../form/OTPField.tsx';
import { api } from '../site/api.ts';
import { Alert } from '../ui/Alert.tsx';
import { Button } from '../ui/Button.tsx';
import { type SmsCode, useSmsCode } from './use-sms-code.ts';

/** The field of the code, for the form's schema. */
export const stepUpShape = {
  smsCode: z
    .string()
    .min(1)
    .pipe(smsCodeSchema.regex(/^\d{6}$/, '請輸入 6 位數驗證碼')),
};

/** `act` proves the phone first; where only the act fails, the code is not asked for again. */
export function useStepUp() {
  const code = useSmsCode();
  const [proven, setProven] = useState(false);
  const act = async <R,>(smsCode: string, sensitive: () => Promise<R>): Promise<R> => {
    try {
      if (!proven) await api.identity.smsCodeVerification({ smsCode });
      setProven(true);
      return await sensitive();
    } catch (error) {
      if (error instanceof ApiFailure && error.code === 'STEP_UP_REQUIRED') setProven(false);
      throw atField(error, { SMS_CODE_INVALID: 'smsCode', SMS_CODE_EXPIRED: 'smsCode' });
    }
  };
  return { code, act };
}

/** Asks for the code, then takes it in; `smsCode` in the form. */
export function StepUp({ code }: { code: SmsCode }) {
  return (
    <div className="otp-panel">
      {code.sentTo ? (
        <>
          <p role="status">
            驗證碼已寄至 <strong className="num">{code.sentTo}</strong>，5 分鐘內有效
          </p>
          <OTPField name="smsCode" label="簡訊驗證碼" />
        </>
      ) : (
        <p>為確認是您本人，請以驗證過的手機接收驗證碼。</p>
      )}
      <div>
        <Button
          look={code.sentTo ? 'quiet' : 'secondary'}
          size={code.sentTo ? 'sm' : 'md'}
          busy={code.busy}
          busyLabel="寄送中……"
          disabledReason={code.left > 0 ? `${code.left} 秒後可重新取得` : undefined}
          onClick={() => void code.send()}
        >
          {code.sentTo ? '重新取得驗證碼' : '取得驗證碼'}
        </Button>
      </div>
      {code.problem && <Alert tone="danger" live title={code.problem} />}
    </div>
  );
}
