// Letters of the bank about its balance at the end of a month, and the form for a new one.
import { useQueryClient } from '@tanstack/react-query';
import { z } from 'zod';
import { moneySchema } from '#contract/core/wire.ts';
import type { TrustReport } from '#contract/reports/trust/office.ts';
import { Bind } from '../../../form/fields.tsx';
import { Form, SubmitButton, useZodForm } from '../../../form/Form.tsx';
import { MoneyField } from '../../../form/number-fields.tsx';
import { REQUIRED } from '../../../form/words.ts';
import { api } from '../../../office/api.ts';
import { FileButton } from '../../../office/kit/FileButton.tsx';
import { FileInput } from '../../../office/editing/FileInput.tsx';
import { useOperator } from '../../../office/operator.ts';
import { DateText, Money } from '../../../ui/display/Amount.tsx';
import { Accordion, Card, CardHead } from '../../../ui/display/Card.tsx';
import { toast } from '../../../ui/overlay/toasts.tsx';

/** Form for one letter; its key must change after each letter, so that it is empty again. */
function LetterForm({ month }: { month: string }) {
  const client = useQueryClient();
  const form = useZodForm(
    z.object({ amount: moneySchema, file: z.instanceof(File, { error: REQUIRED }) }),
  );
  return (
    <Form
      form={form}
      label="登錄餘額證明"
      onSubmit={async ({ amount, file }, { idempotencyKey, onUpload }) => {
        const options = { idempotencyKey, onUpload, files: { file: [file] } };
        await api.reports.addBankLetter({ month, amount }, options);
        await client.invalidateQueries({ queryKey: ['reports'] });
        toast('已登錄餘額證明');
      }}
    >
      <MoneyField name="amount" label="證明的餘額" />
      <Bind name="file" label="證明文件" verb="選擇" hint="PDF、JPG 或 PNG；登錄後不能移除">
        {(field) => (
          <FileInput accept="application/pdf,image/jpeg,image/png" onChange={field.onChange} />
        )}
      </Bind>
      <SubmitButton look="secondary">登錄</SubmitButton>
    </Form>
  );
}

export function Letters({ of: { month, letters, block } }: { of: TrustReport }) {
  const isFinance = useOperator().data?.data.roles.includes('finance') ?? false;
  const form = <LetterForm key={letters.length} month={month} />;
  return (
    <Card as="section">
      <CardHead title="銀行餘額證明" />
      <div className="grid gap-5">
        {letters.length === 0 ? (
          <p className="text-ink-3">尚未登錄</p>
        ) : (
          <ul className="grid gap-3">
            {letters.map(({ id, amount, filename, addedBy, addedAt }, at) => (
              <li key={id} className="flex flex-wrap items-center justify-between gap-3">
                <span>
                  <Money amount={amount} />
                  {at > 0 && '（已由較新的取代）'}
                  <span className="block text-sm text-ink-3">
                    {filename}，{addedBy ?? '—'} <DateText at={addedAt} />
                  </span>
                </span>
                <FileButton
                  label="下載"
                  filename={filename}
                  load={() => api.reports.bankLetter({ id })}
                />
              </li>
            ))}
          </ul>
        )}
        {isFinance &&
          block !== 'TRUST_MONTH_OPEN' &&
          (block === 'TRUST_SIGNED' ? (
            <Accordion title="登錄新的餘額證明">{form}</Accordion>
          ) : (
            form
          ))}
      </div>
    </Card>
  );
}
