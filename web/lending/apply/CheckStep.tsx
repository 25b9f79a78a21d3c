// Step 8 of the application: summary, consents, and submission.
import { useQuery, useQueryClient } from '@tanstack/react-query';
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
import { Go } from '../../site/kit/Go.tsx';
import * as paths from '../../site/kit/paths.ts';
import { Alert } from '../../ui/display/Alert.tsx';
import { Button } from '../../ui/Button.tsx';
import { Accordion, Card, type Fact, Facts } from '../../ui/display/Card.tsx';
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

/** Submits the application, which the server sends to review once nothing is missing. */
function useHandIn({ values, onRefused, onHandedIn }: Props) {
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
      await api.lending.apply(application.data, sending);
    } catch (error) {
      if (error instanceof ApiFailure && error.code === 'ACTIVE_LOAN') {
        // The page then leads to that application instead of the steps.
        await client.invalidateQueries({ queryKey: ['lending', 'qualification'] });
        return;
      }
      const problems = problemsOf(error);
      if (Object.keys(problems).length === 0) throw error;
      onRefused(problems);
      return;
    }
    onHandedIn();
    // The page is left before its own data change, or it would say that there is an application.
    const loans = { ...queryOf('lending', 'myLoans', {}), staleTime: 0 };
    await client.fetchQuery(loans).catch(() => undefined);
    await navigate(paths.loanSuccess(), { replace: true });
    await client.invalidateQueries({ queryKey: ['lending'] });
  };
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

/** A closed group of answers: its name, the first answers in short, a button to change them. */
function Group({ name, facts, onEdit }: { name: string; facts: Fact[]; onEdit: () => void }) {
  const short = facts.slice(0, 2).map(({ value }) => value);
  return (
    <Accordion
      title={
        <span className="grid gap-0.5">
          {name}
          <span className="text-sm font-normal text-ink-3">{short.join('・')}</span>
        </span>
      }
    >
      <Facts facts={facts} />
      <div className="mt-3">
        <Button size="sm" aria-label={`修改${name}`} onClick={onEdit}>
          修改
        </Button>
      </div>
    </Accordion>
  );
}

function Answers({ values, plan, onGo }: Pick<Props, 'values' | 'plan' | 'onGo'>) {
  const purposes = useQuery({ ...queryOf('lending', 'purposeOptions', {}), staleTime: Infinity });
  const maritals = useQuery({ ...queryOf('lending', 'maritalOptions', {}), staleTime: Infinity });
  const proof = useProofState();
  const lists = { purposes: purposes.data?.data ?? [], maritals: maritals.data?.data ?? [] };
  const groups = [
    ...answersOf(values, plan, lists),
    {
      step: DOCUMENTS_STEP,
      name: '文件',
      facts: [{ name: '財力證明', value: proof?.text ?? '讀取中……' }],
    },
  ];
  return (
    <Card as="section" aria-labelledby="answers-title">
      <h2 id="answers-title" className="mb-2 text-h3">
        您填寫的資料
      </h2>
      {groups.map(({ step, name, facts }) => (
        <Group key={step} name={name} facts={facts} onEdit={() => onGo(step)} />
      ))}
    </Card>
  );
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
  const handIn = useHandIn(props);
  return (
    <Form form={form} label="確認與送出" onSubmit={(_consents, sending) => handIn(sending)}>
      <Cost values={values} plan={plan} />
      <Answers values={values} plan={plan} onGo={onGo} />
      <Card as="section" aria-labelledby="consent-title">
        <h2 id="consent-title" className="mb-2 text-h3">
          請勾選 {applicationConsents.items.length} 項同意事項
        </h2>
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
      <Refused problems={problems} onGo={onGo} />
      <StepBar onBack={() => onGo(LAST_STEP - 1)} submit="送出申請" />
    </Form>
  );
}
