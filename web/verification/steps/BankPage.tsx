// Step 4: the member's own bank account and a photo of its passbook; afterwards a reviewer checks
// the verification.
import { Form, SubmitButton, useZodForm } from '../../form/Form.tsx';
import { useFormDraft, useStoredDraft } from '../../form/use-form-draft.ts';
import { api } from '../../site/kit/api.ts';
import { titleOf } from '../../site/kit/brand.ts';
import { Alert } from '../../ui/display/Alert.tsx';
import { Row } from '../../ui/Layout.tsx';
import { bankSchema } from './bank-schema.ts';
import { BankFields, BankKnown } from './BankFields.tsx';
import { StepPage, useStepDone } from './StepPage.tsx';
import { useAccountReplacement } from './use-account-replacement.tsx';

export const meta = () => [{ title: titleOf('銀行帳戶') }, { name: 'robots', content: 'noindex' }];

export default function BankPage() {
  const { dialog, sendAccount } = useAccountReplacement('送出並開始審核');
  const form = useZodForm(bankSchema);
  const given = useStepDone('bank');
  const restored = useFormDraft(form, useStoredDraft('bank'));
  return (
    <StepPage id="bank" title="銀行帳戶" lead="約 1 分鐘，這是最後一步。送出後審核約 1 個營業日。">
      {dialog}
      <BankKnown>
        {(known) => (
          <Form
            form={form}
            label="銀行帳戶"
            guard
            onSubmit={async ({ own: _own, image, ...info }, sending) => {
              await sendAccount(async () =>
                given(await api.verification.bankInfo(info, { ...sending, files: { image } })),
              );
            }}
          >
            {restored && (
              <Alert live title="已帶回您先前填寫的內容，請確認後送出">
                影像沒有保留，請重新選擇。
              </Alert>
            )}
            <BankFields {...known} busy={form.formState.isSubmitting} />
            <Row>
              <SubmitButton look="primary" size="lg" busyLabel="上傳中……">
                送出並開始審核
              </SubmitButton>
            </Row>
          </Form>
        )}
      </BankKnown>
    </StepPage>
  );
}
