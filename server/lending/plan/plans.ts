// Loan plans for the public: inserted at the first start, formatted for the API, and read by it.
import type { PlanFigureKey } from '#contract/lending/plans.ts';
import type { ServerPlan } from '#contract/lending/plan-schema.ts';
import { SIGNING_BUSINESS_DAYS } from '#contract/law/loan-days.ts';
import {
  formatMoney,
  formatPercent,
  formatRate,
  money,
  percentOfBps,
} from '#contract/core/money.ts';
import { exampleRate, exampleWish } from '#contract/lending/plan-example.ts';
import { planSeeds } from '#contract/options.ts';
import type { SettingNumbers } from '#contract/settings/values.ts';
import { servicingTermsOf } from '#contract/servicing/terms.ts';
import { taskRules } from '#contract/tasks/kinds.ts';
import { Refusal } from '#contract/refusals.ts';
import type { Tx } from '../../database/db.ts';
import { refundFeeAt } from '../../settings/front.ts';
import { planWordsOf, scorecardSeed, type PlanWords } from './first-plans.ts';
import {
  insertPlan,
  insertScorecard,
  newestScorecard,
  planById,
  planByKey,
  plansOnOffer,
  type PlanRow,
} from './plan-queries.ts';
import { BORROWER_AGE_MAX, BORROWER_AGE_MIN, offerOf, REVIEW_BUSINESS_DAYS } from '../rules.ts';
import type { Scorecard } from '../review/scorecard.ts';

export { planById, planByKey, plansOnOffer, type PlanRow };

/**
 * Inserts the six plans and the scorecard at the first start. Later starts keep the changes made by
 * operators.
 */
export async function ensurePlans({ tx }: { tx: Tx }): Promise<void> {
  for (const [place, plan] of planSeeds.entries()) {
    await insertPlan(tx, { ...plan, words: planWordsOf(plan.slug) }, place + 1);
  }
  await insertScorecard(tx, scorecardSeed.version, scorecardSeed.card);
}

/** Returns the scorecard in force. */
export async function scorecardOf(tx: Tx): Promise<{ version: number; card: Scorecard }> {
  const row = await newestScorecard<Scorecard>(tx);
  if (!row) throw new Error('no scorecard: ensurePlans has not run');
  return row;
}

/** Returns a plan on offer by id or slug; refuses PLAN_NOT_FOUND. */
export async function planOnOffer(tx: Tx, key: string): Promise<PlanRow> {
  const plan = await planByKey(tx, key);
  if (!plan) throw new Refusal('PLAN_NOT_FOUND');
  return plan;
}

/** Returns a representative loan of a plan, calculated in the same way as any offer. */
function exampleOf(plan: PlanRow, { remittanceFee }: SettingNumbers): ServerPlan['example'] {
  const { rateMinBps: rateMin, rateMaxBps: rateMax } = plan;
  const wish = exampleWish(plan);
  const rateBps = exampleRate(rateMin, rateMax);
  const terms = { ...wish, amount: money(wish.amount), rateBps };
  const offer = offerOf(plan, terms, money(remittanceFee));
  return {
    ...wish,
    annualRate: percentOfBps(rateBps),
    platformFee: offer.platformFee,
    instalment: offer.instalment,
    apr: offer.apr,
    netPayout: offer.netPayout,
  };
}

/**
 * Returns the fee of a refund for the investor under the settings in force at an instant, and the
 * cases without a fee.
 */
export async function refundTermsAt(tx: Tx, at: Date) {
  return {
    refundFee: await refundFeeAt(tx, at),
    freeWhen: ['案件未募滿', '案件已取消', '借款人未完成簽約', '因平台作業有誤而退款'],
  };
}

/**
 * Returns the value for each placeholder that depends on the settings; null if the value comes from
 * the plan.
 */
export const settingFiguresOf = (
  numbers: SettingNumbers,
): Record<PlanFigureKey, string | null> => ({
  amountMax: null,
  amountMin: null,
  rateMax: null,
  ageMin: String(BORROWER_AGE_MIN),
  ageMax: String(BORROWER_AGE_MAX),
  reviewDays: String(REVIEW_BUSINESS_DAYS),
  offerDays: String(numbers.offerDays),
  fundraisingDays: String(numbers.fundraisingDays),
  signingDays: String(SIGNING_BUSINESS_DAYS),
  graceDays: String(numbers.graceDays),
  prepaymentPeriods: String(numbers.prepaymentFeeInstalments),
  prepaymentFee: formatPercent(numbers.prepaymentFeePercent),
});

/** Returns the texts of a plan with its figures in place of the placeholders. */
function wordsOf(plan: PlanRow, numbers: SettingNumbers): PlanWords {
  const figures: Record<string, string | null> = {
    ...settingFiguresOf(numbers),
    amountMax: formatMoney(money(plan.amountMax)),
    amountMin: formatMoney(money(plan.amountMin)),
    rateMax: formatRate(plan.rateMaxBps),
  };
  const filled = JSON.stringify(plan.words).replace(
    /\{(\w+)\}/g,
    (whole, name: string) => figures[name] ?? whole,
  );
  return JSON.parse(filled) as PlanWords;
}

/** Returns a plan as the API shows it, with the settings in force. */
export function planView(plan: PlanRow, numbers: SettingNumbers): ServerPlan {
  return {
    id: plan.id,
    version: plan.version,
    slug: plan.slug,
    listName: plan.listName,
    ...wordsOf(plan, numbers),
    fastestDays: REVIEW_BUSINESS_DAYS + taskRules.disbursement_release.dueDays,
    occupations: plan.occupations,
    amountMin: plan.amountMin,
    amountMax: plan.amountMax,
    amountStep: plan.amountStep,
    rateMin: percentOfBps(plan.rateMinBps),
    rateMax: percentOfBps(plan.rateMaxBps),
    installments: plan.installments,
    repaymentMethod: 'level',
    platformFeePercent: percentOfBps(plan.platformFeeBps),
    platformFeeMin: plan.platformFeeMin,
    investorFeePercent: numbers.investorFeePercent,
    servicingTerms: servicingTermsOf(numbers),
    example: exampleOf(plan, numbers),
  };
}
