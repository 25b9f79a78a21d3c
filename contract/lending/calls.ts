// API of plans, applications, offers, signing and the contract.
import { z } from 'zod';
import type { ServerSide } from '../core/server-side.ts';
import { member, signedIn, visitor } from '../core/endpoint.ts';
import {
  documentBytes,
  idSchema,
  instantSchema,
  nothing,
  optionsAnswer,
  outputIdSchema,
} from '../core/lists.ts';
import {
  applicationSchema,
  loanDocument,
  qualificationReasons,
  rejectionSchema,
  supplementSchema,
} from './loan-application.ts';
import { originalLoanTerms, scheduleRow } from './loan-terms.ts';
import { planSchema, type Plan } from './plan-schema.ts';
import { writtenName } from '../taiwan/names.ts';
import { servicingTermsSchema } from '../servicing/terms.ts';
import {
  zonedInstantSchema,
  moneySchema,
  percentSchema,
  countSchema,
  optionalText,
} from '../core/wire.ts';

export { planSchema, type Plan };

export const virtualAccountSchema = z.object({
  bankCode: z.string(),
  bankName: z.string(),
  account: z.string(),
  holder: z.string(),
});

export const offerSchema = z.object({
  amount: moneySchema,
  annualRate: percentSchema,
  installments: countSchema,
  instalment: moneySchema,
  platformFee: moneySchema,
  remittanceFee: moneySchema,
  netPayout: moneySchema,
  apr: percentSchema,
  totalInterest: moneySchema,
  grade: z.string(),
  validUntil: instantSchema,
});

export const loanSchema = z.object({
  id: outputIdSchema,
  caseNo: z.string(),
  plan: z.object({ slug: z.string(), listName: z.string() }),
  status: z.number(),
  statusCode: z.string(),
  statusText: z.string(),
  amount: moneySchema,
  annualRate: percentSchema.nullable(),
  installments: countSchema,
  instalment: moneySchema.nullable(),
  original: originalLoanTerms.nullable(),
  apr: percentSchema.nullable(),
  platformFee: moneySchema.nullable(),
  netPayout: moneySchema.nullable(),
  purpose: z.number(),
  createdAt: instantSchema,
  /** What is still missing before the loan can be submitted with `loan/audit`. */
  missing: z.array(z.enum(['VERIFICATION', 'FINANCIAL_STATEMENT', 'SUPPLEMENT'])),
  /** The reviewer's open request for further documents; null if there is none. */
  supplement: supplementSchema.nullable(),
  documents: z.array(loanDocument),
  offer: offerSchema.nullable(),
  fundedAmount: moneySchema,
  investorCount: countSchema,
  endsAt: instantSchema.nullable(),
  /** Before the review: until when what is missing must arrive, or the application lapses. */
  papersBy: instantSchema.nullable(),
  /** Whether the application goes to review by itself once nothing is missing. */
  sendsItself: z.boolean(),
  /** During the review: the day by which a result can be expected. */
  reviewBy: z.string().nullable(),
  signBy: instantSchema.nullable(),
  disbursedOn: z.string().nullable(),
  /** The loan's own terms once it has an offer. */
  servicingTerms: servicingTermsSchema,
  schedule: z.array(scheduleRow),
  virtualAccount: virtualAccountSchema.nullable(),
  nextDue: z
    .object({
      no: z.number(),
      dueOn: z.string(),
      payableUntil: z.string(),
      amount: moneySchema,
      /** Days until the due day; negative once it has passed. */
      daysLeft: z.int(),
    })
    .nullable(),
  overdue: z
    .object({
      lateDays: countSchema,
      /** NT$ that must arrive today, charges included, so that nothing is overdue any more. */
      amount: moneySchema,
      lateInterest: moneySchema,
      penalty: moneySchema,
      courtCosts: moneySchema,
    })
    .nullable(),
  /**
   * The notice of violation, also of a loan without arrears: the pay-by date, whether the whole
   * principal is due by now, and whether operators declared the violation.
   */
  notice: z
    .object({ payBy: z.string(), accelerated: z.boolean(), declared: z.boolean() })
    .nullable(),
  /** The instruction to repay early that has not been executed yet. */
  prepayment: z
    .object({
      kind: z.enum(['partial', 'full']),
      mode: z.enum(['shortenTerm', 'lowerPayment']).nullable(),
      /** NT$ of principal for a partial prepayment; null for a full one. */
      amount: moneySchema.nullable(),
      /** Deadline of the prepayment: money with a later bank date is not used for it. */
      goodUntil: instantSchema,
    })
    .nullable(),
  prepaid: moneySchema,
  outstandingPrincipal: moneySchema,
  settledOn: z.string().nullable(),
  settleType: z.string().nullable(),
  reason: z.string().nullable(),
  rejection: rejectionSchema.nullable(),
});
export type Loan = z.output<typeof loanSchema>;
export type ServerLoan = ServerSide<typeof loanSchema>;
const loanAnswer = z.object({ data: loanSchema });

const contractDetails = z.object({
  loanId: outputIdSchema,
  status: z.number(),
  contractNo: z.string(),
  signedAt: instantSchema.nullable(),
  sha256: z.string().nullable(),
  hasSignature: z.boolean(),
  terms: offerSchema.omit({ validUntil: true }),
  servicingTerms: servicingTermsSchema,
  payoutAccount: z.object({ bankName: z.string(), accountMasked: z.string() }).nullable(),
  signBy: instantSchema.nullable(),
  schedule: z.array(
    z.object({
      no: z.number(),
      due: z.string(),
      principal: moneySchema,
      interest: moneySchema,
      total: moneySchema,
      balance: moneySchema,
    }),
  ),
  investors: z.array(z.object({ orderNo: z.string(), amount: moneySchema })),
  /**
   * The exact text of the PDF, clause by clause; `summary` explains each clause in one plain
   * sentence.
   */
  clauses: z.array(
    z.object({ title: z.string(), summary: z.string(), paragraphs: z.array(z.string()) }),
  ),
});

const binding = ['LOAN_NOT_FOUND', 'LOAN_STATUS', 'MEMBER_HELD'] as const;
export const lending = {
  planMenu: visitor.read({
    path: '/v1/plan/menu-list',
    specified: true,
    summary: 'The plans of the header menu',
    input: nothing,
    output: z.object({
      data: z.array(z.object({ id: outputIdSchema, slug: z.string(), listName: z.string() })),
    }),
  }),
  planList: visitor.read({
    path: '/v1/plan/list-page-info',
    specified: true,
    summary: 'All plans with their terms and an example',
    input: nothing,
    output: z.object({ data: z.array(planSchema) }),
  }),
  planDetail: visitor.read({
    path: '/v1/plan/:id/detail',
    specified: true,
    summary: 'One plan by id or slug',
    input: z.strictObject({ id: z.string().max(40) }),
    output: z.object({ data: planSchema }),
    refusals: ['PLAN_NOT_FOUND'],
  }),
  refundFee: visitor.read({
    path: '/v1/platform/refundfee',
    specified: true,
    summary: 'The fee kept from a refund, now or of what was made then, and when it is free',
    input: z.strictObject({ at: zonedInstantSchema.optional() }),
    output: z.object({ data: z.object({ refundFee: moneySchema, freeWhen: z.array(z.string()) }) }),
  }),
  qualification: signedIn.read({
    path: '/v1/loan/qualification',
    specified: true,
    summary: 'Whether the member may apply now, and if not, why and from when',
    input: nothing,
    output: z.object({
      data: z.object({
        qualified: z.boolean(),
        reasons: z.array(z.enum(qualificationReasons)),
        retryOn: z.string().nullable(),
        /** Number of the member's application or loan in progress. */
        activeCaseNo: z.string().nullable(),
        maxAmount: moneySchema,
        plans: z.array(z.string()),
      }),
    }),
  }),
  apply: member.command({
    path: '/v1/loan/apply',
    specified: true,
    summary: 'Hand in an application; one active at a time',
    input: applicationSchema,
    output: loanAnswer,
    refusals: [
      'NOT_QUALIFIED',
      'ACTIVE_LOAN',
      'PLAN_NOT_FOUND',
      'AMOUNT_OUT_OF_PLAN',
      'BORROWER_LIMIT',
      'INSTALMENT_NOT_OFFERED',
      'OCCUPATION_NOT_IN_PLAN',
      'PERSONAL_DATA_IN_TEXT',
      'CONTACT_IS_APPLICANT',
      'OPTION_CLOSED',
    ],
  }),
  audit: member.command({
    path: '/v1/loan/audit',
    specified: true,
    summary: 'Send the application to review; an answered supplement that lacks more goes to 10',
    input: nothing,
    output: loanAnswer,
    refusals: ['LOAN_NOT_FOUND', 'LOAN_STATUS', 'DOCUMENTS_MISSING'],
  }),
  myLoans: member.read({
    path: '/v1/me/loan',
    specified: true,
    summary: "The member's loans, newest first, with schedule and what is next",
    input: nothing,
    output: z.object({ data: z.array(loanSchema) }),
  }),
  agreeToOffer: member.command({
    path: '/v1/me/loan/agree',
    specified: true,
    summary: 'Accept the offer; the case is listed for funding',
    input: z.strictObject({ id: idSchema }),
    output: loanAnswer,
    refusals: [...binding, 'OFFER_EXPIRED'],
  }),
  declineOffer: member.command({
    path: '/v1/me/loan/decline',
    summary: 'Decline the offer',
    input: z.strictObject({ id: idSchema, reason: optionalText(200) }),
    output: loanAnswer,
    refusals: ['LOAN_NOT_FOUND', 'LOAN_STATUS'],
  }),
  cancelLoan: member.command({
    path: '/v1/me/loan/cancel',
    summary: 'Withdraw before disbursement; the investors get everything back',
    input: z.strictObject({ id: idSchema, reason: optionalText(200) }),
    output: loanAnswer,
    refusals: ['LOAN_NOT_FOUND', 'LOAN_STATUS'],
  }),
  stylemap: member.command({
    path: '/v1/me/loan/stylemap',
    specified: true,
    summary: 'Leave the signature specimen: a PNG data URL ≤ 200 KB, ≥ 300×100, not blank',
    input: z.strictObject({ stylemap: z.string().max(300_000) }),
    output: z.object({ data: z.object({ savedAt: instantSchema }) }),
    refusals: [
      'LOAN_NOT_FOUND',
      'LOAN_STATUS',
      'SIGNATURE_TYPE',
      'SIGNATURE_SIZE',
      'SIGNATURE_BLANK',
    ],
  }),
  typeSignature: member.command({
    path: '/v1/me/loan/stylemap/name',
    summary: 'Leave the verified name as signature specimen; the server draws it',
    input: z.strictObject({ name: z.string().max(200).overwrite(writtenName) }),
    output: z.object({ data: z.object({ savedAt: instantSchema }) }),
    refusals: ['LOAN_NOT_FOUND', 'LOAN_STATUS', 'SIGNATURE_NAME'],
  }),
  contractDetails: member.read({
    path: '/v1/me/loan/contract/details',
    specified: true,
    summary: 'The contract as data, in the same words as its PDF',
    input: nothing,
    output: z.object({ data: contractDetails }),
    refusals: ['CONTRACT_NOT_FOUND'],
  }),
  contract: member.document({
    path: '/v1/me/loan/contract',
    specified: true,
    himself: true,
    summary: 'The contract as PDF: a draft before signing, sealed after',
    input: nothing,
    output: documentBytes,
    refusals: ['CONTRACT_NOT_FOUND'],
  }),
  signContract: member.command({
    path: '/v1/me/loan/sign-contract',
    specified: true,
    summary: 'Sign: needs the specimen, a step-up under 10 minutes old, state 50',
    input: nothing,
    output: z.object({
      data: z.object({ signedAt: instantSchema, sha256: z.string(), loan: loanSchema }),
    }),
    refusals: [...binding, 'SIGNATURE_MISSING', 'STEP_UP_REQUIRED'],
  }),
  cardBanks: signedIn.read({
    path: '/v1/creditCardBanks/list',
    specified: true,
    summary: 'Banks that issue credit cards',
    input: nothing,
    output: z.object({
      creditCardBankList: z.array(z.object({ code: z.string(), name: z.string() })),
    }),
  }),
  purposeOptions: signedIn.read({
    path: '/v1/misc/dropdown/loan/purpose',
    specified: true,
    summary: 'Purposes a loan may have',
    input: nothing,
    /**
     * `past`: purposes that are no longer offered for new loans but that existing cases still use.
     */
    output: optionsAnswer.extend({ past: optionsAnswer.shape.data }),
  }),
  instalmentOptions: signedIn.read({
    path: '/v1/misc/dropdown/loan/installment',
    specified: true,
    summary: 'Terms a loan may have, in months',
    input: nothing,
    output: optionsAnswer,
  }),
  maritalOptions: signedIn.read({
    path: '/v1/misc/dropdown/marital_status',
    specified: true,
    summary: 'Marital statuses',
    input: nothing,
    output: optionsAnswer,
  }),
} as const;
