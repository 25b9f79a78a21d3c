// Style page: a form with a schema: summary, messages, busy button, refusal, leave guard.
import { z } from 'zod';
import { CheckboxField, ChipsField } from '../../form/choice-fields.tsx';
import { TextField } from '../../form/fields.tsx';
import { SelectField } from '../../form/select-fields.tsx';
import { MoneyField } from '../../form/number-fields.tsx';
import { PasswordField } from '../../form/PasswordField.tsx';
import { Form, SubmitButton, useZodForm } from '../../form/Form.tsx';
import { Card } from '../../ui/display/Card.tsx';
import { toast } from '../../ui/overlay/toasts.tsx';

const schema = z.object({
  email: z.email(),
  password: z.string().min(8),
  amount: z.number().min(1000),
  bank: z.string(),
  term: z.number(),
  agreed: z.literal(true, '請先同意服務條款'),
});

export function FormSamples() {
  const form = useZodForm(schema, { email: '', password: '' });
  return (
    <Card as="section" className="max-w-narrow">
      <h2 className="mb-6 text-h3">表單</h2>
      <Form form={form} guard onSubmit={() => void toast('已送出')}>
        <TextField name="email" label="電子郵件" type="email" autoComplete="email" />
        <PasswordField name="password" label="密碼" autoComplete="new-password" strength />
        <MoneyField name="amount" label="出資金額" hint="以 $ 1,000 為單位" />
        <SelectField name="bank" label="銀行" options={[{ value: '812', label: '812 台新' }]} />
        <ChipsField
          name="term"
          label="期數"
          numeric
          choices={[
            { value: '12', title: '12 期' },
            { value: '24', title: '24 期' },
          ]}
        />
        <CheckboxField name="agreed" label="同意條款">
          我已閱讀並同意服務條款與隱私權政策
        </CheckboxField>
        <SubmitButton wide>送出</SubmitButton>
      </Form>
    </Card>
  );
}
