// The borrower's agreement: what he consents to, a code by text message, and the one button.
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { z } from 'zod';
import { smsCodeSchema } from '#contract/identity.ts';
import type { Proposal } from '#contract/servicing-negotiation.ts';
import { ApiFailure } from '../api.ts';
import { atField } from '../form/at-field.ts';
import { CheckboxField } from '../form/choice-fields.tsx';
import { OTPField } from '../form/OTPField.tsx';
import { Form, SubmitButton, useZodForm } from '../form/Form.tsx';
import { useSmsCode, type SmsCode } from '../identity/use-sms-code.ts';
import { api } from '../site/api.ts';
import { Alert } from '../ui/Alert.tsx';
import { DateText } from '../ui/Amount.tsx';
import { Button } from '../ui/Button.tsx';
import { toast } from '../ui/toasts.tsx';

const CONSENT = '請先勾選';
const consented = z.literal(true, CONSENT);
const schema = z.object({
  read: consented,
  binding: consented,
  smsCode: z
    .string()
    .min(1)
    .pipe(smsCodeSchema.regex(/^\d{6}$/, '請輸入 6 位數驗證碼')),
});

/** Asks for the code, then takes it. */
function CodeBox({ code }: { code: SmsCode }) {
  if (code.sentTo === '') {
    return (
      <div>
        <Button busy={code.busy} busyLabel="寄送中……" onClick={() => void code.send()}>
          取得簡訊驗證碼
        </Button>
      </div>
    );
  }
  return (
    <div className="otp-panel">
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
  );
}

export function AgreeBox({ loanId, proposal }: { loanId: string; proposal: Proposal }) {
  const client = useQueryClient();
  const code = useSmsCode();
  const form = useZodForm(schema, { smsCode: '' });
  // The code proves the phone once; if only the agreeing fails, it is not asked for again.
  const [proven, setProven] = useState(false);
  const agree = async (smsCode: string, idempotencyKey: string) => {
    try {
      if (!proven) await api.identity.smsCodeVerification({ smsCode });
      setProven(true);
      await api.servicing.agreeToNegotiation({ id: loanId }, { idempotencyKey });
      await client.invalidateQueries({ queryKey: ['servicing'] });
      toast('已同意協商方案');
    } catch (error) {
      if (error instanceof ApiFailure && error.code === 'STEP_UP_REQUIRED') setProven(false);
      throw atField(error, { SMS_CODE_INVALID: 'smsCode', SMS_CODE_EXPIRED: 'smsCode' });
    }
  };
  return (
    <Form
      form={form}
      label="同意協商方案"
      onSubmit={({ smsCode }, { idempotencyKey }) => agree(smsCode, idempotencyKey)}
    >
      <p>
        請於 {proposal.borrowerBy && <DateText at={proposal.borrowerBy} />}{' '}
        前同意，逾期案件將進入法律程序。同意後由出資人表示意見，達在貸本金三分之二即生效。
      </p>
      <CheckboxField name="read" label="已閱讀協商契約">
        我已閱讀協商契約，了解新的利率、期數、各期金額與應還日
      </CheckboxField>
      <CheckboxField name="binding" label="以電子簽章同意">
        我同意以簡訊驗證作為電子簽章，與親筆簽名有相同效力
      </CheckboxField>
      <CodeBox code={code} />
      {code.problem && <Alert tone="danger" live title={code.problem} />}
      <div>
        <SubmitButton
          size="lg"
          busyLabel="送出中……"
          disabledReason={code.sentTo === '' ? '請先取得簡訊驗證碼' : undefined}
        >
          同意協商方案
        </SubmitButton>
      </div>
    </Form>
  );
}
