// What the portfolio's own pages promise: money by month, what waits for the investor, contracts.
import { z } from 'zod';
import { endpoint } from '../core/endpoint.ts';
import { instantSchema, nothing } from '../core/lists.ts';

/** How many months of the cash flow are past, this one included; as many follow. */
export const flowMonths = 12;

/** How many of the next payments are named one by one. */
export const upcomingMax = 5;

const monthFlow = z.object({
  /** YYYY-MM, Asia/Taipei. */
  month: z.string(),
  /** What came, before our fee; `prepaymentFee` is the lenders' part of it. */
  received: z.object({
    principal: z.number(),
    interest: z.number(),
    lateInterest: z.number(),
    penalty: z.number(),
    prepaymentFee: z.number(),
    fee: z.number(),
  }),
  /** Shares of instalments not yet paid, of loans repaid on time. */
  scheduled: z.object({ principal: z.number(), interest: z.number() }),
});
export type MonthFlow = z.output<typeof monthFlow>;

const upcoming = z.object({
  investId: z.string(),
  caseNo: z.string(),
  planName: z.string(),
  no: z.number(),
  dueOn: z.string(),
  principal: z.number(),
  interest: z.number(),
});
export type Upcoming = z.output<typeof upcoming>;

export const waitingKinds = ['pay', 'vote', 'agree'] as const;
const waiting = z.object({
  kind: z.enum(waitingKinds),
  investId: z.string(),
  caseNo: z.string(),
  planName: z.string(),
  /** What is still to be paid, or the principal he votes or agrees with. */
  amount: z.number(),
  until: instantSchema,
});
export type WaitingAct = z.output<typeof waiting>;

const heldContract = z.object({
  investId: z.string(),
  orderNo: z.string(),
  caseNo: z.string(),
  contractNo: z.string(),
  planName: z.string(),
  amount: z.number(),
  annualRate: z.number(),
  installments: z.number(),
  signedAt: instantSchema.nullable(),
  sealedAt: instantSchema,
  /** 1 as signed; one more for every negotiation that came into force. */
  version: z.number(),
  /** Of the order's own extract, and of the contract it is taken from. */
  sha256: z.string(),
  masterSha256: z.string().nullable(),
  /** His copy of the terms in force, where they were negotiated and it is sealed by now. */
  negotiated: z
    .object({ sha256: z.string(), masterSha256: z.string(), sealedAt: instantSchema })
    .nullable(),
  status: z.number(),
  statusText: z.string(),
});
export type HeldContract = z.output<typeof heldContract>;

export const investingPortfolio = {
  cashFlow: endpoint({
    method: 'GET',
    path: '/v1/me/invest/cash-flow',
    access: 'member',
    kind: 'read',
    summary: 'Money by month: what came in the past twelve, what is due in the next; and what next',
    input: nothing,
    output: z.object({
      data: z.object({
        months: z.array(monthFlow),
        upcoming: z.array(upcoming),
        /** Holdings whose instalments are left out, for nobody knows when they come. */
        uncertain: z.number(),
        asOf: instantSchema,
      }),
    }),
    refusals: [],
    own: true,
  }),
  waitingActs: endpoint({
    method: 'GET',
    path: '/v1/me/invest/waiting',
    access: 'member',
    kind: 'read',
    summary: 'What waits for the investor: orders to pay, polls to vote in, terms to agree to',
    input: nothing,
    output: z.object({ data: z.array(waiting) }),
    refusals: [],
    own: true,
  }),
  investorContracts: endpoint({
    method: 'GET',
    path: '/v1/me/invest/contracts',
    access: 'member',
    kind: 'read',
    summary: "The investor's sealed extracts, newest first",
    input: nothing,
    output: z.object({ data: z.array(heldContract), total: z.number() }),
    refusals: [],
    own: true,
  }),
} as const;
