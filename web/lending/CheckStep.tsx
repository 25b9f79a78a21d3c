// Step 7 of the application: everything once more, the consents, and handing it in.
import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from 'react-router';
import { z } from 'zod';
import type { Plan } from '#contract/lending.ts';
import { ApiFailure } from '../api.ts';
import { CheckboxField } from '../form/choice-fields.tsx';
import { Form, SubmitButton, useZodForm } from '../form/Form.tsx';
import { REQUIRED } from '../form/words.ts';
import { api } from '../site/api.ts';
import { brand } from '../site/brand.ts';
import * as paths from '../site/paths.ts';
import { Button } from '../ui/Button.tsx';
import { Card, CardHead, Facts } from '../ui/Card.tsx';
import { dropDraft } from './apply-draft.ts';
import { answersOf } from './apply-answers.ts';
import { applicationOf, fieldOfRefusal, LAST_STEP, type Problems } from './apply-steps.ts';
import { Costs } from './Calculator.tsx';
import { bandOf, offers } from './estimate.ts';
import { moneyRange } from './figures.ts';
import { Burden } from './FinanceStep.tsx';

const consent = (what: string) => z.literal(true, { error: `請先同意${what}` });
const schema = z.object({
  personal: consent('個人資料的蒐集與利用'),
  electronic: consent('以電子文件與電子簽章往來'),
  truth: z.literal(true, { error: '請確認資料真實' }),
});

/** The fields a refusal stands for; empty where it concerns the whole application. */
function problemsOf(error: unknown): Problems {
  if (!(error instanceof ApiFailure)) return {};
  if (Object.keys(error.fields).length > 0) return error.fields;
  const field = fieldOfRefusal[error.code];
  return field ? { [field]: error.message } : {};
}

type Props = {
  values: Record<string, unknown>;
  plan: Plan | undefined;
  memberId: string;
  onGo: (step: number) => void;
  onRefused: (problems: Problems) => void;
};

/** Hands it in, and sends it to review at once where nothing is missing. */
function useHandIn({ values, memberId, onRefused }: Props) {
  const client = useQueryClient();
  const navigate = useNavigate();
  return async (sending: { idempotencyKey: string }) => {
    const application = applicationOf(values);
    if (!application.success) {
      const found = application.error.issues.map(({ path, code, message }) => [
        path.join('.'),
        code === 'invalid_type' ? REQUIRED : message,
      ]);
      onRefused(Object.fromEntries(found) as Problems);
      return;
    }
    try {
      const { data } = await api.lending.apply(application.data, sending);
      // The application stands by now: what is still missing can be sent from its page.
      if (data.missing.length === 0) await api.lending.audit().catch(() => undefined);
    } catch (error) {
      const problems = problemsOf(error);
      if (Object.keys(problems).length === 0) throw error;
      onRefused(problems);
      return;
    }
    dropDraft(memberId);
    await client.invalidateQueries({ queryKey: ['lending'] });
    await navigate(paths.loanSuccess(), { replace: true });
  };
}

function Answers({ values, plan, onGo }: Pick<Props, 'values' | 'plan' | 'onGo'>) {
  return answersOf(values, plan).map(({ step, name, facts }) => (
    <Card as="section" key={step}>
      <CardHead title={name} level={3}>
        <Button size="sm" look="quiet" aria-label={`修改${name}`} onClick={() => onGo(step)}>
          修改
        </Button>
      </CardHead>
      <Facts facts={facts} />
    </Card>
  ));
}

function Cost({ values, plan }: Pick<Props, 'values' | 'plan'>) {
  const wish = {
    amount: Number(values['amount']),
    installments: Number(values['installment']),
  };
  if (!plan || !offers(plan, wish)) return null;
  const band = bandOf(plan, wish);
  return (
    <Card tone="tint" as="section" aria-label="費用">
      <p className="text-sm">每期約還</p>
      <p className="figure-number">{moneyRange(band.low.instalment, band.high.instalment)}</p>
      <Costs {...band} />
      <p className="mt-3 text-sm">申請與審核不收費；核准後您可以先看清條件，再決定是否同意。</p>
    </Card>
  );
}

export function CheckStep(props: Props) {
  const { values, plan, onGo } = props;
  const form = useZodForm(schema);
  const handIn = useHandIn(props);
  const otherLoans = (values['finance'] as { otherLoans?: { monthly?: number }[] } | undefined)
    ?.otherLoans;
  return (
    <Form form={form} label="確認與送出" onSubmit={(_consents, sending) => handIn(sending)}>
      <Cost values={values} plan={plan} />
      <Burden plan={plan} values={values} otherLoans={otherLoans ?? []} />
      <Answers values={values} plan={plan} onGo={onGo} />
      <Card as="section" aria-labelledby="consent-title">
        <h3 id="consent-title" className="mb-2">
          同意事項
        </h3>
        <CheckboxField name="personal" label="個人資料的蒐集與利用">
          我同意{brand.name}
          為審核與契約之目的，蒐集、處理及利用我填寫的個人資料
        </CheckboxField>
        <CheckboxField name="electronic" label="電子文件與電子簽章">
          我同意以電子文件及電子簽章作為契約與通知的方式
        </CheckboxField>
        <CheckboxField name="truth" label="資料真實聲明">
          我確認以上資料均為真實，並已取得聯絡人同意提供其資料
        </CheckboxField>
      </Card>
      <div className="wizard-bar">
        <Button onClick={() => onGo(LAST_STEP - 1)}>上一步</Button>
        <SubmitButton>送出申請</SubmitButton>
      </div>
    </Form>
  );
}
