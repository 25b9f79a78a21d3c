// The terms a running loan is judged by: grace, penalty, violation, the fee of paying early.
import { z } from 'zod';
import type { SettingNumbers } from '../settings/values.ts';

const penaltyStep = z.object({
  /** The last late day of the step. */
  throughDay: z.number(),
  /** The penalty's rate in tenths of the contract's. */
  tenths: z.number(),
});

/** As a loan keeps them from its offer on, and as they are sent. */
export const servicingTermsSchema = z.object({
  /** Paid in full within so many days after `payableUntil`, an instalment bears no charge. */
  graceDays: z.number(),
  /** From this late day on the loan is in violation. */
  violationFromDay: z.number(),
  /** In the order of their days; after the last one no penalty is charged. */
  penaltySteps: z.array(penaltyStep).readonly(),
  /** Of the prepaid principal, in basis points. */
  prepaymentFeeBps: z.number(),
  /** The fee is charged while one of so many first instalments is the next to pay. */
  prepaymentFeeInstalments: z.number(),
  /** The creditors' part of that fee in percent; the rest is the platform's. */
  prepaymentCreditorsPercent: z.number(),
});
export type ServicingTerms = z.output<typeof servicingTermsSchema>;

/** What lateness is judged by. */
export type LateTerms = Pick<ServicingTerms, 'graceDays' | 'violationFromDay' | 'penaltySteps'>;
/** What a prepayment is priced by. */
export type PrepaymentTerms = Pick<
  ServicingTerms,
  'prepaymentFeeBps' | 'prepaymentFeeInstalments' | 'prepaymentCreditorsPercent'
>;

const BPS_PER_PERCENT = 100;

/** The terms of an offer that is made while these numbers are in force. */
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
  };
}

/** The investors' fee of an offer made while these numbers are in force, in basis points. */
export const investorFeeBpsOf = ({ investorFeePercent }: SettingNumbers): number =>
  investorFeePercent * BPS_PER_PERCENT;

/** The days of lateness on which a borrower is written to; those of a move have its letter. */
export function letterDaysOf({ graceDays, violationFromDay }: LateTerms): number[] {
  const days = [1, 3, graceDays, graceDays + 1, 15, violationFromDay - 1];
  return [...new Set(days)].filter((day) => day >= 1 && day < violationFromDay);
}
