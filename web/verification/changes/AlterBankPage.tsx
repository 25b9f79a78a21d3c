// Page for changing the bank account: the current and the new account, its passbook, and a step-up
// by text message.
import { atField } from '../../form/at-field.ts';
import { refusalsAt } from '../../form/files.ts';
import { Form, SubmitButton, useZodForm } from '../../form/Form.tsx';
import { AlwaysAsk } from '../../form/LeaveGuard.tsx';
import { StepUp, stepUpShape, useStepUp } from '../../identity/sign-in/StepUp.tsx';
import { deferredApi } from '../../site/kit/deferred-calls.ts';
import { titleOf } from '../../site/kit/brand.ts';
import { Facts } from '../../ui/display/Card.tsx';
import { Row } from '../../ui/Layout.tsx';
import { AlterPage } from './AlterPage.tsx';
import { accountObject } from '#contract/identity/step-up.ts';
import { bankSchema } from '../steps/bank-schema.ts';
import { BankFields, BankKnown } from '../steps/BankFields.tsx';
import { FormPart } from '../FormPart.tsx';

export const meta = () => [
  { title: titleOf('變更銀行帳戶') },
  { name: 'robots', content: 'noindex' },
];

const schema = bankSchema.extend(stepUpShape);

function AlterBankForm({ onSent }: { onSent: () => void }) {
  const form = useZodForm(schema);
  const { code, act } = useStepUp(() => {
    const { bankCode = '', account = '' } = form.getValues();
    const isGiven = bankSchema
      .pick({ bankCode: true, account: true })
      .safeParse({ bankCode, account });
    return {
      act: 'bank-info',
      ...(isGiven.success && { object: accountObject(bankCode, account) }),
    };
  });
  return (
    <BankKnown>
      {(known) => (
        <Form
          form={form}
          label="變更銀行帳戶"
          onSubmit={async ({ own: _own, image, smsCode, ...info }, sending) => {
            try {
              const files = { image };
              await act(smsCode, () =>
                deferredApi.verification.changeBank(info, { ...sending, files }),
              );
              onSent();
            } catch (error) {
              throw atField(error, {
                BANK_UNKNOWN: 'bankCode',
                ACCOUNT_SAME: 'account',
                ...refusalsAt('image'),
              });
            }
          }}
        >
          <AlwaysAsk />
          <FormPart title="目前使用的帳戶">
            <Facts facts={[{ name: '帳戶', value: known.current ?? '尚無' }]} />
          </FormPart>
          <BankFields {...known} busy={form.formState.isSubmitting} />
          <FormPart title="確認是您本人">
            <StepUp code={code} />
          </FormPart>
          <Row>
            <SubmitButton look="primary" size="lg" busyLabel="上傳中……">
              送出變更申請
            </SubmitButton>
          </Row>
        </Form>
      )}
    </BankKnown>
  );
}

export default function AlterBankPage() {
  return <AlterPage kind="bank">{(onSent) => <AlterBankForm onSent={onSent} />}</AlterPage>;
}
