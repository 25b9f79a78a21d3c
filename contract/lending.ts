// What plans, applications, offers, signing and the contract promise.
import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { idSchema, instantSchema, nothing, optionsAnswer } from './lists.ts';
import { moneySchema } from './money.ts';
import { mobileSchema } from './verification.ts';

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
  eligibility: z.array(z.string()),
  requiredDocuments: z.array(z.string()),
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

export const scheduleRow = z.object({
  no: z.number(),
  dueOn: z.string(),
  payableUntil: z.string(),
  principal: z.number(),
  interest: z.number(),
  total: z.number(),
  paid: z.number(),
  balance: z.number(),
  status: z.enum(['upcoming', 'due', 'partial', 'paid', 'late']),
  paidOn: z.string().nullable(),
});

export const virtualAccountSchema = z.object({
  bankCode: z.string(),
  bankName: z.string(),
  account: z.string(),
  holder: z.string(),
});

const offerSchema = z.object({
  amount: z.number(),
  annualRate: z.number(),
  installments: z.number(),
  instalment: z.number(),
  platformFee: z.number(),
  remittanceFee: z.number(),
  netPayout: z.number(),
  apr: z.number(),
  totalInterest: z.number(),
  grade: z.string(),
  validUntil: instantSchema,
});

export const loanSchema = z.object({
  id: z.string(),
  caseNo: z.string(),
  plan: z.object({ slug: z.string(), listName: z.string() }),
  status: z.number(),
  statusCode: z.string(),
  statusText: z.string(),
  amount: z.number(),
  annualRate: z.number().nullable(),
  installments: z.number(),
  instalment: z.number().nullable(),
  apr: z.number().nullable(),
  platformFee: z.number().nullable(),
  netPayout: z.number().nullable(),
  purpose: z.number(),
  createdAt: instantSchema,
  /** What is still missing before `loan/audit`. */
  missing: z.array(z.enum(['VERIFICATION', 'FINANCIAL_STATEMENT'])),
  offer: offerSchema.nullable(),
  fundedAmount: z.number(),
  investorCount: z.number(),
  endsAt: instantSchema.nullable(),
  signBy: instantSchema.nullable(),
  disbursedOn: z.string().nullable(),
  schedule: z.array(scheduleRow),
  virtualAccount: virtualAccountSchema.nullable(),
  nextDue: z
    .object({
      no: z.number(),
      dueOn: z.string(),
      payableUntil: z.string(),
      amount: z.number(),
      daysLeft: z.number(),
    })
    .nullable(),
  overdue: z
    .object({
      lateDays: z.number(),
      amount: z.number(),
      lateInterest: z.number(),
      penalty: z.number(),
    })
    .nullable(),
  prepaid: z.number(),
  outstandingPrincipal: z.number(),
  settledOn: z.string().nullable(),
  settleType: z.string().nullable(),
  reason: z.string().nullable(),
});
export type Loan = z.output<typeof loanSchema>;
const loanAnswer = z.object({ data: loanSchema });

export const applicationSchema = z.strictObject({
  plan: z.string().min(1).max(40),
  amount: moneySchema,
  installment: z.coerce.number().int(),
  purpose: z.coerce.number().int().min(1).max(15),
  purposeNote: z.string().trim().max(200).optional(),
  job: z.strictObject({
    occupation: z.number().int().min(101).max(899),
    company: z.string().trim().min(1, '請輸入公司名稱').max(40),
    ubn: z
      .string()
      .regex(/^\d{8}$/, '統一編號不正確')
      .optional(),
    title: z.string().trim().min(1, '請輸入職稱').max(40),
    since: z.string().regex(/^\d{4}-(0[1-9]|1[0-2])$/, '請選擇到職年月'),
    phone: z.string().trim().max(20).optional(),
    monthlyIncome: moneySchema.refine((income) => income > 0, '請輸入稅前月收入'),
    otherIncome: moneySchema.optional(),
  }),
  household: z.strictObject({
    maritalStatus: z.number().int().min(1).max(5),
    dependents: z.number().int().min(0).max(10),
    education: z.number().int().min(1).max(6),
    housing: z.number().int().min(1).max(6),
    since: z
      .string()
      .regex(/^\d{4}-\d{2}$/)
      .optional(),
  }),
  finance: z.strictObject({
    cardBanks: z.array(z.string().regex(/^\d{3}$/)).max(40),
    cardBalance: moneySchema,
    otherLoans: z
      .array(
        z.strictObject({
          kind: z.string().trim().min(1).max(20),
          monthly: moneySchema,
          balance: moneySchema,
        }),
      )
      .max(5),
    monthlyExpense: moneySchema,
    lateIn12Months: z.boolean(),
    lateNote: z.string().trim().max(200).optional(),
  }),
  contact: z.strictObject({
    name: z.string().trim().min(2, '請輸入聯絡人姓名').max(20),
    relationship: z.number().int().min(1).max(8),
    phone: mobileSchema,
  }),
});
export type Application = z.output<typeof applicationSchema>;

export const qualificationReasons = [
  'EMAIL_UNVERIFIED',
  'NOT_VERIFIED',
  'AGE',
  'ACTIVE_LOAN',
  'COOLING_OFF',
  'OVERDUE',
  'SUSPENDED',
  'FINANCIAL_REQUIRED',
] as const;

const contractDetails = z.object({
  loanId: z.string(),
  status: z.number(),
  contractNo: z.string(),
  signedAt: instantSchema.nullable(),
  sha256: z.string().nullable(),
  hasSignature: z.boolean(),
  terms: offerSchema.omit({ validUntil: true }),
  payoutAccount: z.object({ bankName: z.string(), accountMasked: z.string() }).nullable(),
  signBy: instantSchema.nullable(),
  schedule: z.array(
    z.object({
      no: z.number(),
      due: z.string(),
      principal: z.number(),
      interest: z.number(),
      total: z.number(),
      balance: z.number(),
    }),
  ),
  investors: z.array(z.object({ orderNo: z.string(), amount: z.number() })),
  /** The very words of the PDF, clause by clause. */
  clauses: z.array(z.object({ title: z.string(), paragraphs: z.array(z.string()) })),
});

export const documentBytes = z.object({
  contentType: z.string(),
  filename: z.string(),
  bytes: z.custom<Uint8Array>((value) => value instanceof Uint8Array),
});

export const lending = {
  planMenu: endpoint({
    method: 'GET',
    path: '/v1/plan/menu-list',
    access: 'public',
    kind: 'read',
    summary: 'The plans of the header menu',
    input: nothing,
    output: z.object({
      data: z.array(z.object({ id: z.string(), slug: z.string(), listName: z.string() })),
    }),
    refusals: [],
  }),
  planList: endpoint({
    method: 'GET',
    path: '/v1/plan/list-page-info',
    access: 'public',
    kind: 'read',
    summary: 'All plans with their terms and an example',
    input: nothing,
    output: z.object({ data: z.array(planSchema) }),
    refusals: [],
  }),
  planDetail: endpoint({
    method: 'GET',
    path: '/v1/plan/:id/detail',
    access: 'public',
    kind: 'read',
    summary: 'One plan by id or slug',
    input: z.strictObject({ id: z.string().max(40) }),
    output: z.object({ data: planSchema }),
    refusals: ['PLAN_NOT_FOUND'],
  }),
  refundFee: endpoint({
    method: 'GET',
    path: '/v1/platform/refundfee',
    access: 'public',
    kind: 'read',
    summary: 'The fee kept from a refund, and when it is free',
    input: nothing,
    output: z.object({ data: z.object({ refundFee: z.number(), freeWhen: z.array(z.string()) }) }),
    refusals: [],
  }),
  qualification: endpoint({
    method: 'GET',
    path: '/v1/loan/qualification',
    access: 'signedIn',
    kind: 'read',
    summary: 'Whether the member may apply now, and if not, why and from when',
    input: nothing,
    output: z.object({
      data: z.object({
        qualified: z.boolean(),
        reasons: z.array(z.enum(qualificationReasons)),
        retryOn: z.string().nullable(),
        maxAmount: z.number(),
        plans: z.array(z.string()),
      }),
    }),
    refusals: [],
  }),
  apply: endpoint({
    method: 'POST',
    path: '/v1/loan/apply',
    access: 'member',
    kind: 'command',
    summary: 'Hand in an application; one active at a time',
    input: applicationSchema,
    output: loanAnswer,
    refusals: [
      'NOT_QUALIFIED',
      'ACTIVE_LOAN',
      'PLAN_NOT_FOUND',
      'AMOUNT_OUT_OF_PLAN',
      'INSTALMENT_NOT_OFFERED',
      'OCCUPATION_NOT_IN_PLAN',
      'PERSONAL_DATA_IN_TEXT',
    ],
  }),
  audit: endpoint({
    method: 'POST',
    path: '/v1/loan/audit',
    access: 'member',
    kind: 'command',
    summary: 'Send the application to review; all documents must be in',
    input: nothing,
    output: loanAnswer,
    refusals: ['LOAN_NOT_FOUND', 'LOAN_STATUS', 'DOCUMENTS_MISSING'],
  }),
  myLoans: endpoint({
    method: 'GET',
    path: '/v1/me/loan',
    access: 'member',
    kind: 'read',
    summary: "The member's loans, newest first, with schedule and what is next",
    input: nothing,
    output: z.object({ data: z.array(loanSchema) }),
    refusals: [],
  }),
  agreeToOffer: endpoint({
    method: 'POST',
    path: '/v1/me/loan/agree',
    access: 'member',
    kind: 'command',
    summary: 'Accept the offer; the case is listed for funding',
    input: z.strictObject({ id: idSchema }),
    output: loanAnswer,
    refusals: ['LOAN_NOT_FOUND', 'LOAN_STATUS', 'OFFER_EXPIRED'],
  }),
  declineOffer: endpoint({
    method: 'POST',
    path: '/v1/me/loan/decline',
    access: 'member',
    kind: 'command',
    summary: 'Decline the offer',
    input: z.strictObject({ id: idSchema, reason: z.string().trim().max(200).optional() }),
    output: loanAnswer,
    refusals: ['LOAN_NOT_FOUND', 'LOAN_STATUS'],
    own: true,
  }),
  cancelLoan: endpoint({
    method: 'POST',
    path: '/v1/me/loan/cancel',
    access: 'member',
    kind: 'command',
    summary: 'Withdraw before disbursement; the investors get everything back',
    input: z.strictObject({ id: idSchema, reason: z.string().trim().max(200).optional() }),
    output: loanAnswer,
    refusals: ['LOAN_NOT_FOUND', 'LOAN_STATUS'],
    own: true,
  }),
  stylemap: endpoint({
    method: 'POST',
    path: '/v1/me/loan/stylemap',
    access: 'member',
    kind: 'command',
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
  contractDetails: endpoint({
    method: 'GET',
    path: '/v1/me/loan/contract/details',
    access: 'member',
    kind: 'read',
    summary: 'The contract as data, in the same words as its PDF',
    input: nothing,
    output: z.object({ data: contractDetails }),
    refusals: ['CONTRACT_NOT_FOUND'],
  }),
  contract: endpoint({
    method: 'GET',
    path: '/v1/me/loan/contract',
    access: 'member',
    kind: 'document',
    summary: 'The contract as PDF: a draft before signing, sealed after',
    input: nothing,
    output: documentBytes,
    refusals: ['CONTRACT_NOT_FOUND'],
  }),
  signContract: endpoint({
    method: 'POST',
    path: '/v1/me/loan/sign-contract',
    access: 'member',
    kind: 'command',
    summary: 'Sign: needs the specimen, a step-up under 10 minutes old, state 50',
    input: nothing,
    output: z.object({
      data: z.object({ signedAt: instantSchema, sha256: z.string(), loan: loanSchema }),
    }),
    refusals: ['LOAN_NOT_FOUND', 'LOAN_STATUS', 'SIGNATURE_MISSING', 'STEP_UP_REQUIRED'],
  }),
  cardBanks: endpoint({
    method: 'GET',
    path: '/v1/creditCardBanks/list',
    access: 'signedIn',
    kind: 'read',
    summary: 'Banks that issue credit cards',
    input: nothing,
    output: z.object({
      creditCardBankList: z.array(z.object({ code: z.string(), name: z.string() })),
    }),
    refusals: [],
  }),
  purposeOptions: endpoint({
    method: 'GET',
    path: '/v1/misc/dropdown/loan/purpose',
    access: 'signedIn',
    kind: 'read',
    summary: 'Purposes a loan may have',
    input: nothing,
    output: optionsAnswer,
    refusals: [],
  }),
  instalmentOptions: endpoint({
    method: 'GET',
    path: '/v1/misc/dropdown/loan/installment',
    access: 'signedIn',
    kind: 'read',
    summary: 'Terms a loan may have, in months',
    input: nothing,
    output: optionsAnswer,
    refusals: [],
  }),
  maritalOptions: endpoint({
    method: 'GET',
    path: '/v1/misc/dropdown/marital_status',
    access: 'signedIn',
    kind: 'read',
    summary: 'Marital statuses',
    input: nothing,
    output: optionsAnswer,
    refusals: [],
  }),
} as const;
