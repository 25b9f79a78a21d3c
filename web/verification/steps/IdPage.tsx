// Step 3: photos of the identity documents, and date, place and kind of issue of the card.
import type { z } from 'zod';
import type { idInfoSchema } from '#contract/verification/calls.ts';
import { Form, SubmitButton, useZodForm } from '../../form/Form.tsx';
import { useFormDraft, useStoredDraft } from '../../form/use-form-draft.ts';
import { api } from '../../site/kit/api.ts';
import { titleOf } from '../../site/kit/brand.ts';
import { Alert } from '../../ui/display/Alert.tsx';
import { Row } from '../../ui/Layout.tsx';
import { idSchema, idSending } from './id-schema.ts';
import { IdFields } from './IdFields.tsx';
import { StepPage, useStepDone } from './StepPage.tsx';

export const meta = () => [{ title: titleOf('身分證件') }, { name: 'robots', content: 'noindex' }];

export default function IdPage() {
  const form = useZodForm(idSchema);
  const given = useStepDone('id');
  const restored = useFormDraft(form, useStoredDraft('id'));
  return (
    <StepPage
      id="id"
      title="身分證件"
      lead="約 2 分鐘，請準備身分證與健保卡或駕照。照片會自動縮小並加上浮水印。"
    >
      <Form
        form={form}
        label="身分證件"
        guard
        onSubmit={async (values, sending) => {
          const { info, files } = idSending(values);
          const whole = info as z.output<typeof idInfoSchema>;
          await given(await api.verification.idInfo(whole, { ...sending, files }));
        }}
      >
        {restored && (
          <Alert live title="已帶回您先前填寫的內容，請確認後送出">
            照片沒有保留，請重新選擇。
          </Alert>
        )}
        <IdFields busy={form.formState.isSubmitting} />
        <Row>
          <SubmitButton look="primary" size="lg" busyLabel="上傳中……">
            送出證件
          </SubmitButton>
        </Row>
      </Form>
    </StepPage>
  );
}
