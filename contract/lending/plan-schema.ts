// A plan in the API: its terms, its texts, and a calculated example.
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
  /**
   * Terms of repayment that an offer made now would have: grace, penalty, violation, prepayment
   * fee.
   */
  servicingTerms: servicingTermsSchema,
  eligibility: z.array(z.string()),
  requiredDocuments: z.array(z.string()),
  /**
   * Business days for the review and the disbursement; the fundraising between them may take
   * longer.
   */
  fastestDays: z.number(),
  steps: z.array(z.object({ title: z.string(), text: z.string(), time: z.string() })),
  faqs: z.array(z.object({ question: z.string(), answer: z.string() })),
  /** Calculated by the server, so that the page's text contains no hard-coded figure. */
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
