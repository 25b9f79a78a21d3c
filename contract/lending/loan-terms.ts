// The terms of a loan as they were signed, and the rows of its repayment schedule.
import { z } from 'zod';

/** The terms of the original contract, shown if negotiated terms have replaced them. */
export const originalTerms = z.object({ annualRate: z.number(), installments: z.number() });
export const originalLoanTerms = originalTerms.extend({ instalment: z.number().nullable() });

export const scheduleRow = z.object({
  no: z.number(),
  dueOn: z.string(),
  payableUntil: z.string(),
  principal: z.number(),
  interest: z.number(),
  total: z.number(),
  paid: z.number(),
  balance: z.number(),
  status: z.enum(['upcoming', 'due', 'partial', 'paid', 'late']),
  paidOn: z.string().nullable(),
});
