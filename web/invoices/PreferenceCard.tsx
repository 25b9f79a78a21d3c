// Card in which a member chooses how invoices are delivered from now on.
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useWatch } from 'react-hook-form';
import { z } from 'zod';
import {
  type Carrier,
  carriers,
  companyNumber,
  donationCode,
  mobileBarcode,
} from '#contract/invoices/calls.ts';
import { carrierAbout, carrierCode, carrierText } from '#contract/invoices/words.ts';
import { RadioField } from '../form/choice-fields.tsx';
import { TextField } from '../form/fields.tsx';
import { Form, SubmitButton, useZodForm } from '../form/Form.tsx';
import { REQUIRED } from '../form/words.ts';
import { queryOf } from '../site/kit/api.ts';
import { deferredApi } from '../site/kit/deferred-calls.ts';
import { ErrorState, SkeletonLines } from '../ui/display/Alert.tsx';
import { Card, CardHead } from '../ui/display/Card.tsx';
import { toast } from '../ui/overlay/toasts.tsx';

/** Schema of the code of each carrier besides the platform's own. */
const codes = { mobile: mobileBarcode, donation: donationCode, company: companyNumber } as const;

const choices = carriers.map((kind) => ({
  value: kind,
  title: carrierText[kind],
  about: carrierAbout[kind],
}));

const schema = z
  .object({ kind: z.enum(carriers), code: z.string().trim().toUpperCase().optional() })
  .superRefine(({ kind, code }, context) => {
    if (kind === 'member') return;
    const read = codes[kind].safeParse(code ?? '');
    if (read.success) return;
    const message = code ? (read.error.issues[0]?.message ?? REQUIRED) : REQUIRED;
    context.addIssue({ code: 'custom', path: ['code'], message });
  });

function CodeField() {
  const kind = useWatch({ name: 'kind' }) as Carrier;
  if (kind === 'member') return null;
  const { label, hint } = carrierCode[kind];
  return (
    <TextField
      key={kind}
      name="code"
      label={label}
      hint={hint}
      normalise="upperCase"
      autoComplete="off"
      {...(kind !== 'mobile' && { inputMode: 'numeric' as const })}
    />
  );
}

type Current = { kind: Carrier; code: string | null };

function PreferenceForm({ current }: { current: Current }) {
  const client = useQueryClient();
  const form = useZodForm(schema, {
    kind: current.kind,
    ...(current.code !== null && { code: current.code }),
  });
  return (
    <Form
      form={form}
      label="發票開立方式"
      onSubmit={async ({ kind, code = '' }, { idempotencyKey }) => {
        const preference = kind === 'member' ? { kind } : { kind, code };
        await deferredApi.invoices.setInvoicePreference({ preference }, { idempotencyKey });
        toast('已更新，從下一張發票開始適用');
        await client.invalidateQueries({ queryKey: ['invoices', 'invoicePreference'] });
      }}
    >
      <RadioField name="kind" label="今後的發票" choices={choices} columns={2} />
      <CodeField />
      <div>
        <SubmitButton>儲存</SubmitButton>
      </div>
    </Form>
  );
}

export function PreferenceCard() {
  const query = useQuery(queryOf('invoices', 'invoicePreference', {}));
  const current = query.data?.data;
  return (
    <Card as="section" className="no-print">
      <CardHead title="發票開立方式" />
      {query.isPending && <SkeletonLines lines={4} />}
      {query.isLoadingError && (
        <ErrorState compact title="暫時無法載入設定" onRetry={() => void query.refetch()} />
      )}
      {current && <PreferenceForm key={`${current.kind}${current.code}`} current={current} />}
    </Card>
  );
}
