// A plan in the API: its terms, its texts, and a calculated example.
import { z } from 'zod';
import type { ServerSide } from '../core/server-side.ts';
import { servicingTermsSchema } from '../servicing/terms.ts';
import { moneySchema, percentSchema, countSchema } from '../core/wire.ts';
import { outputIdSchema } from '../core/lists.ts';

export const planSchema = z.object({
  id: outputIdSchema,
  version: z.number(),
  slug: z.string(),
  listName: z.string(),
  title: z.string(),
  subtitle: z.string(),
  description: z.string(),
  occupations: z.array(z.number()),
  amountMin: moneySchema,
  amountMax: moneySchema,
  amountStep: moneySchema,
  /** Percent a year with at most two decimals. */
  rateMin: percentSchema,
  rateMax: percentSchema,
  installments: z.array(countSchema),
  repaymentMethod: z.literal('level'),
  platformFeePercent: percentSchema,
  platformFeeMin: moneySchema,
  investorFeePercent: percentSchema,
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
  /**
   * Example loan calculated by the server, so that the page's text contains no hard-coded figure.
   */
  example: z.object({
    amount: moneySchema,
    installments: countSchema,
    annualRate: percentSchema,
    platformFee: moneySchema,
    instalment: moneySchema,
    apr: percentSchema,
    netPayout: moneySchema,
  }),
});
export type Plan = z.output<typeof planSchema>;
export type ServerPlan = ServerSide<typeof planSchema>;
