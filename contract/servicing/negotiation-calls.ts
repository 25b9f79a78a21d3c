// API for loans that are not repaid: the poll of the investors, and the negotiation.
import { z } from 'zod';
import type { ServerSide } from '../core/server-side.ts';
import { member } from '../core/endpoint.ts';
import { documentBytes, idSchema, instantSchema, outputIdSchema } from '../core/lists.ts';
import { HARDSHIP, stepSchema, WISH, type Hardship, type Wish } from './negotiation.ts';
import { moneySchema, percentSchema, countSchema, optionalText } from '../core/wire.ts';
import { pollAnswerSchema, pollStatuses } from './poll.ts';
import { uploadRefusals } from '../verification/calls.ts';

/** Maximum number of documents that one request may contain. */
export const NEGOTIATION_PAPERS = 10;

/**
 * A poll as an investor sees it: their own vote, and only sums of the other votes. NT$, percent.
 */
export const pollSchema = z.object({
  id: outputIdSchema,
  loanId: outputIdSchema,
  status: z.enum(pollStatuses),
  openedAt: instantSchema,
  closesAt: instantSchema,
  /**
   * The investor's outstanding principal when the poll was opened, and the outstanding principal of
   * all investors.
   */
  weight: moneySchema,
  total: moneySchema,
  answer: z.literal([1, 2, 3]).nullable(),
  votedAt: instantSchema.nullable(),
  /** Principal of all votes cast; null while the poll is open and the investor has not voted. */
  turnout: moneySchema.nullable(),
  /** Principal by answer; null until the poll is closed. */
  result: z.object({ negotiate: moneySchema, legal: moneySchema, abstain: moneySchema }).nullable(),
});

const byClass = z.object({
  interest: moneySchema,
  lateInterest: moneySchema,
  penalty: moneySchema,
});

const planFigures = z.object({
  annualRate: percentSchema,
  installments: countSchema,
  graceMonths: countSchema,
  instalment: moneySchema,
  /** The amounts of all instalments in order; the plan before a negotiation lacks them. */
  steps: z.array(stepSchema).optional(),
  firstDueOn: z.string(),
  lastDueOn: z.string(),
  principal: moneySchema,
  interest: moneySchema,
  arrears: moneySchema,
  total: moneySchema,
});

/**
 * offered: the borrower must answer. agreed: the borrower agreed, and the investors must answer.
 * in_force: the terms apply. lapsed: the borrower did not answer in time. short: too few investors
 * agreed. void: another event, such as a full repayment, made the proposal obsolete.
 */
export const proposalStatuses = [
  'offered',
  'agreed',
  'in_force',
  'lapsed',
  'short',
  'void',
] as const;

/** New terms next to the old ones, with amounts in NT$ and rates in percent. */
export const proposalSchema = z.object({
  id: outputIdSchema,
  version: z.number(),
  status: z.enum(proposalStatuses),
  /** Day as of which the figures are calculated, and from which the new rate applies. */
  baseOn: z.string(),
  before: planFigures,
  after: planFigures,
  owed: byClass.extend({ principal: moneySchema }),
  waived: byClass,
  rows: z.array(
    z.object({
      no: z.number(),
      dueOn: z.string(),
      principal: moneySchema,
      interest: moneySchema,
      arrears: moneySchema,
      total: moneySchema,
      balance: moneySchema,
    }),
  ),
  borrowerBy: instantSchema.nullable(),
  agreedAt: instantSchema.nullable(),
  investorsBy: instantSchema.nullable(),
  endedAt: instantSchema.nullable(),
  /**
   * Principal of the investors who agreed, principal of all investors, and the principal that must
   * agree so that the terms bind all investors.
   */
  consent: z.object({ agreed: moneySchema, total: moneySchema, needed: moneySchema }).nullable(),
  /** SHA-256 of the sealed document; null until the borrower has agreed. */
  sha256: z.string().nullable(),
});
export type Proposal = z.output<typeof proposalSchema>;
export type ServerProposal = ServerSide<typeof proposalSchema>;

const hardships = Object.keys(HARDSHIP) as [Hardship, ...Hardship[]];
const wishes = Object.keys(WISH) as [Wish, ...Wish[]];

/** The borrower's request; the affordable amount is per month, in NT$. */
export const negotiationRequestSchema = z.strictObject({
  reason: z.enum(hardships),
  wish: z.enum(wishes),
  affordable: moneySchema.refine((amount) => amount >= 500 && amount <= 1_000_000, {
    error: '請輸入 500 至 1,000,000 之間的金額',
  }),
  note: optionalText(500),
});

const requestView = z.object({
  reason: z.enum(hardships),
  wish: z.enum(wishes),
  affordable: moneySchema,
  note: z.string().nullable(),
  requestedAt: instantSchema,
});

const loanNegotiation = z.object({
  loanId: outputIdSchema,
  caseNo: z.string(),
  status: z.number(),
  canRequest: z.boolean(),
  request: requestView.nullable(),
  /** Documents that the borrower submitted as proof. */
  papers: z.array(z.object({ id: outputIdSchema, filename: z.string(), sentAt: instantSchema })),
  /**
   * Whether the loan is in court because a negotiation failed; without a proposal if the platform
   * declined to draft one.
   */
  hasFailed: z.boolean(),
  proposal: proposalSchema.nullable(),
  events: z.array(z.object({ at: instantSchema, title: z.string() })),
});

const investorNegotiation = z.object({
  orderId: outputIdSchema,
  loanId: outputIdSchema,
  /** Status of the loan. */
  status: z.number(),
  /** Whether the loan is in court because a negotiation failed, with or without a proposal. */
  hasFailed: z.boolean(),
  /** Notice of violation, while it is in effect; `payBy` is its last day. */
  notice: z
    .object({ payBy: z.string(), accelerated: z.boolean(), declared: z.boolean() })
    .nullable(),
  poll: pollSchema.nullable(),
  /** The borrower's request, without their free text. */
  wish: z.object({ reason: z.enum(hardships), wish: z.enum(wishes) }).nullable(),
  proposal: proposalSchema.nullable(),
  /**
   * The investor's principal in the negotiation and when they agreed; null if their agreement is
   * not requested yet.
   */
  own: z.object({ weight: moneySchema, agreedAt: instantSchema.nullable() }).nullable(),
  /** The investor's own sealed PDF of the terms; null until it is made. */
  copy: z.object({ sha256: z.string(), sealedAt: instantSchema }).nullable(),
});

export const negotiationCalls = {
  violationPoll: member.command({
    path: '/v1/invest/violation-poll',
    specified: true,
    summary: 'Vote on what becomes of a loan in violation; changeable until the poll closes',
    input: z.strictObject({ loan_id: idSchema, answer: pollAnswerSchema }),
    output: z.object({ data: pollSchema }),
    refusals: ['CASE_NOT_FOUND', 'POLL_CLOSED'],
  }),
  loanNegotiation: member.read({
    path: '/v1/me/loan/negotiation',
    summary: "The negotiation of the member's own loan: his request, the proposal, what happened",
    input: z.strictObject({ id: idSchema }),
    output: z.object({ data: loanNegotiation }),
    refusals: ['LOAN_NOT_FOUND'],
  }),
  requestNegotiation: member.command({
    path: '/v1/me/loan/negotiation/request',
    summary: 'Ask for other terms while the loan is late; asking again replaces what was asked',
    input: negotiationRequestSchema.extend({ id: idSchema }),
    output: z.object({ data: loanNegotiation }),
    refusals: ['LOAN_NOT_FOUND', 'LOAN_STATUS', 'TERMS_PENDING'],
  }),
  addNegotiationPapers: member.command({
    path: '/v1/me/loan/negotiation/papers',
    summary: 'Papers that prove what is asked for; they add to those sent before',
    input: z.strictObject({ id: idSchema }),
    output: z.object({ data: loanNegotiation }),
    refusals: ['LOAN_NOT_FOUND', 'LOAN_STATUS', 'TERMS_PENDING', ...uploadRefusals],
    files: { names: ['image'], max: NEGOTIATION_PAPERS, pdf: true },
    perMinute: 20,
  }),
  agreeToNegotiation: member.command({
    path: '/v1/me/loan/negotiation/agree',
    specified: true,
    summary: "The borrower's agreement to new terms, after a step-up; seals the contract of them",
    input: z.strictObject({ id: idSchema }),
    output: z.object({ data: loanNegotiation }),
    refusals: ['LOAN_NOT_FOUND', 'NEGOTIATION_STATUS', 'STEP_UP_REQUIRED'],
  }),
  negotiationContract: member.document({
    path: '/v1/me/loan/contract/negotiation',
    specified: true,
    himself: true,
    summary: 'The contract of the new terms: a draft until the borrower agrees, sealed after',
    input: z.strictObject({ id: idSchema.optional() }),
    output: documentBytes,
    refusals: ['CONTRACT_NOT_FOUND'],
  }),
  investorNegotiation: member.read({
    path: '/v1/me/invest/negotiation',
    summary: "The poll and the negotiation of an order's loan, as its owner may see them",
    input: z.strictObject({ invest_id: idSchema }),
    output: z.object({ data: investorNegotiation }),
    refusals: ['ORDER_NOT_FOUND'],
  }),
  investorNegotiationContract: member.document({
    path: '/v1/me/invest/contract/negotiation',
    himself: true,
    summary: "The investor's sealed copy of negotiated terms, with the hash of the whole contract",
    input: z.strictObject({ invest_id: idSchema }),
    output: documentBytes,
    refusals: ['ORDER_NOT_FOUND', 'CONTRACT_NOT_FOUND'],
  }),
  agreeAsInvestor: member.command({
    path: '/v1/me/invest/negotiation/agree',
    specified: true,
    summary: "An investor's agreement, with all his principal in the loan",
    input: z.strictObject({ invest_id: idSchema }),
    output: z.object({ data: investorNegotiation }),
    refusals: ['ORDER_NOT_FOUND', 'NEGOTIATION_STATUS'],
  }),
} as const;
