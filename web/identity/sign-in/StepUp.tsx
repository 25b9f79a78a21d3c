// Step-up inside a form: a code to the verified number or a passkey, then the sensitive action.
import { useState } from 'react';
import { useFormContext, useWatch } from 'react-hook-form';
import { z } from 'zod';
import { smsCodeSchema } from '#contract/identity/calls.ts';
import type { StepUpFor } from '#contract/identity/step-up.ts';
import { ApiFailure } from '../../api.ts';
import { atField } from '../../form/at-field.ts';
import { OTPField } from '../../form/OTPField.tsx';
import { api } from '../../site/kit/api.ts';
import { Alert } from '../../ui/display/Alert.tsx';
import { Button } from '../../ui/Button.tsx';
import { PasskeyStepUp } from './PasskeyStepUp.tsx';
import { CodeSentTo, ResendCode } from './sms-code-parts.tsx';
import { type SmsCode, useSmsCode } from './use-sms-code.ts';

const NOT_A_CODE = '請輸入 6 位數驗證碼';
/** Value of the code field if a passkey has confirmed the identity. */
const BY_PASSKEY = 'passkey';

/** Code field for a form's schema. */
export const codeShape = {
  smsCode: z
    .string()
    .min(1)
    .pipe(smsCodeSchema.regex(/^\d{6}$/, NOT_A_CODE)),
};

/** Code field for a form's schema that also accepts a passkey. */
export const stepUpShape = {
  smsCode: z
    .string()
    .min(1)
    .refine((given) => given === BY_PASSKEY || smsCodeSchema.safeParse(given).success, NOT_A_CODE),
};

/** Maps refusals to the code field, for `atField`. */
export const codeRefusals = { SMS_CODE_INVALID: 'smsCode', SMS_CODE_EXPIRED: 'smsCode' } as const;

/** `act` confirms the phone first; if only the action fails, the code is not requested again. */
export function useStepUp(of: StepUpFor | (() => StepUpFor)) {
  const code = useSmsCode(of);
  const [proven, setProven] = useState(false);
  const act = async <R,>(smsCode: string, sensitive: () => Promise<R>): Promise<R> => {
    try {
      if (!proven && smsCode !== BY_PASSKEY) {
        await api.identity.smsCodeVerification({ smsCode, ...code.sentFor });
      }
      setProven(true);
      return await sensitive();
    } catch (error) {
      if (error instanceof ApiFailure && error.code === 'STEP_UP_REQUIRED') setProven(false);
      throw atField(error, codeRefusals);
    }
  };
  return { code, act };
}

/** Input for the code that was sent; its name in the form is `smsCode`. */
export function SentCode({ code }: { code: SmsCode }) {
  return (
    <>
      <CodeSentTo phone={code.sentTo} />
      <OTPField name="smsCode" label="簡訊驗證碼" />
      <div>
        <ResendCode {...code} />
      </div>
    </>
  );
}

/** Requests a code and accepts it or a passkey; for a form with `stepUpShape`. */
export function StepUp({ code }: { code: SmsCode }) {
  const form = useFormContext<{ smsCode: string }>();
  const given = useWatch<{ smsCode: string }, 'smsCode'>({ name: 'smsCode' });
  if (given === BY_PASSKEY) {
    return (
      <Alert tone="ok" live title="已以通行密鑰確認是您本人">
        <Button look="quiet" size="sm" onClick={() => form.setValue('smsCode', '')}>
          重新確認
        </Button>
      </Alert>
    );
  }
  return (
    <div className="grid gap-5 px-5 py-6 rounded-card bg-sunken">
      {code.sentTo ? (
        <SentCode code={code} />
      ) : (
        <>
          <p>為確認是您本人，我們會把驗證碼傳到您已驗證的手機。</p>
          <div>
            <Button busy={code.busy} busyLabel="寄送中……" onClick={() => void code.send()}>
              取得驗證碼
            </Button>
          </div>
        </>
      )}
      {code.problem && <Alert tone="danger" live title={code.problem} />}
      <PasskeyStepUp
        look="quiet"
        named={code.named}
        onProven={() => {
          form.setValue('smsCode', BY_PASSKEY, { shouldDirty: true, shouldValidate: true });
        }}
      />
    </div>
  );
}
