// The terms of a loan as they were signed, and the rows of its repayment schedule.
import { z } from 'zod';
import { percentSchema, countSchema, moneySchema } from '../core/wire.ts';

/** The terms of the original contract, shown if negotiated terms have replaced them. */
export const originalTerms = z.object({ annualRate: percentSchema, installments: countSchema });
export const originalLoanTerms = originalTerms.extend({ instalment: moneySchema.nullable() });

export const scheduleRow = z.object({
  no: z.number(),
  dueOn: z.string(),
  payableUntil: z.string(),
  principal: moneySchema,
  interest: moneySchema,
  total: moneySchema,
  paid: moneySchema,
  balance: moneySchema,
  status: z.enum(['upcoming', 'due', 'partial', 'paid', 'late']),
  paidOn: z.string().nullable(),
});
