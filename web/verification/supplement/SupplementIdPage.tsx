// Supplement of the ID documents: only the photos and data that a reviewer returned.
import { Form, SubmitButton, useZodForm } from '../../form/Form.tsx';
import { deferredApi } from '../../site/kit/deferred-calls.ts';
import { titleOf } from '../../site/kit/brand.ts';
import { idSchema, idSending } from '../steps/id-schema.ts';
import { IdFields } from '../steps/IdFields.tsx';
import { Row } from '../../ui/Layout.tsx';
import { SupplementItem, useItemDone } from './SupplementItem.tsx';

export const meta = () => [
  { title: titleOf('補件：身分證件') },
  { name: 'robots', content: 'noindex' },
];

function Again({ fields }: { fields: readonly string[] }) {
  const mask = Object.fromEntries(fields.map((field) => [field, true as const]));
  const form = useZodForm(idSchema.pick(mask as never));
  const given = useItemDone('id');
  return (
    <Form
      form={form}
      label="補件：身分證件"
      guard
      onSubmit={async (values, sending) => {
        const { info, files } = idSending(values);
        await given(await deferredApi.verification.supplementIdInfo(info, { ...sending, files }));
      }}
    >
      <IdFields busy={form.formState.isSubmitting} />
      <Row>
        <SubmitButton look="primary" size="lg" busyLabel="上傳中……">
          儲存這一項
        </SubmitButton>
      </Row>
    </Form>
  );
}

export default function SupplementIdPage() {
  return <SupplementItem id="id">{(fields) => <Again fields={fields} />}</SupplementItem>;
}
