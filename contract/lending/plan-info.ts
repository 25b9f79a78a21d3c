// API of plan information for prospective investors: terms, grades, open cases, track record.
import { z } from 'zod';
import type { ServerSide } from '../core/server-side.ts';
import { visitor } from '../core/endpoint.ts';
import { instantSchema, nothing, outputIdSchema } from '../core/lists.ts';
import { percentSchema, moneySchema, countSchema } from '../core/wire.ts';

const gradeSchema = z.object({
  grade: z.string(),
  /**
   * Percent a year: the return of the grade before fees, and the part of it that is expected to be
   * lost.
   */
  rate: percentSchema,
  expectedLoss: percentSchema,
  amountMax: moneySchema,
});

/**
 * Open cases as of now. Everything else is what the loan book published last of all plans together
 * (decision 047), so that no single loan can be followed.
 */
const figuresSchema = z.object({
  asOf: instantSchema,
  openCases: countSchema,
  /** NT$ that open cases still need. */
  openAmount: moneySchema,
  /** NT$ of principal that borrowers owe, in steps of NT$1,000,000. */
  outstandingPrincipal: moneySchema,
  /** 0: not published any more. */
  repayingLoans: countSchema,
  settledLoans: countSchema,
  /**
   * Percent of the outstanding principal in loans that are more than 30 days overdue; null unless
   * at least five borrowers are.
   */
  overdueShare: percentSchema.nullable(),
  /** Borrowers who were ever lent to, and those of them who are overdue; 0 if not published. */
  outstandingLoans: countSchema,
  overdueLoans: countSchema,
});
export type ServerPlanFigures = ServerSide<typeof figuresSchema>;

const planTerms = z.object({
  id: outputIdSchema,
  slug: z.string(),
  listName: z.string(),
  subtitle: z.string(),
  amountMin: moneySchema,
  amountMax: moneySchema,
  rateMin: percentSchema,
  rateMax: percentSchema,
  installments: z.array(countSchema),
  /** The investors' fee in percent of the interest received. */
  investorFeePercent: percentSchema,
});

/**
 * The part of a case that a visitor may see: its return and funding progress, nothing about the
 * borrower.
 */
const highlightSchema = z.object({
  id: outputIdSchema,
  planSlug: z.string(),
  planName: z.string(),
  grade: z.string(),
  annualRate: percentSchema,
  installments: countSchema,
  amountVal: moneySchema,
  progress: percentSchema,
  endsAt: instantSchema,
});

export const planInfo = {
  investorPagePlanInfo: visitor.read({
    path: '/v1/plan/investor-page-plan-info',
    specified: true,
    summary: 'For the investment page: plans, grades, figures, anonymous highlights',
    input: nothing,
    output: z.object({
      data: z.object({
        plans: z.array(planTerms.extend({ openCases: countSchema })),
        grades: z.array(gradeSchema),
        figures: figuresSchema,
        highlights: z.array(highlightSchema),
      }),
    }),
  }),
  investorCasePlanInfo: visitor.read({
    path: '/v1/plan/:id/investor-case-plan-info',
    specified: true,
    summary: 'For the page of a case: its plan, the rules it runs by, how its plan has gone',
    input: z.strictObject({ id: z.string().max(40) }),
    output: z.object({
      data: z.object({
        plan: planTerms,
        grades: z.array(gradeSchema),
        figures: figuresSchema,
        refundFee: moneySchema,
        /** Days after the due date without charges, and days until the loan is in violation. */
        graceDays: countSchema,
        violationDays: countSchema,
        eligibility: z.array(z.string()),
        requiredDocuments: z.array(z.string()),
      }),
    }),
    refusals: ['PLAN_NOT_FOUND'],
  }),
} as const;
