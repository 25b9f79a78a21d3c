// Supplement of the bank account: only the fields that a reviewer returned.
import { Form, SubmitButton, useZodForm } from '../../form/Form.tsx';
import { deferredApi } from '../../site/kit/deferred-calls.ts';
import { titleOf } from '../../site/kit/brand.ts';
import { bankSchema } from '../steps/bank-schema.ts';
import { BankFields, BankKnown } from '../steps/BankFields.tsx';
import { useAccountReplacement } from '../steps/use-account-replacement.tsx';
import { Row } from '../../ui/Layout.tsx';
import { SupplementItem, useItemDone } from './SupplementItem.tsx';

export const meta = () => [
  { title: titleOf('補件：銀行帳戶') },
  { name: 'robots', content: 'noindex' },
];

function Again({ fields }: { fields: readonly string[] }) {
  const mask = Object.fromEntries([...fields, 'own'].map((field) => [field, true as const]));
  const form = useZodForm(bankSchema.pick(mask as never));
  const given = useItemDone('bank');
  const { dialog, sendAccount } = useAccountReplacement('儲存這一項');
  return (
    <>
      {dialog}
      <BankKnown>
        {(known) => (
          <Form
            form={form}
            label="補件：銀行帳戶"
            guard
            onSubmit={async (values, sending) => {
              const { image, own: _own, ...info } = values as Partial<Values>;
              const files: Record<string, File[]> = image ? { image } : {};
              await sendAccount(async () =>
                given(
                  await deferredApi.verification.supplementBankInfo(info, { ...sending, files }),
                ),
              );
            }}
          >
            <BankFields {...known} busy={form.formState.isSubmitting} />
            <Row>
              <SubmitButton look="primary" size="lg" busyLabel="上傳中……">
                儲存這一項
              </SubmitButton>
            </Row>
          </Form>
        )}
      </BankKnown>
    </>
  );
}
type Values = ReturnType<typeof bankSchema.parse>;

export default function SupplementBankPage() {
  return <SupplementItem id="bank">{(fields) => <Again fields={fields} />}</SupplementItem>;
}
