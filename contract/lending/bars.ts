// Back-office API for the reasons that bar a person from borrowing, also under earlier accounts,
// and for lifting the bar of a past loss.
import { z } from 'zod';
import type { ServerSide } from '../core/server-side.ts';
import { office } from '../core/endpoint.ts';
import { officeReason } from '../identity/members.ts';
import { idSchema, instantSchema, outputIdSchema } from '../core/lists.ts';
import { qualificationReasons } from './loan-application.ts';
import { daySchema, moneySchema } from '../core/wire.ts';

const barsSchema = z.object({
  /**
   * Reasons why the person may not apply for a loan now, the same reasons that are shown to the
   * person.
   */
  reasons: z.array(z.enum(qualificationReasons)),
  /** The first day on which the person may apply again; null if unknown. */
  retryOn: daySchema.nullable(),
  /** Closed accounts of the same person. */
  accounts: z.array(
    z.object({ id: outputIdSchema, closedAt: instantSchema, suspended: z.boolean() }),
  ),
  /** Loans of the person that were written off, newest first; lost principal in NT$. */
  losses: z.array(
    z.object({
      loanId: outputIdSchema,
      caseNo: z.string(),
      writtenOffOn: daySchema,
      principal: moneySchema,
      lifted: z.object({ by: z.string(), at: instantSchema, reason: z.string() }).nullable(),
    }),
  ),
});
export type BorrowerBars = z.output<typeof barsSchema>;
export type ServerBorrowerBars = ServerSide<typeof barsSchema>;
const answer = z.object({ data: barsSchema });

export const barsOffice = {
  borrowerBars: office.read({
    path: '/ops/v1/members/:id/bars',
    summary: 'What bars a person from borrowing: his accounts there were, and his losses',
    input: z.strictObject({ id: idSchema }),
    output: answer,
    refusals: ['NOT_FOUND'],
    roles: ['reviewer', 'approver', 'finance', 'auditor', 'admin'],
  }),
  liftPastLoss: office.command({
    path: '/ops/v1/members/:id/lift-past-loss',
    summary: 'Let a person apply again whose loan was written off; only once it is closed',
    input: z.strictObject({ id: idSchema, loanId: idSchema, reason: officeReason }),
    output: answer,
    refusals: ['NOT_FOUND', 'LOAN_STATUS'],
    roles: ['approver', 'admin'],
  }),
} as const;
