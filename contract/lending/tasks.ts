// Schemas of the data that the back office's tasks about applications and plans show.
import { z } from 'zod';
import { moneySchema, percentSchema, countSchema, bpsSchema } from '../core/wire.ts';
import { instantSchema, outputIdSchema } from '../core/lists.ts';
import { uploadSchema } from '../tasks/detail-parts.ts';
import { crossCheckSchema } from './review/cross-checks.ts';
import { statedApplicationSchema } from './loan-application.ts';
import { planSchema } from './plan-schema.ts';
import { planVersionRow } from './plans.ts';

const terms = {
  amount: moneySchema,
  /** Interest rate in percent per year. */
  annualRate: percentSchema,
  installments: countSchema,
  grade: z.string(),
};

/** Terms of an offer and the figures that follow from them. NT$; rates in percent. */
export const offerFigures = z.object({
  ...terms,
  instalment: moneySchema,
  platformFee: moneySchema,
  remittanceFee: moneySchema,
  netPayout: moneySchema,
  apr: percentSchema,
  totalInterest: moneySchema,
});
export type OfferFigures = z.output<typeof offerFigures>;

/** Terms that one reviewer proposes and another must approve. */
const proposal = z.object({
  ...terms,
  reason: z.string().nullable(),
  /** Differences between the proposed terms and the scorecard's suggestion. */
  deviations: z
    .array(
      z.object({
        item: z.enum(['amount', 'rate', 'grade']),
        suggested: z.string(),
        given: z.string(),
      }),
    )
    .optional(),
});
export type ProposalDetail = z.output<typeof proposal>;

const score = z.object({
  version: z.number(),
  points: z.number(),
  grade: z.string(),
  rateBps: bpsSchema,
  expectedLossBps: bpsSchema,
  amountMax: moneySchema,
  amount: moneySchema,
  debtRatioBps: bpsSchema,
  reasons: z.array(z.object({ item: z.string(), points: z.number(), text: z.string() })),
});

/**
 * Plan of an application with the limits in force: maximum APR in percent, and the NT$ that the
 * borrower may still borrow.
 */
const planOfLoan = z.object({
  slug: z.string(),
  listName: z.string(),
  amountMin: moneySchema,
  amountMax: moneySchema,
  rateMin: percentSchema,
  rateMax: percentSchema,
  installments: z.array(countSchema),
  platformFeePercent: percentSchema,
  platformFeeMin: moneySchema,
  remittanceFee: moneySchema,
  aprMax: percentSchema,
  borrowerRoom: moneySchema,
});
export type PlanOfLoan = z.output<typeof planOfLoan>;

const loan = z.object({
  id: outputIdSchema,
  caseNo: z.string(),
  planName: z.string(),
  status: z.number(),
  statusText: z.string(),
  amount: moneySchema,
  installments: countSchema,
  purpose: z.string(),
  purposeNote: z.string().nullable(),
  createdAt: instantSchema,
});

const applicant = z.object({
  name: z.string(),
  idNumberMasked: z.string(),
  birthday: z.string(),
  age: z.number(),
  phoneMasked: z.string(),
  city: z.string(),
});

export const loanPaper = uploadSchema.extend({
  filename: z.string(),
  /** Whether the document arrived after the latest request for documents. */
  isNew: z.boolean().optional(),
});

export const review = z
  .object({
    loan,
    applicant: applicant.nullable(),
    application: statedApplicationSchema,
    /** Text of the option in the list as it was when the borrower applied. */
    maritalStatus: z.string(),
    cardBanks: z.array(z.string()),
    occupation: z.string(),
    score,
    /** Comparisons of what the applicant stated, with their sources. */
    crossChecks: z.array(crossCheckSchema),
    /** Monthly payments for other debts, and monthly income, in NT$. */
    burden: z.object({ monthlyDebts: moneySchema, monthlyIncome: moneySchema }),
    suggestion: z.object({
      ...terms,
      amountMax: moneySchema,
      expectedLoss: percentSchema,
      offer: offerFigures.nullable(),
    }),
    plan: planOfLoan,
    documents: z.object({
      verifiedIDStage: z.number(),
      verifiedIDstatus: z.number(),
      financialStatus: z.number(),
      missing: z.array(z.string()),
      uploads: z.array(loanPaper),
    }),
    consents: z.array(z.object({ kind: z.string(), version: z.string(), givenAt: instantSchema })),
    /**
     * The day from which the borrower may apply again if the application is rejected today, as
     * 2026/11/20.
     */
    reapplyOn: z.string(),
    history: z.array(
      z.object({
        caseNo: z.string(),
        amount: moneySchema,
        statusText: z.string(),
        createdAt: instantSchema,
      }),
    ),
    /** Documents requested in the previous round, and the number of rounds so far. */
    supplemented: z.array(z.object({ item: z.string(), reason: z.string() })),
    round: z.number(),
    /** The proposed terms that the second person returned to the reviewer, and the reason. */
    returned: z.object({ reason: z.string().optional(), proposal: proposal.optional() }),
    proposal,
    offer: offerFigures,
  })
  .partial();
export type ReviewDetail = z.output<typeof review>;

export const lendingDetails = {
  loan_review: review,
  loan_approval: review,
  plan_approval: z
    .object({
      planId: outputIdSchema,
      number: z.number(),
      version: planVersionRow,
      before: planVersionRow.nullable(),
      plan: planSchema,
      planBefore: planSchema.nullable(),
      refund: z.object({ refundFee: moneySchema, freeWhen: z.array(z.string()) }),
    })
    .partial(),
  plan_recall: z
    .object({
      planId: outputIdSchema,
      number: z.number(),
      reason: z.string(),
      version: planVersionRow,
      current: planVersionRow.nullable(),
    })
    .partial(),
};
