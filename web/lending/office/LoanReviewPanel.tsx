// Review of an application: all known facts, and terms whose figures update while the reviewer
// types.
import { z } from 'zod';
import { grades } from '#contract/investing/grades.ts';
import { supplementItems } from '#contract/lending/loan-review.ts';
import { RATE_CAP_BPS } from '#contract/law/rates.ts';
import { ChipsField } from '../../form/choice-fields.tsx';
import { TextField } from '../../form/fields.tsx';
import { SelectField } from '../../form/select-fields.tsx';
import { MoneyField } from '../../form/number-fields.tsx';
import { REQUIRED } from '../../form/words.ts';
import type { Draft } from '../../office/deciding/deciding.ts';
import { DecisionForm } from '../../office/deciding/DecisionForm.tsx';
import type { PanelProps } from '../../office/panel.ts';
import { supplementShape, SupplementFields, itemsOf } from '../../office/deciding/Supplement.tsx';
import { formatMoney, formatPercent } from '../../ui/format.ts';
import { RequestedLoan, ApplicantStatements } from './ApplicantSections.tsx';
import { Before, Documents, ScoreCard } from './Assessment.tsx';
import { CrossChecks } from './CrossChecks.tsx';
import { reviewSummary } from './offer-facts.tsx';
import { LiveTerms } from './plans/LiveTerms.tsx';
import { RejectFields, rejectReasonText, rejectShape } from './Rejecting.tsx';
import type { PlanOfLoan, ReviewDetail } from '#contract/lending/tasks.ts';

const askable = Object.entries(supplementItems).map(([item, text]) => ({ item, text }));

/** Approved amounts are multiples of NT$10,000, so that a case can be filled in thousands. */
const STEP = 10_000;

/**
 * Returns the largest amount that may be granted: limited by the plan, the request and the
 * borrower's existing debt.
 */
const mostOf = (plan: PlanOfLoan, asked: number) =>
  Math.min(plan.amountMax, asked, plan.borrowerRoom);

function termsShape(plan: PlanOfLoan, asked: number): z.ZodRawShape {
  const most = mostOf(plan, asked);
  const range = `${formatMoney(plan.amountMin)} 至 ${formatMoney(most)}，以萬元為單位`;
  const rates = `${formatPercent(plan.rateMin)} 至 ${formatPercent(plan.rateMax)}`;
  return {
    amount: z
      .number({ error: REQUIRED })
      .refine((n) => n >= plan.amountMin && n <= most && n % STEP === 0, `金額需為 ${range}`),
    rate: z
      .string({ error: REQUIRED })
      .trim()
      .min(1, REQUIRED)
      .regex(/^\d{1,2}(\.\d{1,2})?$/, '年化利率最多兩位小數')
      .refine((text) => Number(text) >= plan.rateMin && Number(text) <= plan.rateMax, {
        error: `年化利率需為 ${rates}`,
      }),
    installments: z.number({ error: REQUIRED }),
    grade: z.string({ error: REQUIRED }).min(1, REQUIRED),
  };
}

type Values = Record<string, unknown> & { decision: string };
/** The fields of `termsShape`, as the form holds them. */
type Terms = { amount: number; rate: string; installments: number; grade: string };

/**
 * The rate is edited as text, so that an incomplete number such as 「9.」 is possible while typing.
 */
function draftOf(values: Values): Draft<'loan_review'> {
  const reason = typeof values['reason'] === 'string' ? { reason: values['reason'] } : {};
  if (values.decision === 'supplement') {
    return { decision: 'supplement', ...reason, items: itemsOf(values['why']) };
  }
  if (values.decision === 'reject') {
    const { reasonCode, note } = values;
    const told = reasonCode ? { reason: rejectReasonText(reasonCode, note) } : reason;
    return { decision: 'reject', ...told, ...(typeof reasonCode === 'string' && { reasonCode }) };
  }
  const { rate, amount, installments, grade } = values as Partial<Terms>;
  return {
    decision: 'approve',
    ...reason,
    ...(amount !== undefined && { amount }),
    ...(installments !== undefined && { installments }),
    ...(grade !== undefined && { grade }),
    ...(rate !== undefined && { annualRate: Number(rate) }),
  };
}

const rateHint = ({ rateMin, rateMax, aprMax }: PlanOfLoan) =>
  `方案範圍 ${formatPercent(rateMin)} 至 ${formatPercent(rateMax)}，` +
  `法定上限 ${formatPercent(RATE_CAP_BPS / 100)}；總費用年百分率上限 ${formatPercent(aprMax)}`;

type TermsContext = Pick<Required<ReviewDetail>, 'plan' | 'suggestion' | 'burden'> & {
  asked: number;
};

function TermsFields({ asked, ...shown }: TermsContext) {
  const { plan } = shown;
  const most = mostOf(plan, asked);
  return (
    <div className="grid gap-6 lg:col-span-2 lg:grid-cols-2 lg:items-start">
      <div className="grid gap-6">
        <MoneyField
          name="amount"
          label="核准金額"
          hint={`${formatMoney(plan.amountMin)} 至 ${formatMoney(most)}，以萬元為單位`}
        />
        <TextField
          name="rate"
          label="年化利率"
          inputMode="decimal"
          autoComplete="off"
          normalise="halfWidth"
          suffix="%"
          hint={rateHint(plan)}
        />
        <ChipsField
          name="installments"
          label="期數"
          numeric
          choices={plan.installments.map((n) => ({ value: String(n), title: `${n} 期` }))}
        />
        <SelectField
          name="grade"
          label="風險等級"
          options={grades.map((grade) => ({ value: grade, label: grade }))}
        />
      </div>
      <LiveTerms {...shown} />
    </div>
  );
}

function startOf({ suggestion, loan }: ReviewDetail) {
  if (!suggestion || suggestion.amount === 0) return { installments: loan?.installments };
  const { amount, annualRate, installments, grade } = suggestion;
  return { amount, rate: String(annualRate), installments, grade };
}

export function LoanReviewPanel({ task }: PanelProps<'loan_review'>) {
  const detail = task.detail;
  const { plan, loan, suggestion, burden } = detail;
  return (
    <div className="office-case">
      <div className="grid gap-5">
        <Before {...detail} />
        <RequestedLoan {...detail} />
        <ScoreCard {...detail} />
        <CrossChecks {...detail} />
        <Documents {...detail} task={task.id} />
        <ApplicantStatements {...detail} />
      </div>
      <DecisionForm
        task={task}
        start={startOf(detail)}
        draftOf={draftOf}
        withoutReason={['supplement', 'reject']}
        summary={(values) => reviewSummary(detail, values)}
        reasonHint="條件優於評分建議時必填，只給審核人員看"
        needs={{
          ...(plan &&
            loan &&
            suggestion &&
            burden && {
              approve: {
                shape: termsShape(plan, loan.amount),
                fields: (
                  <TermsFields
                    plan={plan}
                    suggestion={suggestion}
                    burden={burden}
                    asked={loan.amount}
                  />
                ),
              },
            }),
          ...(loan && {
            reject: {
              shape: rejectShape,
              fields: <RejectFields caseNo={loan.caseNo} reapplyOn={detail.reapplyOn ?? ''} />,
            },
          }),
          supplement: {
            shape: supplementShape,
            fields: <SupplementFields askable={askable} />,
          },
        }}
      />
    </div>
  );
}
