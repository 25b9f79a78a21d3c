// The option lists people choose from, read from data/options.json, in the glossary's terms.
import data from './data/options.json' with { type: 'json' };
import { bpsOfPercent, money, type Money } from './core/money.ts';
import type { RepaymentMethod } from './law/schedule.ts';

/** One option in the API. `code` is set if the API also accepts a name in place of the id. */
export type Option = {
  readonly id: number;
  readonly description: string;
  readonly code?: string;
  /** False if the option is known but not offered. */
  readonly enabled?: boolean;
};

/**
 * Terms of the data that are replaced so that they agree with `docs/glossary.md`; 投資 stays where it
 * means securities.
 */
const GLOSSARY: readonly (readonly [RegExp, string])[] = [
  [/我要借款/g, '我要申貸'],
  [/我要投資/g, '我要出資'],
  [/借款與投資/g, '申貸與出資'],
  [/於本平台投資/g, '於本平台出資'],
  [/（等額本息）/g, ''],
];

function inOurWords(text: string): string {
  return GLOSSARY.reduce((words, [theirs, ours]) => words.replace(theirs, ours), text);
}

function optionsOf(rows: readonly Option[]): readonly Option[] {
  return rows.map(({ id, description, code, enabled }) => ({
    id,
    ...(code === undefined ? {} : { code }),
    description: inOurWords(description),
    ...(enabled === undefined ? {} : { enabled }),
  }));
}

export const registerPurposes = optionsOf(data.register_purpose);
export const loanPurposes = optionsOf(data.loan_purpose);
export const maritalStatuses = optionsOf(data.marital_status);
export const educations = optionsOf(data.education);
export const housingStatuses = optionsOf(data.housing_status);
export const dependents = optionsOf(data.dependents);
export const jobTenures = optionsOf(data.job_tenure);
export const annualIncomes = optionsOf(data.annual_income);
/** 資金來源, asked of investors because of the rules against money laundering. */
export const fundSources = optionsOf(data.fund_source);
/** 得知管道 */
export const channels = optionsOf(data.channel);
export const investmentExperiences = optionsOf(data.investment_experience);
export const paymentModes = optionsOf(data.payment_mode);
export const pollAnswers = optionsOf(data.violation_poll_answer);
export const relationships = optionsOf(data.relationship);
export const incomeDocuments = optionsOf(data.income_documents);

/** Purposes for which a loan may not be used. */
export const forbiddenLoanPurposes: readonly string[] = data.loan_purpose_forbidden.map(inOurWords);

/** 期數; `value` is the number of instalments. */
export const installments: readonly (Option & { readonly value: number })[] = data.installment.map(
  ({ id, description, value }) => ({ id, description, value }),
);

/** 領補換類別 on the identity card: first issue, reissue or replacement. */
export const idIssueTypes: readonly Option[] = [
  { id: 1, description: '初發' },
  { id: 2, description: '補發' },
  { id: 3, description: '換發' },
];

/** Repayment methods, with the name that the schedule calculation uses for each. */
export const repaymentMethods: readonly (Option & { readonly method: RepaymentMethod })[] =
  optionsOf(data.repayment_method).map((option) => ({
    ...option,
    method: option.code === 'EQUAL_INSTALLMENT' ? 'level' : 'interestOnly',
  }));

/** 風險屬性, with its investment caps per case and in total, in NT$. */
export type RiskProfile = Option & { readonly perCaseMax: Money; readonly totalMax: Money };

export const riskProfiles: readonly RiskProfile[] = data.risk_profile.map((row) => ({
  id: row.id,
  description: row.description,
  perCaseMax: money(row.per_case_max),
  totalMax: money(row.total_max),
}));

/** An occupation; `id` = group × 100 + its position in the group's list, from 1. */
export type Occupation = Option & {
  readonly groupId: number;
  readonly group: string;
  /** Slug of the plan made for this occupation; null if there is none. */
  readonly plan: string | null;
};

const OCCUPATIONS_PER_GROUP = 100;

/** Occupations by group, for a two-step select. */
export const occupationGroups: readonly (Option & { readonly items: readonly Occupation[] })[] =
  data.occupation.map((group) => ({
    id: group.id,
    description: group.description,
    items: group.items.map((description, i) => ({
      id: group.id * OCCUPATIONS_PER_GROUP + i + 1,
      description,
      groupId: group.id,
      group: group.description,
      plan: group.plan,
    })),
  }));

export const occupations: readonly Occupation[] = occupationGroups.flatMap(({ items }) => items);

/** A plan as first seeded: amounts in NT$, rates and fees in basis points. */
export type PlanSeed = {
  readonly slug: string;
  readonly listName: string;
  readonly amountMin: Money;
  readonly amountMax: Money;
  readonly rateMinBps: number;
  readonly rateMaxBps: number;
  readonly installments: readonly number[];
  readonly platformFeeBps: number;
  readonly occupations: readonly number[];
};

export const planSeeds: readonly PlanSeed[] = data.plans.map((plan) => {
  const [amountMin, amountMax] = plan.amount;
  const [rateMin, rateMax] = plan.rate;
  return {
    slug: plan.slug,
    listName: plan.listName,
    amountMin: money(amountMin!),
    amountMax: money(amountMax!),
    rateMinBps: bpsOfPercent(rateMin!),
    rateMaxBps: bpsOfPercent(rateMax!),
    installments: plan.installment,
    platformFeeBps: bpsOfPercent(plan.platform_fee_percent),
    occupations: occupations.filter((row) => row.plan === plan.slug).map(({ id }) => id),
  };
});

/** Returns the option with this id, or undefined. */
export function optionOf<O extends Option>(list: readonly O[], id: number): O | undefined {
  return list.find((option) => option.id === id);
}

/** Returns the text of an option; empty if the id is not in the list. */
export function optionText(list: readonly Option[], id: number): string {
  return optionOf(list, id)?.description ?? '';
}

/** Returns the offered option with this id or code; the API accepts both. */
export function optionFrom<O extends Option>(list: readonly O[], key: number | string): O | null {
  const found = list.find((option) => option.id === key || option.code === key);
  return found === undefined || found.enabled === false ? null : found;
}
