// API of the office's search with one input field, and of the pages of a loan and of an order.
import { z } from 'zod';
import {
  countSchema,
  moneySchema,
  numberText,
  percentSchema,
  signedMoneySchema,
} from '../core/wire.ts';
import { office, type Role } from '../core/endpoint.ts';
import { idSchema, instantSchema, outputIdSchema } from '../core/lists.ts';
import { happeningSchema } from '../verification/members.ts';

const readers = ['reviewer', 'approver', 'finance', 'auditor', 'admin'] as const satisfies Role[];
/** The maximum number of hits of each kind that are shown. */
export const HITS_MAX = 8;

const tone = z.enum(['info', 'progress', 'attention', 'problem', 'done', 'neutral']);
const status = { statusText: z.string(), tone };

const loanHit = z.object({
  id: outputIdSchema,
  caseNo: z.string(),
  borrower: z.string(),
  amount: moneySchema,
  ...status,
});
const orderHit = z.object({
  id: outputIdSchema,
  orderNo: z.string(),
  caseNo: z.string(),
  investor: z.string(),
  amount: moneySchema,
  ...status,
});
const lookupHits = z.object({
  members: z.array(
    z.object({
      id: outputIdSchema,
      nameMasked: z.string().nullable(),
      emailMasked: z.string(),
      /** Last digits of the phone number or account, if the search matched them. */
      phoneMasked: z.string().nullable(),
      accountMasked: z.string().nullable(),
    }),
  ),
  loans: z.array(loanHit),
  orders: z.array(orderHit),
});
export type LookupHits = z.output<typeof lookupHits>;

const loanPage = z.object({
  id: outputIdSchema,
  caseNo: z.string(),
  memberId: outputIdSchema,
  borrower: z.string(),
  planName: z.string(),
  ...status,
  amount: moneySchema,
  annualRate: percentSchema.nullable(),
  installments: countSchema,
  /**
   * Rate and number of instalments of the negotiated terms in force, which replace `annualRate` and
   * `installments`.
   */
  negotiated: z.object({ annualRate: percentSchema, installments: countSchema }).nullable(),
  grade: z.string().nullable(),
  createdAt: instantSchema,
  listedAt: instantSchema.nullable(),
  disbursedOn: z.string().nullable(),
  settledOn: z.string().nullable(),
  virtualAccount: z.string().nullable(),
  /** State of the repayment of the investor's share; null until the loan was disbursed. */
  repayment: z
    .object({
      outstanding: moneySchema,
      principalPaid: moneySchema,
      /**
       * Principal written off for good; `outstanding`, `principalPaid` and this amount add up to
       * the loan amount.
       */
      principalLost: moneySchema,
      interestPaid: moneySchema,
      prepaid: moneySchema,
      arrears: moneySchema,
      lateDays: countSchema,
    })
    .nullable(),
});
export type OfficeLoan = z.output<typeof loanPage>;

const orderPage = z.object({
  id: outputIdSchema,
  orderNo: z.string(),
  loanId: outputIdSchema,
  caseNo: z.string(),
  memberId: outputIdSchema,
  investor: z.string(),
  ...status,
  amount: moneySchema,
  paidAmount: moneySchema,
  virtualAccount: z.string(),
  payBy: instantSchema,
  createdAt: instantSchema,
  paidAt: instantSchema.nullable(),
  /** State of the repayment of the investor's share; null until the loan was disbursed. */
  share: z
    .object({
      /** Lent principal; equals the sum of the returned, the outstanding and the lost principal. */
      principal: moneySchema,
      returned: moneySchema,
      remaining: moneySchema,
      lost: moneySchema,
      /** Day on which the loan was closed for good. */
      lostOn: z.string().nullable(),
      interest: moneySchema,
      lateInterest: moneySchema,
      penalty: moneySchema,
      prepaymentFee: moneySchema,
      fee: moneySchema,
    })
    .nullable(),
  refunds: z.array(
    z.object({
      id: outputIdSchema,
      amount: moneySchema,
      fee: moneySchema,
      reason: z.string(),
      status: z.enum(['payable', 'sent', 'confirmed']),
      /** True if the money goes back to a third party. */
      toPayer: z.boolean(),
    }),
  ),
});
export type OfficeOrder = z.output<typeof orderPage>;

/** What moved a loan's money; all but receipts and payments are sums of one batch or day. */
export const moneyKinds = ['disbursement', 'receipt', 'distribution', 'surplus'] as const;
const moneyRow = z.object({
  id: z.string(),
  at: instantSchema,
  kind: z.enum(moneyKinds),
  /** Money that arrived for the loan is positive, money that left is negative. */
  amount: signedMoneySchema,
  /** State of a receipt or of a payment; null for a distribution, which happens in the ledger. */
  state: z.string().nullable(),
  /** The bank's number of a receipt, or our reference of a payment. */
  reference: z.string().nullable(),
  account: z.string().nullable(),
  batchId: outputIdSchema.nullable(),
});
export type LoanMoney = z.output<typeof moneyRow>;

const page = {
  item_per_page: numberText(z.int().min(1).max(100)).default(25),
  offset: numberText(z.int().min(0).max(1_000_000)).default(0),
};
const history = z.object({ data: z.array(happeningSchema), total: countSchema });

export const lookupOffice = {
  lookUp: office.read({
    method: 'POST',
    path: '/ops/v1/search',
    summary:
      'Members, loans, orders by number, e-mail prefix, ID number, last digits of phone or account',
    // Sent in the body, because search terms must not appear in a URL or in an access log.
    input: z.strictObject({ q: z.string().trim().min(1).max(120) }),
    output: z.object({ data: lookupHits }),
    roles: readers,
  }),
  officeLoan: office.read({
    path: '/ops/v1/loans/:id',
    summary: 'One loan: its terms, and where its repayment stands',
    input: z.strictObject({ id: idSchema }),
    output: z.object({ data: loanPage }),
    refusals: ['LOAN_NOT_FOUND'],
    roles: readers,
  }),
  loanHistory: office.read({
    path: '/ops/v1/loans/:id/timeline',
    summary: 'All that happened to a loan: steps, decisions, money, letters, papers; newest first',
    input: z.strictObject({ id: idSchema, ...page }),
    output: history,
    refusals: ['LOAN_NOT_FOUND'],
    roles: readers,
  }),
  loanMoney: office.read({
    path: '/ops/v1/loans/:id/money',
    summary: 'Money of a loan: disbursement, receipts, distributions, refunds; newest first',
    input: z.strictObject({ id: idSchema, ...page }),
    output: z.object({ data: z.array(moneyRow), total: countSchema }),
    refusals: ['LOAN_NOT_FOUND'],
    roles: readers,
  }),
  officeOrder: office.read({
    path: '/ops/v1/orders/:id',
    summary: 'One order: what was paid, what it holds of the loan, its refunds',
    input: z.strictObject({ id: idSchema }),
    output: z.object({ data: orderPage }),
    refusals: ['ORDER_NOT_FOUND'],
    roles: readers,
  }),
  orderHistory: office.read({
    path: '/ops/v1/orders/:id/timeline',
    summary: 'All that happened to an order: steps, money in and out, papers; newest first',
    input: z.strictObject({ id: idSchema, ...page }),
    output: history,
    refusals: ['ORDER_NOT_FOUND'],
    roles: readers,
  }),
} as const;
