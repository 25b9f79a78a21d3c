// API of a quote: the terms that six answers lead to, without an account and without papers.
import { z } from 'zod';
import { visitor } from '../core/endpoint.ts';
import { countSchema, moneySchema, percentSchema } from '../core/wire.ts';
import { offerSchema } from './calls.ts';
import { quoteIncomes } from './quote-incomes.ts';

/** Longest time in a job that can be told, in months. */
const TENURE_MONTHS_MAX = 720;

/** What an applicant owes elsewhere, in NT$. */
const debtsSchema = z.strictObject({
  /** Payments of all other loans in a month, and what is still owed of them. */
  monthly: moneySchema,
  balance: moneySchema,
  /** Balance of cards that is not paid in full each month. */
  cardBalance: moneySchema,
});

const quoteAnswersSchema = z.strictObject({
  occupation: z.int().min(101).max(899),
  incomeBand: z.int().min(1).max(quoteIncomes.length),
  /** Months in the present job. */
  tenureMonths: z.int().min(0).max(TENURE_MONTHS_MAX),
  debts: debtsSchema,
  amount: moneySchema,
  installment: z.int().min(0).max(9_999),
});
export type QuoteAnswers = z.output<typeof quoteAnswersSchema>;

/** What somebody without an account still has to do before an application is reviewed. */
const quoteLacks = ['ACCOUNT', 'VERIFICATION', 'APPLICATION', 'FINANCIAL_STATEMENT'] as const;

const quoteSchema = z.object({
  plan: z.object({ slug: z.string(), listName: z.string() }),
  /** Version of the scorecard by which the quote was made. */
  scorecard: countSchema,
  grade: z.string(),
  annualRate: percentSchema,
  /** What may be lent of the requested amount; 0 if nothing. */
  amount: moneySchema,
  /** Most that may be lent with these answers within the grade. */
  amountMax: moneySchema,
  installments: countSchema,
  /** Null if what may be lent is less than the plan's smallest loan. */
  offer: offerSchema
    .omit({ validUntil: true })
    .extend({ /** Interest and all fees. */ totalCost: moneySchema })
    .nullable(),
  /** What the quote supposes besides the answers. */
  supposed: z.object({
    monthlyIncome: moneySchema,
    /** Monthly payments, this loan's included, in percent of the income. */
    debtRatio: percentSchema,
  }),
  missing: z.array(z.enum(quoteLacks)),
  /** Papers that the plan asks for. */
  requiredDocuments: z.array(z.string()),
});
export type Quote = z.output<typeof quoteSchema>;

export const quoting = {
  quote: visitor.read({
    method: 'POST',
    path: '/v1/loan/quote',
    summary: 'Grade, rate, instalment and cost that six answers lead to; nothing is stored',
    description:
      'Uses the scorecard of the review, and supposes approved proofs of income and no late ' +
      'payment. At most 20 quotes a minute and 200 a day from one address.',
    input: quoteAnswersSchema,
    output: z.object({ data: quoteSchema }),
    refusals: ['OCCUPATION_NOT_IN_PLAN', 'AMOUNT_OUT_OF_PLAN', 'INSTALMENT_NOT_OFFERED'],
    perMinute: 20,
  }),
} as const;
