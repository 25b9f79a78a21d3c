// Step 4: the member's own bank account and a photo of its passbook; afterwards a reviewer checks
// the verification.
import { useState } from 'react';
import { ApiFailure } from '../../api.ts';
import { atField } from '../../form/at-field.ts';
import { refusalsAt } from '../../form/files.ts';
import { Form, SubmitButton, useZodForm } from '../../form/Form.tsx';
import { useFormDraft } from '../../form/use-form-draft.ts';
import { api } from '../../site/kit/api.ts';
import { titleOf } from '../../site/kit/brand.ts';
import { Alert } from '../../ui/display/Alert.tsx';
import { Row } from '../../ui/Layout.tsx';
import { bankSchema } from './bank-schema.ts';
import { BankFields, BankKnown } from './BankFields.tsx';
import { ReplaceDialog } from './ReplaceDialog.tsx';
import { StepPage, useStepDone } from './StepPage.tsx';

export const meta = () => [{ title: titleOf('銀行帳戶') }, { name: 'robots', content: 'noindex' }];

type Replacement = { send: () => Promise<void> };

export default function BankPage() {
  const [waiting, setWaiting] = useState<Replacement | null>(null);
  const form = useZodForm(bankSchema);
  const given = useStepDone('bank');
  const restored = useFormDraft(form, 'bank');
  return (
    <StepPage id="bank" title="銀行帳戶" lead="約 1 分鐘，這是最後一步。送出後審核約 1 個工作天。">
      <ReplaceDialog
        title="更換銀行帳戶"
        about="這個帳戶已有使用中的銀行帳戶。為了保護您的款項，請先確認是您本人。"
        act="送出並開始審核"
        send={waiting?.send ?? null}
        onClose={() => setWaiting(null)}
      />
      <BankKnown>
        {(known) => (
          <Form
            form={form}
            label="銀行帳戶"
            guard
            onSubmit={async ({ own: _own, image, ...info }, sending) => {
              const send = async () =>
                given(await api.verification.bankInfo(info, { ...sending, files: { image } }));
              try {
                await send();
              } catch (error) {
                // After a reset, another account than the one in force needs a proof.
                if (error instanceof ApiFailure && error.code === 'STEP_UP_REQUIRED') {
                  return setWaiting({ send });
                }
                throw atField(error, { BANK_UNKNOWN: 'bankCode', ...refusalsAt('image') });
              }
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
