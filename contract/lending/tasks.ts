// Kinds of the office's tasks about applications and plans.
import { z } from 'zod';
import {
  bpsSchema,
  codeSchema,
  countSchema,
  moneySchema,
  percentSchema,
  signedMoneySchema,
} from '../core/wire.ts';
import { instantSchema, outputIdSchema } from '../core/lists.ts';
import { REJECTED_BAN_DAYS } from '../law/loan-days.ts';
import { withdrawalCauseNames } from './loan-review.ts';
import { approve, giveBack, supplement, taskKind, uploadSchema } from '../tasks/kind.ts';
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

/** An offer that is or was withdrawn, and why. */
const withdrawnOffer = z.object({
  cause: z.enum(withdrawalCauseNames),
  note: z.string(),
  offer: offerFigures,
});

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
    /**
     * What the debt ratio of the score is calculated from, in NT$ a month: other debts, the
     * instalment of this loan at the assumed rate, and the income.
     */
    burden: z.object({
      monthlyDebts: moneySchema,
      ownPayment: moneySchema,
      assumedRate: percentSchema,
      monthlyIncome: moneySchema,
    }),
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
    /** The offer that two operators withdrew, after which the application is reviewed again. */
    withdrawn: withdrawnOffer,
    proposal,
    offer: offerFigures,
  })
  .partial();
export type ReviewDetail = z.output<typeof review>;

/** Rate and number of instalments that an operator gives; the rules check them. */
export const givenTerms = {
  annualRate: z.number().min(0).max(16).optional(),
  installments: codeSchema.optional(),
};

/** The terms that a reviewer proposes for an application. */
const proposedTerms = {
  ...givenTerms,
  amount: signedMoneySchema.optional(),
  grade: z.string().max(2).optional(),
};

/** One of the listed reasons for rejection. */
const rejection = { reasonCode: z.string().max(30).optional() };

export const loanTasks = {
  loan_review: taskKind({
    text: '申貸審核',
    roles: ['reviewer'],
    dueDays: 2,
    assignedAs: 5,
    asksAbout: 'application',
    decisions: {
      approve: {
        title: '核准',
        about: '提出核准條件，由另一位同仁覆核',
        done: '已提出核准條件',
        fields: proposedTerms,
        asks: 'first',
        refusals: [
          'AMOUNT_OUT_OF_PLAN',
          'RATE_OUT_OF_PLAN',
          'INSTALMENT_NOT_OFFERED',
          'LOAN_STATUS',
        ],
      },
      supplement: { ...supplement, refusals: ['LOAN_STATUS'], opensNext: true },
      reject: {
        title: '婉拒',
        about: `申請人 ${REJECTED_BAN_DAYS} 天內無法再次申貸，原因會通知申請人`,
        done: '已婉拒',
        takes: true,
        fields: rejection,
        refusals: ['LOAN_STATUS'],
        opensNext: true,
      },
    },
    detail: review,
  }),

  loan_approval: taskKind({
    text: '核准覆核',
    roles: ['approver'],
    dueDays: 1,
    assignedAs: 6,
    limit: 'loan',
    returnsTo: 'loan_review',
    asksAbout: 'application',
    decisions: {
      approve: {
        title: '核准',
        about: '條件生效並通知申請人，期限內同意即可上架',
        done: '已核准',
        asks: 'last',
        refusals: ['LOAN_STATUS', 'ABOVE_LIMIT'],
      },
      return: giveBack('退回審核人員重新提出條件', { refusals: ['LOAN_STATUS'] }),
    },
    detail: review,
  }),

  offer_withdrawal: taskKind({
    text: '撤回核准條件覆核',
    roles: ['approver'],
    dueDays: 1,
    assignedAs: 40,
    decisions: {
      approve: approve('核准條件失效並通知借款人，案件立即回到審核，不影響其再次申請'),
      return: giveBack('不撤回，借款人仍可在期限內同意，附上原因'),
    },
    detail: withdrawnOffer.extend({ caseNo: z.string(), validUntil: instantSchema }).partial(),
  }),
};

export const planTasks = {
  plan_approval: taskKind({
    text: '方案覆核',
    roles: ['approver'],
    dueDays: 2,
    assignedAs: 27,
    decisions: {
      approve: approve('這一版自生效日起適用新申請；生效前一天為止可由兩位同仁撤回'),
      return: giveBack('退回修改，附上原因'),
    },
    detail: z
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
  }),

  plan_recall: taskKind({
    text: '方案撤回覆核',
    roles: ['approver'],
    dueDays: 1,
    assignedAs: 28,
    decisions: {
      approve: approve('這一版不會生效，現行內容不變；撤回後不能恢復'),
      return: giveBack('不撤回，這一版照原定日期生效，附上原因'),
    },
    detail: z
      .object({
        planId: outputIdSchema,
        number: z.number(),
        reason: z.string(),
        version: planVersionRow,
        current: planVersionRow.nullable(),
      })
      .partial(),
  }),
};
