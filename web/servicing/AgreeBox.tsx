// The borrower's agreement to new terms: what they agree to, a confirmation of their identity, and
// the button.
import { useQueryClient } from '@tanstack/react-query';
import { useWatch } from 'react-hook-form';
import { z } from 'zod';
import type { Proposal } from '#contract/servicing/negotiation-calls.ts';
import { CheckboxField } from '../form/choice-fields.tsx';
import { Form, SubmitButton, useZodForm } from '../form/Form.tsx';
import { StepUp, stepUpShape, useStepUp } from '../identity/sign-in/StepUp.tsx';
import { deferredApi } from '../site/kit/deferred-calls.ts';
import { DateText } from '../ui/display/Amount.tsx';
import { toast } from '../ui/overlay/toasts.tsx';

const CONSENT = '請先勾選';
const consented = z.literal(true, CONSENT);
const schema = z.object({ read: consented, binding: consented, ...stepUpShape });

export function AgreeBox({ loanId, proposal }: { loanId: string; proposal: Proposal }) {
  const client = useQueryClient();
  const { code, act } = useStepUp({ act: 'negotiation-agree' });
  const form = useZodForm(schema, { smsCode: '' });
  const smsCode = useWatch({ control: form.control, name: 'smsCode' });
  const agree = async (given: string, idempotencyKey: string) => {
    await act(given, () =>
      deferredApi.servicing.agreeToNegotiation({ id: loanId }, { idempotencyKey }),
    );
    await client.invalidateQueries({ queryKey: ['servicing'] });
    toast('已同意協商方案');
  };
  return (
    <Form
      form={form}
      label="同意協商方案"
      onSubmit={(given, { idempotencyKey }) => agree(given.smsCode, idempotencyKey)}
    >
      <p>
        請於 {proposal.borrowerBy && <DateText at={proposal.borrowerBy} />}{' '}
        前同意；逾期未同意，案件將進入法律程序。同意後由出資人表示意見，達在貸本金三分之二即生效。
      </p>
      <CheckboxField name="read" label="已閱讀協商契約">
        我已閱讀協商契約，了解新的利率、期數、各期金額與應還日
      </CheckboxField>
      <CheckboxField name="binding" label="以電子簽章同意">
        我同意以簡訊驗證或通行密鑰作為電子簽章，與親筆簽名有相同效力
      </CheckboxField>
      <StepUp code={code} />
      <div>
        <SubmitButton
          size="lg"
          busyLabel="送出中……"
          disabledReason={code.sentTo || smsCode ? undefined : '請先確認是您本人'}
        >
          同意協商方案
        </SubmitButton>
      </div>
    </Form>
  );
}
