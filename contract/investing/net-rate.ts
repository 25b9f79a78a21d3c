// The one net rate of a case: what is left of its interest after the fee and the expected loss.
import { roundedTo } from '../core/money.ts';

/**
 * Returns the net rate in percent a year with two decimals: the interest rate less the investors'
 * fee, which is taken from the interest received, and less the yearly loss expected for the grade.
 * Without the loss this is the internal rate of the level instalments after the fee (nominal, 12
 * periods a year), because the fee takes the same part of every interest. All in percent.
 */
export function netRateOf(of: {
  annualRate: number;
  /** Of the interest received. */
  feePercent: number;
  /** A year, of the outstanding principal. */
  expectedLoss: number;
}): number {
  return roundedTo((of.annualRate * (100 - of.feePercent)) / 100 - of.expectedLoss, 2);
}
