// Signing a mandate: creditor, account, scope, ceiling, the text, and the electronic signature.
import { useQueryClient } from '@tanstack/react-query';
import { useWatch } from 'react-hook-form';
import { z } from 'zod';
import {
  CEILING_MAX,
  CEILING_MIN,
  ceilingSchema,
  type MandateOverview,
} from '#contract/mandates/calls.ts';
import { CheckboxField } from '../form/choice-fields.tsx';
import { Form, SubmitButton, useZodForm } from '../form/Form.tsx';
import { MoneyField } from '../form/number-fields.tsx';
import { StepUp, stepUpShape, useStepUp } from '../identity/sign-in/StepUp.tsx';
import { deferredApi } from '../site/kit/deferred-calls.ts';
import { Card, CardHead, Facts } from '../ui/display/Card.tsx';
import { formatMoney } from '../ui/format.ts';
import { toast } from '../ui/overlay/toasts.tsx';

const CHOOSE = '請至少選擇一項';
const consented = z.literal(true, '請閱讀後勾選');
const schema = z
  .object({
    coversLoans: z.boolean().optional(),
    coversOrders: z.boolean().optional(),
    ceiling: ceilingSchema,
    hasRead: consented,
    isSigning: consented,
    ...stepUpShape,
  })
  .refine(({ coversLoans, coversOrders }) => coversLoans || coversOrders, {
    path: ['coversLoans'],
    error: CHOOSE,
    // Said together with what is wrong in other fields.
    when: () => true,
  });

type Props = {
  account: NonNullable<MandateOverview['account']>;
  text: NonNullable<MandateOverview['text']>;
  creditor: NonNullable<MandateOverview['creditor']>;
};

/** The text that is signed, in full. */
function Text({ text }: Pick<Props, 'text'>) {
  return (
    <div className="rounded-card border border-line px-5 py-4">
      <h3 className="text-base font-bold">{text.title}</h3>
      <p className="text-sm text-ink-3">第 {text.version} 版</p>
      <ol className="mt-2 grid list-decimal gap-2 ps-5">
        {text.clauses.map((clause) => (
          <li key={clause}>{clause}</li>
        ))}
      </ol>
    </div>
  );
}

function Scope() {
  return (
    <fieldset className="grid gap-1">
      <legend className="mb-1 font-bold">扣款範圍</legend>
      <CheckboxField name="coversLoans" label="每期還款">
        每期還款：在應還日扣取當期應還的金額
      </CheckboxField>
      <CheckboxField name="coversOrders" label="出資款">
        出資款：選擇以授權扣款付款的訂單，成立後扣取
      </CheckboxField>
    </fieldset>
  );
}

export function SignMandate({ account, text, creditor }: Props) {
  const client = useQueryClient();
  const { code, act } = useStepUp({ act: 'mandate' });
  const form = useZodForm(schema, { smsCode: '' });
  const smsCode = useWatch({ control: form.control, name: 'smsCode' });
  return (
    <Card as="section">
      <CardHead title="設定授權扣款" />
      <div className="mb-6">
        <Facts
          facts={[
            { name: '收款人', value: `${creditor.name}（統一編號 ${creditor.number}）` },
            { name: '扣款帳戶', value: `${account.bankName} ${account.accountMasked}` },
          ]}
        />
      </div>
      <Form
        form={form}
        label="設定授權扣款"
        onSubmit={async (given, { idempotencyKey }) => {
          const { coversLoans = false, coversOrders = false, ceiling } = given;
          const signed = { coversLoans, coversOrders, ceiling, textVersion: text.version };
          await act(given.smsCode, () =>
            deferredApi.mandates.signMandate(signed, { idempotencyKey }),
          );
          await client.invalidateQueries({ queryKey: ['mandates'] });
          toast('授權書已送交銀行核印');
        }}
      >
        <Scope />
        <MoneyField
          name="ceiling"
          label="每筆上限"
          hint={`${formatMoney(CEILING_MIN)} 至 ${formatMoney(CEILING_MAX)}，超過就不扣款`}
        />
        <Text text={text} />
        <CheckboxField name="hasRead" label="已閱讀授權書">
          我已閱讀《{text.title}》，同意依其內容扣款
        </CheckboxField>
        <CheckboxField name="isSigning" label="以電子簽章簽署">
          我同意以簡訊驗證或通行密鑰作為電子簽章，與親筆簽名有相同效力
        </CheckboxField>
        <StepUp code={code} />
        <div>
          <SubmitButton
            size="lg"
            busyLabel="送出中……"
            disabledReason={code.sentTo || smsCode ? undefined : '請先確認是您本人'}
          >
            簽署授權書
          </SubmitButton>
        </div>
      </Form>
    </Card>
  );
}
