// Chooses how the sandbox bank answers mandates and debits from now on.
import { useState } from 'react';
import { z } from 'zod';
import { debitCodes, mandateCodes } from '#contract/mandates/return-codes.ts';
import { Form, SubmitButton, useZodForm } from '../form/Form.tsx';
import { DigitsField } from '../form/number-fields.tsx';
import { SelectField } from '../form/select-fields.tsx';
import { deferredApi } from '../site/kit/deferred-calls.ts';
import { Alert } from '../ui/display/Alert.tsx';
import { Card, CardHead } from '../ui/display/Card.tsx';

const AGREE = 'agree';
/** Codes with which a bank agrees; they are no refusals. */
const agreed = new Set(['0', '4']);

const choices = [
  { value: `P01 ${AGREE}`, label: '扣款：正常' },
  ...Object.entries(debitCodes).map(([code, { text }]) => ({
    value: `P01 ${code}`,
    label: `扣款：${code} ${text}`,
  })),
  { value: `P02 ${AGREE}`, label: '授權核印：正常' },
  ...[...mandateCodes]
    .filter(([code]) => !agreed.has(code))
    .map(([code, text]) => ({ value: `P02 ${code}`, label: `授權核印：${code} ${text}` })),
];

const schema = z.object({ answer: z.string(), account: z.string().optional() });

export function DebitAnswers() {
  const form = useZodForm(schema, { answer: `P01 ${AGREE}` });
  const [said, setSaid] = useState<string | null>(null);
  return (
    <Card as="section">
      <CardHead title="授權扣款的銀行回覆" />
      <p className="mb-4 text-sm text-ink-3">
        示範銀行預設核准授權、扣款成功。選擇一種回覆後，之後的授權或扣款都照此回覆，直到改回正常。
      </p>
      <Form
        form={form}
        label="銀行回覆"
        onSubmit={async ({ answer, account }) => {
          setSaid(null);
          const [type, code] = answer.split(' ');
          await deferredApi.demonstration.bankRefusal({
            type: type === 'P02' ? 'P02' : 'P01',
            code: code === AGREE ? null : code!,
            ...(account && { account }),
          });
          setSaid(choices.find(({ value }) => value === answer)!.label);
        }}
      >
        <div className="grid gap-x-6 md:grid-cols-2">
          <SelectField name="answer" label="回覆" options={choices} placeholder={null} />
          <DigitsField
            name="account"
            label="只用於這個帳號"
            maxDigits={16}
            groupBy={4}
            hint="不填時，用於所有帳號"
            optional
          />
        </div>
        <SubmitButton look="primary">設定回覆</SubmitButton>
      </Form>
      {said && (
        <div className="mt-4">
          <Alert live tone="ok" title={`之後的回覆：${said}`} />
        </div>
      )}
    </Card>
  );
}
