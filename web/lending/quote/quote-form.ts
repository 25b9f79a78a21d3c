// The six answers of a quote as a form: its values, its choices, and what is wrong with them.
// Checked without schemas, so that the page loads none; the server checks again.
import type { FieldErrors, Resolver } from 'react-hook-form';
import type { Plan } from '#contract/lending/calls.ts';
import type { QuoteAnswers } from '#contract/lending/quote.ts';
import { money } from '#contract/core/money.ts';
import { amountProblem } from '../plans/Calculator.tsx';
import { untilReleased } from '../../form/press.ts';

type QuotedPlan = Pick<
  Plan,
  'slug' | 'listName' | 'amountMin' | 'amountMax' | 'amountStep' | 'installments'
>;
/** An occupation, and the slugs of its plans, the cheapest first, as the server takes them. */
type QuotedWork = { id: number; text: string; plans: readonly string[] };
export type Choices = { plans: readonly QuotedPlan[]; works: readonly QuotedWork[] };

export type QuoteValues = {
  occupation?: number | undefined;
  incomeBand?: number | undefined;
  years?: number | undefined;
  months?: number | undefined;
  hasDebts?: boolean | undefined;
  monthly?: number | undefined;
  balance?: number | undefined;
  cardBalance?: number | undefined;
  amount?: number | undefined;
  installment?: number | undefined;
};

/** Returns the plans for an occupation, the cheapest first. */
export function plansFor({ plans, works }: Choices, occupation: number | undefined) {
  const slugs = works.find(({ id }) => id === occupation)?.plans ?? [];
  return slugs.flatMap((slug) => plans.find((plan) => plan.slug === slug) ?? []);
}

/** Returns what a plan does not offer of an amount and a term. */
function misfitOf(plan: QuotedPlan, { amount, installment }: QuoteValues) {
  const problems: Record<string, string> = {};
  const wrong = amount === undefined ? undefined : amountProblem(plan, amount);
  if (wrong !== undefined) problems['amount'] = wrong;
  if (installment !== undefined && !plan.installments.includes(installment)) {
    const offered = plan.installments.join('、');
    problems['installment'] = `${plan.listName}可選 ${offered} 期`;
  }
  return problems;
}

/** What to say where an answer is missing; the labels are questions, which fit no sentence. */
const MISSING = {
  occupation: '請選擇您的職業',
  incomeBand: '請選擇月收入',
  years: '請選擇年數',
  months: '請選擇月數',
  hasDebts: '請選擇有或沒有',
  amount: '請輸入想借的金額',
  installment: '請選擇期數',
  monthly: '請輸入每月還款，沒有請填 0',
  balance: '請輸入貸款餘額，沒有請填 0',
  cardBalance: '請輸入循環餘額，沒有請填 0',
} as const satisfies Record<keyof QuoteValues, string>;
const ofDebts: ReadonlySet<string> = new Set(['monthly', 'balance', 'cardBalance']);

/** Returns what is missing or does not fit the plan, by field. */
export function problemsOf(choices: Choices, values: QuoteValues): Record<string, string> {
  const { hasDebts, occupation } = values;
  const problems: Record<string, string> = {};
  for (const [name, text] of Object.entries(MISSING)) {
    const isAsked = hasDebts === true || !ofDebts.has(name);
    if (isAsked && values[name as keyof QuoteValues] === undefined) problems[name] = text;
  }
  const misfits = plansFor(choices, occupation).map((plan) => misfitOf(plan, values));
  if (misfits.some((misfit) => Object.keys(misfit).length === 0)) return problems;
  return { ...problems, ...misfits[0] };
}

export const resolverFor =
  (choices: Choices): Resolver<QuoteValues> =>
  async (values) => {
    await untilReleased();
    const problems = Object.entries(problemsOf(choices, values));
    if (problems.length === 0) return { values, errors: {} };
    const errors = problems.map(([name, message]) => [name, { type: 'answer', message }]);
    return { values: {}, errors: Object.fromEntries(errors) as FieldErrors<QuoteValues> };
  };

/** Returns the checked values as the call wants them. */
export function answersOf(values: QuoteValues): QuoteAnswers {
  const owed = (amount: number | undefined) => money(values.hasDebts ? (amount ?? 0) : 0);
  return {
    occupation: values.occupation ?? 0,
    incomeBand: values.incomeBand ?? 0,
    tenureMonths: (values.years ?? 0) * 12 + (values.months ?? 0),
    debts: {
      monthly: owed(values.monthly),
      balance: owed(values.balance),
      cardBalance: owed(values.cardBalance),
    },
    amount: money(values.amount ?? 0),
    installment: values.installment ?? 0,
  };
}
