// Calculates the figures that follow from the terms of an application under review.
import { loanCostOf, platformFeeOf } from '#contract/law/loan-cost.ts';
import { bpsOfPercent, money, ZERO } from '#contract/core/money.ts';
import type { OfferFigures } from '#contract/lending/tasks.ts';
import { totalsOf, type Instalment } from '#contract/law/schedule.ts';

/** The fees of a plan: percent and NT$. */
type PlanFees = { platformFeePercent: number; platformFeeMin: number; remittanceFee: number };

export type Terms = { amount?: number; annualRate?: number; installments?: number };

/** Returns the terms that a form holds; a rate that is half typed does not count. */
export function termsOf({ amount, rate, installments }: Record<string, unknown>): Terms {
  const isTyped = typeof rate === 'string' && /^\d{1,2}(\.\d{1,2})?$/.test(rate.trim());
  return {
    ...(typeof amount === 'number' && { amount }),
    ...(typeof installments === 'number' && { installments }),
    ...(isTyped && { annualRate: Number(rate) }),
  };
}

/**
 * Calculates the figures of terms with the same code as the server: fees, net payout, instalment,
 * interest and APR. Null while the terms are incomplete or no loan is possible.
 */
export function figuresOf(
  plan: PlanFees,
  terms: Terms,
): (Omit<OfferFigures, 'grade'> & { rows: Instalment[] }) | null {
  const { amount, annualRate, installments } = terms;
  if (!amount || annualRate === undefined || !installments) return null;
  try {
    const principal = money(amount);
    const platformFeeBps = bpsOfPercent(plan.platformFeePercent);
    const fee = { platformFeeBps, platformFeeMin: money(plan.platformFeeMin) };
    const platformFee = platformFeeOf(fee, principal);
    const remittanceFee = money(plan.remittanceFee);
    const rateBps = bpsOfPercent(annualRate);
    const shape = { amount: principal, rateBps, installments, platformFee, remittanceFee };
    const { rows, netPayout, apr } = loanCostOf(shape);
    return {
      amount: principal,
      annualRate,
      installments,
      platformFee,
      remittanceFee,
      netPayout,
      instalment: rows[0]?.total ?? ZERO,
      totalInterest: totalsOf(rows).interest,
      apr,
      rows,
    };
  } catch {
    return null;
  }
}
