// Step 8 of the application: summary, consents, and submission.
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { z } from 'zod';
import type { Plan } from '#contract/lending/calls.ts';
import { applicationConsents } from '#contract/lending/loan-application.ts';
import { ApiFailure } from '../../api.ts';
import { CheckboxField } from '../../form/choice-fields.tsx';
import { Form, useZodForm } from '../../form/Form.tsx';
import { REQUIRED } from '../../form/words.ts';
import { api, queryOf } from '../../site/kit/api.ts';
import { brand } from '../../site/kit/brand.ts';
import { Go, GoButton } from '../../site/kit/Go.tsx';
import * as paths from '../../site/kit/paths.ts';
import { Alert } from '../../ui/display/Alert.tsx';
import { Button } from '../../ui/Button.tsx';
import { Card, CardHead, Facts } from '../../ui/display/Card.tsx';
import { answersOf } from './apply-answers.ts';
import {
  applicationOf,
  DOCUMENTS_STEP,
  fieldOfRefusal,
  LAST_STEP,
  stepOfField,
  steps,
  type Problems,
} from './apply-steps.ts';
import { Costs } from '../plans/Calculator.tsx';
import { bandOf, offers } from '../plans/estimate.ts';
import { moneyRange } from '../plans/figures.ts';
import { useProofState } from './DocumentsStep.tsx';
import { Burden } from './FinanceStep.tsx';
import { StepBar } from './StepForm.tsx';

const schema = z.object(
  Object.fromEntries(
    applicationConsents.items.map(({ kind, label }) => [
      kind,
      z.literal(true, { error: `請先同意「${label}」` }),
    ]),
  ),
);

/** Returns the fields that a refusal concerns; empty if it concerns the whole application. */
function problemsOf(error: unknown): Problems {
  if (!(error instanceof ApiFailure)) return {};
  if (Object.keys(error.fields).length > 0) return error.fields;
  const field = fieldOfRefusal[error.code];
  return field ? { [field]: error.message } : {};
}

type Props = {
  values: Record<string, unknown>;
  /** Errors of the last attempt to submit, by field. */
  problems: Problems;
  plan: Plan | undefined;
  onGo: (step: number) => void;
  onRefused: (problems: Problems) => void;
  onHandedIn: () => void;
};

/** Submits the application, and sends it to review at once if nothing is missing. */
function useHandIn({ values, onRefused, onHandedIn }: Props) {
  const client = useQueryClient();
  const navigate = useNavigate();
  const [isTwice, setTwice] = useState(false);
  const handIn = async (sending: { idempotencyKey: string }) => {
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
      // The application exists now, so a failure here is ignored; missing documents can still be
      // sent from the application's page.
      if (data.missing.length === 0) await api.lending.audit().catch(() => undefined);
    } catch (error) {
      setTwice(error instanceof ApiFailure && error.code === 'ACTIVE_LOAN');
      const problems = problemsOf(error);
      if (Object.keys(problems).length === 0) throw error;
      onRefused(problems);
      return;
    }
    onHandedIn();
    await client.invalidateQueries({ queryKey: ['lending'] });
    await navigate(paths.loanSuccess(), { replace: true });
  };
  return { handIn, isTwice };
}

/** Lists the refused fields with a link to their steps; the summary below is unchanged. */
function Refused({ problems, onGo }: Pick<Props, 'problems' | 'onGo'>) {
  const found = Object.entries(problems);
  if (found.length === 0) return null;
  return (
    <Alert tone="danger" live title="還不能送出，請先修正：">
      <ul className="grid gap-2">
        {found.map(([field, message]) => {
          const { no, name } = steps[stepOfField(field) - 1]!;
          return (
            <li key={field}>
              {message === REQUIRED ? '有必填的欄位尚未填寫' : message}
              <Button size="sm" onClick={() => onGo(no)}>
                前往第 {no} 步「{name}」
              </Button>
            </li>
          );
        })}
      </ul>
    </Alert>
  );
}

function Answers({ values, plan, onGo }: Pick<Props, 'values' | 'plan' | 'onGo'>) {
  const purposes = useQuery({ ...queryOf('lending', 'purposeOptions', {}), staleTime: Infinity });
  const maritals = useQuery({ ...queryOf('lending', 'maritalOptions', {}), staleTime: Infinity });
  const lists = { purposes: purposes.data?.data ?? [], maritals: maritals.data?.data ?? [] };
  return answersOf(values, plan, lists).map(({ step, name, facts }) => (
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
  const { values, plan, onGo, problems } = props;
  const form = useZodForm(schema);
  const { handIn, isTwice } = useHandIn(props);
  const proof = useProofState();
  const otherLoans = (values['finance'] as { otherLoans?: { monthly?: number }[] } | undefined)
    ?.otherLoans;
  return (
    <Form form={form} label="確認與送出" onSubmit={(_consents, sending) => handIn(sending)}>
      <Cost values={values} plan={plan} />
      <Burden plan={plan} values={values} otherLoans={otherLoans ?? []} />
      <Answers values={values} plan={plan} onGo={onGo} />
      <Card as="section">
        <CardHead title="文件" level={3}>
          <Button size="sm" look="quiet" aria-label="修改文件" onClick={() => onGo(DOCUMENTS_STEP)}>
            修改
          </Button>
        </CardHead>
        <Facts facts={[{ name: '財力證明', value: proof?.text ?? '讀取中……' }]} />
      </Card>
      <Card as="section" aria-labelledby="consent-title">
        <h3 id="consent-title" className="mb-2">
          同意事項
        </h3>
        {applicationConsents.items.map(({ kind, label, text }) => (
          <CheckboxField key={kind} name={kind} label={label}>
            {text}
          </CheckboxField>
        ))}
        <p className="mt-3 text-xs text-ink-3">
          同意事項 {applicationConsents.version} 版，送出時會記錄同意的版本與時間；
          {brand.name}的
          <Go to={paths.policies()} className="link" target="_blank">
            個人資料告知與各項條款
          </Go>
          可隨時查看。
        </p>
      </Card>
      {isTwice && (
        <Alert tone="warn" title="您已有一筆審核中的申貸案">
          <GoButton to={paths.myLoan()} size="sm">
            查看我的申貸案
          </GoButton>
        </Alert>
      )}
      <Refused problems={problems} onGo={onGo} />
      <StepBar onBack={() => onGo(LAST_STEP - 1)} submit="送出申請" />
    </Form>
  );
}
