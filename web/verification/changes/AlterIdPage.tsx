// Page on which a member submits a new ID document: reason, photos, date and place of issue, the
// new name if it changed, and a confirmation of identity.
import { useWatch } from 'react-hook-form';
import { z } from 'zod';
import { idChangeReasons, RENAMED } from '#contract/verification/changes.ts';
import { nameSchema } from '#contract/verification/calls.ts';
import { ChipsField } from '../../form/choice-fields.tsx';
import { TextField } from '../../form/fields.tsx';
import { Form, SubmitButton, useZodForm } from '../../form/Form.tsx';
import { StepUp, stepUpShape, useStepUp } from '../../identity/sign-in/StepUp.tsx';
import { deferredApi } from '../../site/kit/deferred-calls.ts';
import { titleOf } from '../../site/kit/brand.ts';
import { AlterPage } from './AlterPage.tsx';
import { FormPart } from '../FormPart.tsx';
import { idSchema, idSending } from '../steps/id-schema.ts';
import { Row } from '../../ui/Layout.tsx';
import { IdFields } from '../steps/IdFields.tsx';

export const meta = () => [
  { title: titleOf('更新身分證件') },
  { name: 'robots', content: 'noindex' },
];

const schema = z.strictObject({
  reason: z.number(),
  name: nameSchema.optional(),
  ...idSchema.shape,
  ...stepUpShape,
});

function Reason() {
  const reason = useWatch({ name: 'reason' }) as number | undefined;
  return (
    <FormPart title="更新原因">
      <ChipsField
        name="reason"
        label="更新原因"
        numeric
        choices={idChangeReasons.map(({ id, description }) => ({
          value: String(id),
          title: description,
        }))}
      />
      {reason === RENAMED && (
        <TextField
          name="name"
          label="更名後的姓名"
          autoComplete="name"
          hint="與新證件相同，審核通過後生效"
        />
      )}
    </FormPart>
  );
}

function AlterIdForm({ onSent }: { onSent: () => void }) {
  const form = useZodForm(schema);
  const { code, act } = useStepUp({ act: 'id-info' });
  return (
    <Form
      form={form}
      label="更新身分證件"
      guard
      onSubmit={async ({ reason, name, smsCode, ...values }, sending) => {
        const { info, files } = idSending(values);
        const { idIssueCity = '', idIssueDate = '', idIssueType = 0 } = info;
        const issue = { idIssueCity, idIssueDate, idIssueType };
        const given = { ...issue, reason, ...(reason === RENAMED && name && { name }) };
        await act(smsCode, () => deferredApi.verification.changeId(given, { ...sending, files }));
        onSent();
      }}
    >
      <Reason />
      <IdFields busy={form.formState.isSubmitting} />
      <FormPart title="確認是您本人">
        <StepUp code={code} />
      </FormPart>
      <Row>
        <SubmitButton look="primary" size="lg" busyLabel="上傳中……">
          送出更新申請
        </SubmitButton>
      </Row>
    </Form>
  );
}

export default function AlterIdPage() {
  return <AlterPage kind="id">{(onSent) => <AlterIdForm onSent={onSent} />}</AlterPage>;
}
