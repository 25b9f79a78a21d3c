// The terms that follow from a score: what the office is shown, and what a quote states.
import { type Money, money, percentOfBps, subtract } from '#contract/core/money.ts';
import { APPROVED_STEP, offerOf, rateWithin, type PlanTerms } from '../rules.ts';
import { offerView } from '../view.ts';
import type { Score } from './scorecard.ts';

/**
 * Returns the terms that the scorecard suggests within a plan, with all figures of such an offer;
 * no offer if the amount is below the plan's.
 */
export function suggestionOf(
  plan: PlanTerms,
  asked: { installments: number },
  score: Score,
  remittanceFee: Money,
) {
  const rateBps = rateWithin(plan, score.rateBps);
  const { grade, amountMax, expectedLossBps } = score;
  const amount = subtract(money(score.amount), money(score.amount % APPROVED_STEP));
  const terms = { amount, rateBps, installments: asked.installments };
  return {
    amount,
    amountMax,
    annualRate: percentOfBps(rateBps),
    installments: asked.installments,
    grade,
    expectedLoss: percentOfBps(expectedLossBps),
    offer: amount >= plan.amountMin ? offerView(offerOf(plan, terms, remittanceFee), grade) : null,
  };
}
