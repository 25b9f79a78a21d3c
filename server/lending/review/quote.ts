// A quote before any papers: the scorecard's suggestion for six answers. Nothing is stored.
import { add, type Money, percentOfBps, ZERO } from '#contract/core/money.ts';
import { quoteIncomes } from '#contract/lending/quote-incomes.ts';
import type { QuoteAnswers, quoting } from '#contract/lending/quote.ts';
import { Refusal } from '#contract/refusals.ts';
import { type Asking, prepared } from '../../call.ts';
import { db, type Tx } from '../../database/db.ts';
import { takeRateLimits } from '../../identity/front.ts';
import { networkOf, paces } from '../../identity/rules.ts';
import type { Services } from '../../services.ts';
import { numbersInForce, remittanceFeeNow } from '../../settings/front.ts';
import { plansOnOffer, planView, scorecardOf, type PlanRow } from '../plan/plans.ts';
import { assertWithinPlan, type PlanTerms } from '../rules.ts';
import { type Applicant, type Scorecard, scoreOf } from './scorecard.ts';
import { suggestionOf } from './suggestion.ts';

/**
 * Returns the figures that the scorecard reads, as if the papers agreed with the answers: the least
 * income of the band, approved proofs, and no late payment.
 */
function quotedApplicant(answers: QuoteAnswers): Applicant {
  const { incomeBand, tenureMonths, debts, amount, installment } = answers;
  const band = quoteIncomes.find(({ id }) => id === incomeBand);
  if (!band) throw new RangeError(`no band of income ${incomeBand}`);
  const { monthly, balance, cardBalance } = debts;
  return {
    amount,
    installments: installment,
    monthlyIncome: band.atLeast,
    otherIncome: ZERO,
    tenureMonths,
    cardBalance,
    otherLoans: [{ monthly, balance }],
    lateIn12Months: false,
    financialStatus: 3,
  };
}

/** Calculates a quote by the same score and suggestion that the office sees of an application. */
export function quoteOf(
  { card, version }: { card: Scorecard; version: number },
  plan: PlanTerms,
  answers: QuoteAnswers,
  remittanceFee: Money,
) {
  const applicant = quotedApplicant(answers);
  const score = scoreOf(card, version, applicant);
  const { offer, ...suggested } = suggestionOf(plan, applicant, score, remittanceFee);
  return {
    scorecard: version,
    grade: suggested.grade,
    annualRate: suggested.annualRate,
    amount: suggested.amount,
    amountMax: suggested.amountMax as Money,
    installments: suggested.installments,
    offer: offer && {
      ...offer,
      totalCost: add(offer.totalInterest, offer.platformFee, offer.remittanceFee),
    },
    supposed: {
      monthlyIncome: applicant.monthlyIncome,
      debtRatio: percentOfBps(score.debtRatioBps),
    },
  };
}

/**
 * Returns the cheapest plan that offers the loan to the occupation. Refuses what the cheapest of
 * them does not offer.
 */
async function planFor(tx: Tx, answers: QuoteAnswers): Promise<PlanRow> {
  const { amount, installment, occupation } = answers;
  const open = (await plansOnOffer(tx))
    .filter(({ occupations }) => occupations.includes(occupation))
    .toSorted((a, b) => a.rateMaxBps - b.rateMaxBps || a.rateMinBps - b.rateMinBps);
  const fits = (plan: PlanRow) =>
    amount >= plan.amountMin &&
    amount <= plan.amountMax &&
    amount % plan.amountStep === 0 &&
    plan.installments.includes(installment);
  const plan = open.find(fits) ?? open[0];
  if (!plan) throw new Refusal('OCCUPATION_NOT_IN_PLAN');
  assertWithinPlan(plan, { amount, installment, occupation });
  return plan;
}

/** Counts the quote against the day's limit of its address. Refuses TOO_MANY_REQUESTS. */
async function takeQuote({ pool, clock }: Services, { address }: Asking): Promise<void> {
  const limit = { key: `quote@${networkOf(address)}`, ...paces.quoteAddress };
  await takeRateLimits(db(pool), clock, [limit]);
}

export const quote = prepared<typeof quoting.quote, void>({
  prepare: (services, _answers, asking) => takeQuote(services, asking),
  async run(work, answers) {
    const { tx, now } = work;
    const plan = await planFor(tx, answers);
    const quoted = quoteOf(await scorecardOf(tx), plan, answers, await remittanceFeeNow(work));
    const { requiredDocuments } = planView(plan, await numbersInForce(tx, now));
    return {
      data: {
        plan: { slug: plan.slug, listName: plan.listName },
        ...quoted,
        missing: ['ACCOUNT', 'VERIFICATION', 'APPLICATION', 'FINANCIAL_STATEMENT'],
        requiredDocuments,
      },
    };
  },
});
