// Repayment API for the borrower: prepayment quotes and instructions.
import { z } from 'zod';
import { member, together } from '../core/endpoint.ts';
import { idSchema, instantSchema, outputIdSchema } from '../core/lists.ts';
import { moneySchema, moneyTextSchema, countSchema } from '../core/wire.ts';
import { negotiationCalls } from './negotiation-calls.ts';
import { stepSchema } from './negotiation.ts';

export const prepaymentModes = ['shortenTerm', 'lowerPayment'] as const;

const quoteSchema = z.object({
  id: outputIdSchema.nullable(),
  loanId: outputIdSchema,
  kind: z.enum(['partial', 'full']),
  mode: z.enum(prepaymentModes).nullable(),
  principal: moneySchema,
  interest: moneySchema,
  lateCharges: moneySchema,
  fee: moneySchema,
  /** Court costs advanced for the loan, which a payment covers before anything else. */
  courtCosts: moneySchema,
  prepaid: moneySchema,
  /** Amount to pay to the loan's virtual account by `goodUntil`, already less prepaid money. */
  total: moneySchema,
  goodUntil: instantSchema,
  instalmentAfter: moneySchema.nullable(),
  /** Unpaid instalments before and after a partial prepayment. */
  installmentsBefore: countSchema.nullable(),
  installmentsAfter: countSchema.nullable(),
  /** The amounts that follow, in order; empty for a full prepayment. */
  steps: z.array(stepSchema),
  /**
   * Amount that settles the loan in full instead, if a partial prepayment would leave less than
   * NT$500 of principal.
   */
  fullInstead: moneySchema.nullable(),
});

const askFor = {
  id: idSchema,
  kind: z.enum(['partial', 'full']),
  mode: z.enum(prepaymentModes).optional(),
  /**
   * The borrower agrees that no instalment is below NT$500, so that their number falls, although
   * their contract was signed before this rule.
   */
  agreesToMin: z.literal('yes').optional(),
};

export const servicing = together(negotiationCalls, {
  prepaymentQuote: member.read({
    path: '/v1/me/loan/prepayment',
    summary: 'What a partial or full prepayment costs today, good to 23:59',
    input: z.strictObject({ ...askFor, amount: moneyTextSchema.optional() }),
    output: z.object({ data: quoteSchema }),
    refusals: ['LOAN_NOT_FOUND', 'LOAN_STATUS', 'PREPAYMENT_AMOUNT', 'PREPAYMENT_NOT_NOW'],
  }),
  instructPrepayment: member.command({
    path: '/v1/me/loan/prepayment',
    summary: 'Instruct a prepayment; the money that arrives by 23:59 is used for it',
    input: z.strictObject({ ...askFor, amount: moneySchema.optional() }),
    output: z.object({ data: quoteSchema }),
    refusals: ['LOAN_NOT_FOUND', 'LOAN_STATUS', 'PREPAYMENT_AMOUNT', 'PREPAYMENT_NOT_NOW'],
  }),
  returnPrepaid: member.command({
    path: '/v1/me/loan/prepaid/return',
    summary: 'Ask prepaid money back: it goes to the bound account with the next payouts',
    input: z.strictObject({ id: idSchema }),
    output: z.object({ data: z.object({ amount: moneySchema }) }),
    refusals: ['LOAN_NOT_FOUND', 'NOTHING_PREPAID', 'TERMS_PENDING'],
  }),
});
