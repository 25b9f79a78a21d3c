// Steps of an application: names, schemas, and which step a field belongs to.
import { z } from 'zod';
import { identityHintIn, type IdentityHint } from '#contract/investing/anonymous.ts';
import type { Plan } from '#contract/lending/calls.ts';
import { applicationSchema } from '#contract/lending/loan-application.ts';
import { REQUIRED } from '../../form/words.ts';
import { amountProblem } from '../plans/Calculator.tsx';

const { job, household, finance, contact } = applicationSchema.shape;
const chosen = z.number({ error: REQUIRED });

/** Step 1 depends on the plans: amount and term must be valid for the chosen plan. */
export function needSchema(plans: readonly Plan[]) {
  return z
    .object({ plan: z.string({ error: REQUIRED }).min(1), amount: chosen, installment: chosen })
    .superRefine((wish, check) => {
      const plan = plans.find(({ slug }) => slug === wish.plan);
      if (!plan) {
        check.addIssue({ code: 'custom', path: ['plan'], message: REQUIRED });
        return;
      }
      const message = amountProblem(plan, wish.amount);
      if (message) check.addIssue({ code: 'custom', path: ['amount'], message });
      if (!plan.installments.includes(wish.installment)) {
        check.addIssue({ code: 'custom', path: ['installment'], message: REQUIRED });
      }
    });
}

/** Names that the public note must not contain; the member's name is masked as in their account. */
export type Own = { name: string | null; company: string | null };

/** Step 2 depends on the member: the note is public and must not name them. */
export function purposeSchemaFor(own: Own) {
  return z
    .object({ purpose: chosen, purposeNote: applicationSchema.shape.purposeNote })
    .superRefine(({ purposeNote }, check) => {
      const found = purposeNote ? identityHintIn(purposeNote, own) : null;
      if (found === null) return;
      check.addIssue({ code: 'custom', path: ['purposeNote'], message: IDENTITY_HINT[found] });
    });
}

/** Step 3 depends on the plan, whose occupations are the choices. */
export function workSchema(plan: Plan | undefined) {
  return z.object({
    job: job
      .extend({ since: z.string({ error: REQUIRED }).pipe(job.shape.since) })
      .refine(({ occupation }) => !plan || plan.occupations.includes(occupation), {
        path: ['occupation'],
        message: REQUIRED,
      }),
  });
}

export const homeSchema = z.object({ household });

/** `hasCards` is only a question of the form; the API takes the list of card banks. */
export const financeSchema = z.object({
  hasCards: z.boolean({ error: REQUIRED }),
  finance: finance.extend({ lateIn12Months: z.boolean({ error: REQUIRED }) }),
});

export const contactSchema = z.object({ contact });

export type Step = { no: number; name: string; why: string };
export const steps: readonly Step[] = [
  { no: 1, name: '借款需求', why: '先決定金額與期數，下方會立刻算出每期還款與總費用。' },
  { no: 2, name: '資金用途', why: '出資人會看到用途，寫清楚有助於募集。' },
  { no: 3, name: '工作與收入', why: '用來評估還款能力；公司名稱不會顯示給出資人。' },
  { no: 4, name: '家庭與居住', why: '用來評估每月的固定負擔。' },
  { no: 5, name: '財務狀況', why: '如實填寫，審核時會與您的財力證明比對。' },
  {
    no: 6,
    name: '聯絡人',
    why: '僅於無法聯繫您時使用，我們不會透露借款內容。',
  },
  { no: 7, name: '文件', why: '財力證明可以在送件之後再提供，收到後才會開始審核。' },
  { no: 8, name: '確認與送出', why: '送出前再看一次，每一項都可以回頭修改。' },
];
export const DOCUMENTS_STEP = 7;
export const LAST_STEP = 8;

const stepOfName: Record<string, number> = {
  plan: 1,
  amount: 1,
  installment: 1,
  purpose: 2,
  purposeNote: 2,
  job: 3,
  household: 4,
  finance: 5,
  hasCards: 5,
  contact: 6,
};

/**
 * Returns the step that contains a field, given by its dotted name; the last step if no step
 * contains it.
 */
export function stepOfField(field: string): number {
  return stepOfName[field.split('.')[0] ?? ''] ?? LAST_STEP;
}

/** Refusals that concern a single field although the server does not name it. */
export const fieldOfRefusal: Readonly<Record<string, string>> = {
  PLAN_NOT_FOUND: 'plan',
  AMOUNT_OUT_OF_PLAN: 'amount',
  BORROWER_LIMIT: 'amount',
  INSTALMENT_NOT_OFFERED: 'installment',
  OCCUPATION_NOT_IN_PLAN: 'job.occupation',
  PERSONAL_DATA_IN_TEXT: 'purposeNote',
  CONTACT_IS_APPLICANT: 'contact.phone',
};

const IDENTITY_HINT: Record<IdentityHint, string> = {
  contact: '看起來含有電話、電子郵件、證號或帳號，這段文字會公開顯示，請移除',
  name: '看起來含有您的姓名，這段文字會公開顯示，請移除',
  company: '看起來含有您的公司名稱，這段文字會公開顯示，請移除',
};

/** Validates the values to be submitted, leaving out the form's own fields and empty values. */
export function applicationOf(values: Record<string, unknown>) {
  const { hasCards, ...rest } = values;
  const money = rest['finance'] as Record<string, unknown> | undefined;
  const own = hasCards === false ? { cardBanks: [], cardBalance: 0 } : {};
  return applicationSchema.safeParse({ ...rest, finance: money && { ...money, ...own } });
}

export type Problems = Readonly<Record<string, string>>;

/** Returns the first step with an error. */
export function firstStepOf(problems: Problems): number {
  return Math.min(...Object.keys(problems).map(stepOfField), LAST_STEP);
}
