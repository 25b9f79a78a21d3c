// Terms that apply to a running loan: grace, penalty, violation, the fee for early repayment.
import { z } from 'zod';
import type { SettingNumbers } from '../settings/values.ts';
import { countSchema, bpsSchema, moneySchema, percentSchema } from '../core/wire.ts';
import { INSTALMENT_MIN } from '../law/schedule.ts';

const penaltyStep = z.object({
  /** Last overdue day to which this penalty step applies. */
  throughDay: z.number(),
  /** Penalty rate in tenths of the contract's interest rate. */
  tenths: z.number(),
});

/** The terms as stored with a loan from its offer on, and as sent by the API. */
export const servicingTermsSchema = z.object({
  /** An instalment paid in full within this many days after `payableUntil` bears no late charge. */
  graceDays: countSchema,
  /** From this overdue day on the loan is in violation. */
  violationFromDay: z.number(),
  /** Steps ordered by day; after the last step no penalty is charged. */
  penaltySteps: z.array(penaltyStep).readonly(),
  /** Fee in basis points of the prepaid principal. */
  prepaymentFeeBps: bpsSchema,
  /**
   * The fee is charged while the next unpaid instalment is among this many first instalments of the
   * loan.
   */
  prepaymentFeeInstalments: z.number(),
  /** The investors' part of the prepayment fee in percent; the rest goes to the platform. */
  prepaymentCreditorsPercent: percentSchema,
  /**
   * Least amount of an instalment with principal after a prepayment, in NT$. Contracts signed
   * before there was one lack it; only instalments of NT$0 are impossible then.
   */
  instalmentMin: moneySchema.optional(),
});
export type ServicingTerms = z.output<typeof servicingTermsSchema>;

/** Terms that decide the stage of an overdue loan. */
export type LateTerms = Pick<ServicingTerms, 'graceDays' | 'violationFromDay' | 'penaltySteps'>;
/** Terms that decide the price of a prepayment. */
export type PrepaymentTerms = Pick<
  ServicingTerms,
  'prepaymentFeeBps' | 'prepaymentFeeInstalments' | 'prepaymentCreditorsPercent' | 'instalmentMin'
>;

const BPS_PER_PERCENT = 100;

/** Returns the terms of an offer that is made while these settings are in force. */
export function servicingTermsOf(numbers: SettingNumbers): ServicingTerms {
  return {
    graceDays: numbers.graceDays,
    violationFromDay: numbers.violationFromDay,
    penaltySteps: [
      { throughDay: numbers.penaltyEarlyThroughDay, tenths: numbers.penaltyEarlyTenths },
      { throughDay: numbers.penaltyLateThroughDay, tenths: numbers.penaltyLateTenths },
    ],
    prepaymentFeeBps: numbers.prepaymentFeePercent * BPS_PER_PERCENT,
    prepaymentFeeInstalments: numbers.prepaymentFeeInstalments,
    prepaymentCreditorsPercent: numbers.prepaymentCreditorsPercent,
    instalmentMin: INSTALMENT_MIN,
  };
}

/**
 * Returns the investors' fee in basis points for an offer made while these settings are in force.
 */
export const investorFeeBpsOf = ({ investorFeePercent }: SettingNumbers): number =>
  investorFeePercent * BPS_PER_PERCENT;

/**
 * Returns the overdue days on which the borrower gets a letter. A day on which the status changes
 * has a different letter.
 */
export function letterDaysOf({ graceDays, violationFromDay }: LateTerms): number[] {
  const days = [1, 3, graceDays, graceDays + 1, 15, violationFromDay - 1];
  return [...new Set(days)].filter((day) => day >= 1 && day < violationFromDay);
}
