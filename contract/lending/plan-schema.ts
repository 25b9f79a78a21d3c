// A plan as the wire shows it: its terms, its words, and an example by the engine.
import { z } from 'zod';
import { servicingTermsSchema } from '../servicing/terms.ts';

export const planSchema = z.object({
  id: z.string(),
  version: z.number(),
  slug: z.string(),
  listName: z.string(),
  title: z.string(),
  subtitle: z.string(),
  description: z.string(),
  occupations: z.array(z.number()),
  amountMin: z.number(),
  amountMax: z.number(),
  amountStep: z.number(),
  /** Percent a year with at most two decimals. */
  rateMin: z.number(),
  rateMax: z.number(),
  installments: z.array(z.number()),
  repaymentMethod: z.literal('level'),
  platformFeePercent: z.number(),
  platformFeeMin: z.number(),
  investorFeePercent: z.number(),
  /** Of an offer made now: grace, penalty, violation, the fee of paying early. */
  servicingTerms: servicingTermsSchema,
  eligibility: z.array(z.string()),
  requiredDocuments: z.array(z.string()),
  /** Business days of review and disbursement together; the fundraising between may take longer. */
  fastestDays: z.number(),
  steps: z.array(z.object({ title: z.string(), text: z.string(), time: z.string() })),
  faqs: z.array(z.object({ question: z.string(), answer: z.string() })),
  /** Computed by the engine, so that no figure in a page's copy is literal. */
  example: z.object({
    amount: z.number(),
    installments: z.number(),
    annualRate: z.number(),
    platformFee: z.number(),
    instalment: z.number(),
    apr: z.number(),
    netPayout: z.number(),
  }),
});
export type Plan = z.output<typeof planSchema>;
