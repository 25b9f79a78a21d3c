// API of the portfolio pages: money by month, what the investor has to do, contracts.
import { z } from 'zod';
import type { ServerSide } from '../core/server-side.ts';
import { member } from '../core/endpoint.ts';
import { instantSchema, nothing, outputIdSchema } from '../core/lists.ts';
import { moneySchema, percentSchema, countSchema } from '../core/wire.ts';

/**
 * Number of past months in the cash flow, including the current one; the same number of future
 * months follows.
 */
export const flowMonths = 12;

/** Maximum number of upcoming payments that are listed individually. */
export const upcomingMax = 5;

const monthFlow = z.object({
  /** Month as YYYY-MM in Asia/Taipei. */
  month: z.string(),
  /**
   * Received before the platform's fee; `prepaymentFee` is the investors' share of the prepayment
   * fees.
   */
  received: z.object({
    principal: moneySchema,
    interest: moneySchema,
    lateInterest: moneySchema,
    penalty: moneySchema,
    prepaymentFee: moneySchema,
    fee: moneySchema,
  }),
  /** The investor's shares of unpaid instalments, only of loans that are repaid on time. */
  scheduled: z.object({ principal: moneySchema, interest: moneySchema }),
  /**
   * Outstanding principal at the end of the month: now for the current month, and for later months
   * what is left if everything scheduled is paid and nothing new is lent.
   */
  outstanding: moneySchema,
});
export type MonthFlow = z.output<typeof monthFlow>;

const upcoming = z.object({
  investId: outputIdSchema,
  caseNo: z.string(),
  planName: z.string(),
  purpose: z.string(),
  no: z.number(),
  dueOn: z.string(),
  principal: moneySchema,
  interest: moneySchema,
});
export type Upcoming = z.output<typeof upcoming>;
export type ServerUpcoming = ServerSide<typeof upcoming>;

export const waitingKinds = ['pay', 'vote', 'agree'] as const;
const waiting = z.object({
  kind: z.enum(waitingKinds),
  investId: outputIdSchema,
  caseNo: z.string(),
  planName: z.string(),
  purpose: z.string(),
  /** The amount still to be paid, or the principal with which the investor votes or agrees. */
  amount: moneySchema,
  until: instantSchema,
});
export type WaitingAct = z.output<typeof waiting>;

const holdingContract = z.object({
  investId: outputIdSchema,
  orderNo: z.string(),
  caseNo: z.string(),
  contractNo: z.string(),
  planName: z.string(),
  purpose: z.string(),
  amount: moneySchema,
  annualRate: percentSchema,
  installments: countSchema,
  signedAt: instantSchema.nullable(),
  sealedAt: instantSchema,
  /**
   * Version of the contract: 1 for the signed one; each negotiation that came into force adds one.
   */
  version: z.number(),
  /**
   * Hash of the order's own extract of the contract; `masterSha256` is the hash of the whole
   * contract.
   */
  sha256: z.string(),
  masterSha256: z.string().nullable(),
  /**
   * The investor's copy of the negotiated terms in force, once the PDF is sealed; null without a
   * negotiation.
   */
  negotiated: z
    .object({ sha256: z.string(), masterSha256: z.string(), sealedAt: instantSchema })
    .nullable(),
  status: z.number(),
  statusText: z.string(),
});
export type HoldingContract = z.output<typeof holdingContract>;

export const investingPortfolio = {
  cashFlow: member.read({
    path: '/v1/me/invest/cash-flow',
    scope: 'portfolio:read',
    summary: 'Money by month: what came in the past twelve, what is due in the next; and what next',
    input: nothing,
    output: z.object({
      data: z.object({
        months: z.array(monthFlow),
        upcoming: z.array(upcoming),
        /**
         * Number of holdings whose instalments are left out because nobody knows when they will be
         * paid.
         */
        uncertain: countSchema,
        asOf: instantSchema,
      }),
    }),
  }),
  waitingActs: member.read({
    path: '/v1/me/invest/waiting',
    summary: 'What waits for the investor: orders to pay, polls to vote in, terms to agree to',
    input: nothing,
    output: z.object({ data: z.array(waiting) }),
  }),
  investorContracts: member.read({
    path: '/v1/me/invest/contracts',
    summary: "The investor's sealed extracts, newest first",
    input: nothing,
    output: z.object({ data: z.array(holdingContract), total: countSchema }),
  }),
} as const;
