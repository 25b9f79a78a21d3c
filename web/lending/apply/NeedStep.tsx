// Steps 1 and 2 of the application: plan, amount, term and purpose.
import { useQuery } from '@tanstack/react-query';
import { useFormContext, useWatch } from 'react-hook-form';
import type { Plan } from '#contract/lending/calls.ts';
import { forbiddenLoanPurposes } from '#contract/options.ts';
import { ChipsField, RadioField } from '../../form/choice-fields.tsx';
import { TextAreaField } from '../../form/select-fields.tsx';
import { MoneyField } from '../../form/number-fields.tsx';
import { queryOf } from '../../site/kit/api.ts';
import { Alert, ErrorState, SkeletonLines } from '../../ui/display/Alert.tsx';
import { Card, Tag } from '../../ui/display/Card.tsx';
import { FormPart } from '../../verification/FormPart.tsx';
import { needSchema, purposeSchemaFor, type Own } from './apply-steps.ts';
import { AmountSlider, Costs } from '../plans/Calculator.tsx';
import { bandOf, offers } from '../plans/estimate.ts';
import { moneyRange, percentRange, termRange, wanRange } from '../plans/figures.ts';
import { StepForm, type StepProps } from './StepForm.tsx';

function Outcome({ plan }: { plan: Plan }) {
  const [amount, installments] = useWatch({ name: ['amount', 'installment'] }) as [
    number | undefined,
    number | undefined,
  ];
  const wish = { amount: amount ?? 0, installments: installments ?? 0 };
  if (!offers(plan, wish)) {
    return <p className="text-sm text-ink-3">選好金額與期數後，這裡會算出每期還款與總費用。</p>;
  }
  const band = bandOf(plan, wish);
  return (
    <div className="calculated">
      <p className="text-sm text-ink-3">每期約還</p>
      <p className="figure-number">{moneyRange(band.low.instalment, band.high.instalment)}</p>
      <Costs {...band} />
      <p className="mt-3 text-xs text-ink-3">
        依年化利率 {percentRange(plan.rateMin, plan.rateMax)} 試算，實際條件依審核為準。
      </p>
    </div>
  );
}

/**
 * Returns the terms of the plan that are currently offered; all its terms while the list is
 * loading.
 */
function useTerms(plan: Plan | undefined) {
  const query = useQuery({ ...queryOf('lending', 'instalmentOptions', {}), staleTime: Infinity });
  const offered = query.data?.data.map((option) => Number(option['value']));
  const terms = plan?.installments.filter((term) => offered?.includes(term) ?? true) ?? [];
  return terms.map((term) => ({ value: String(term), title: `${term} 期` }));
}

const aboutOf = (plan: Plan) =>
  `${percentRange(plan.rateMin, plan.rateMax)}・${wanRange(plan.amountMin, plan.amountMax)}`;

function Wish({ plans, suited }: { plans: readonly Plan[]; suited: readonly string[] }) {
  const { setValue } = useFormContext();
  const [slug, amount] = useWatch({ name: ['plan', 'amount'] }) as [string?, number?];
  const plan = plans.find((one) => one.slug === slug);
  const terms = useTerms(plan);
  return (
    <>
      <FormPart title="選擇方案" about="依您的職業選擇；利率範圍由方案決定，實際利率依審核而定">
        <RadioField
          name="plan"
          label="方案"
          columns={2}
          choices={plans.map((one) => ({
            value: one.slug,
            title: (
              <>
                {one.listName}
                {suited.includes(one.slug) && (
                  <span className="inline-block ms-2 [vertical-align:2px]">
                    <Tag tone="done">符合您的職業</Tag>
                  </span>
                )}
              </>
            ),
            about: aboutOf(one),
          }))}
        />
      </FormPart>
      {plan && (
        <FormPart title="金額與期數" about={`${plan.listName}可選 ${termRange(plan.installments)}`}>
          <div className="grid gap-3">
            <MoneyField name="amount" label="借款金額" maxDigits={7} />
            <AmountSlider
              plan={plan}
              amount={amount ?? plan.amountMin}
              onAmountChange={(next) => setValue('amount', next, { shouldValidate: true })}
            />
          </div>
          <ChipsField name="installment" label="期數" numeric choices={terms} />
          <Card tone="sunken" role="status">
            <Outcome plan={plan} />
          </Card>
        </FormPart>
      )}
    </>
  );
}

export function NeedStep({
  plans,
  suited,
  preset,
  maxAmount,
  ...step
}: StepProps & {
  plans: readonly Plan[];
  /** Slugs of the plans for the member's occupation. */
  suited: readonly string[];
  preset: string | undefined;
  maxAmount: number;
}) {
  const slug = preset ?? (step.values['plan'] as string | undefined) ?? suited[0];
  const plan = plans.find((one) => one.slug === slug);
  const most = plan ? Math.min(plan.example.amount, maxAmount || plan.example.amount) : undefined;
  const defaults = {
    plan: plan?.slug,
    amount: plan && most !== undefined ? Math.max(plan.amountMin, most) : undefined,
    installment: plan?.example.installments,
  };
  const values = preset ? { ...step.values, plan: preset } : step.values;
  return (
    <StepForm
      {...step}
      values={values}
      defaults={defaults}
      schema={needSchema(plans)}
      label="借款需求"
    >
      <Wish plans={plans} suited={suited} />
    </StepForm>
  );
}

function Purpose() {
  const list = useQuery({ ...queryOf('lending', 'purposeOptions', {}), staleTime: Infinity });
  if (list.isPending) return <SkeletonLines lines={6} />;
  if (list.isLoadingError) {
    return <ErrorState compact title="暫時無法載入用途" onRetry={() => void list.refetch()} />;
  }
  return (
    <Card as="section" className="grid gap-6">
      <RadioField
        name="purpose"
        label="用途"
        numeric
        columns={2}
        choices={list.data.data.map(({ id, description }) => ({
          value: String(id),
          title: description,
        }))}
      />
      <TextAreaField
        name="purposeNote"
        label="補充說明"
        optional
        limit={200}
        hint="將以匿名方式顯示給出資人，請勿填寫姓名、電話或公司名稱"
      />
      <Alert title="借款不得用於">{forbiddenLoanPurposes.join('、')}。</Alert>
    </Card>
  );
}

export function PurposeStep({ account, ...step }: StepProps & { account: Own }) {
  const { company } = (step.values['job'] ?? {}) as { company?: string };
  const own = { name: account.name, company: company || account.company };
  return (
    <StepForm {...step} schema={purposeSchemaFor(own)} label="資金用途">
      <Purpose />
    </StepForm>
  );
}
