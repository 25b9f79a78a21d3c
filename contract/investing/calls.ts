// API of cases, orders, payments and the portfolio.
import { z } from 'zod';
import type { ServerSide } from '../core/server-side.ts';
import { member, signedIn, together } from '../core/endpoint.ts';
import { applyRefusals } from './apply-refusals.ts';
import { gradeHistorySchema, stressSchema } from './case.ts';
import { searchInput } from './case-search.ts';
import { investingSuitability } from './suitability.ts';
import { virtualAccountSchema } from '../lending/calls.ts';
import { originalTerms, scheduleRow } from '../lending/loan-terms.ts';
import {
  documentBytes,
  idSchema,
  instantSchema,
  outputIdSchema,
  pageMax,
  paging,
} from '../core/lists.ts';
import { valuationStates } from '../law/valuation.ts';
import {
  codeSchema,
  INTEGER_MAX,
  MONEY_MAX,
  moneyTextSchema,
  numberText,
  percentSchema,
  countSchema,
  moneySchema,
} from '../core/wire.ts';

/** 1 VIRTUAL_ACCOUNT, 2 COUNTER_REMIT, 3 EDDA (refused while switched off); number or code. */
export const paymentModeSchema = z.union([
  z.number().min(-INTEGER_MAX).max(INTEGER_MAX),
  z.string().max(20),
]);

export const caseSchema = z.object({
  id: outputIdSchema,
  caseNo: z.string(),
  planSlug: z.string(),
  planName: z.string(),
  grade: z.string(),
  annualRate: percentSchema,
  expectedLoss: percentSchema,
  installments: countSchema,
  amountVal: moneySchema,
  fundedAmount: moneySchema,
  remainingAmount: moneySchema,
  /** Reserved and paid amount in whole percent of the target. */
  progress: percentSchema,
  investorCount: countSchema,
  endsAt: instantSchema,
  status: z.number(),
  statusText: z.string(),
  occupation: z.string(),
  purpose: z.string(),
  listedAt: instantSchema,
});
export type Case = z.output<typeof caseSchema>;
export type ServerCase = ServerSide<typeof caseSchema>;

export const caseDetail = caseSchema.extend({
  purposeNote: z.string().nullable(),
  /** Facts about the borrower, in bands so that the person cannot be identified. */
  borrower: z.object({
    ageBand: z.string(),
    tenureBand: z.string(),
    incomeBand: z.string(),
    city: z.string(),
    debtRatioBand: z.string(),
    lateIn12Months: z.boolean(),
  }),
  checks: z.array(z.object({ item: z.string(), on: z.string(), method: z.string() })),
  schedule: z.array(scheduleRow.pick({ no: true, principal: true, interest: true, total: true })),
  instalment: moneySchema,
  /**
   * The most this member may order of this case now, given their caps, their outstanding principal
   * and what the case still lacks.
   */
  orderMax: moneySchema,
  ownCase: z.boolean(),
  unpaidOrderId: outputIdSchema.nullable(),
  /**
   * After this time the unpaid order accepts no more money; it stays open only until the bank has
   * reported the payments of that day.
   */
  unpaidPayBy: instantSchema.nullable(),
  recentOrders: z.array(z.object({ name: z.string(), amount: moneySchema, at: instantSchema })),
  /** Number of orders that hold a place in the case; `recentOrders` lists the newest of them. */
  orderCount: countSchema,
  threads: z.array(z.number()),
  gradeHistory: gradeHistorySchema,
});
export type CaseDetail = z.output<typeof caseDetail>;
export type ServerCaseDetail = ServerSide<typeof caseDetail>;

export const orderSchema = z.object({
  id: outputIdSchema,
  orderNo: z.string(),
  caseId: outputIdSchema,
  caseNo: z.string(),
  planName: z.string(),
  /** What the loan is for, which tells cases of one plan apart. */
  purpose: z.string(),
  annualRate: percentSchema,
  installments: countSchema,
  original: originalTerms.nullable(),
  amount: moneySchema,
  paidAmount: moneySchema,
  status: z.number(),
  statusCode: z.string(),
  statusText: z.string(),
  paymentMode: z.number(),
  virtualAccount: virtualAccountSchema.nullable(),
  payBy: instantSchema,
  createdAt: instantSchema,
  paidAt: instantSchema.nullable(),
  refunds: z.array(
    z.object({
      id: outputIdSchema,
      amount: moneySchema,
      fee: moneySchema,
      reason: z.string(),
      status: z.string(),
      /** True if somebody else paid the money, so that it goes back to their account. */
      toPayer: z.boolean(),
    }),
  ),
});
export type Order = z.output<typeof orderSchema>;
export type ServerOrder = ServerSide<typeof orderSchema>;
const orderAnswer = z.object({ data: orderSchema });

export const holdingSchema = z.object({
  id: outputIdSchema,
  caseId: outputIdSchema,
  caseNo: z.string(),
  planName: z.string(),
  purpose: z.string(),
  grade: z.string(),
  annualRate: percentSchema,
  installments: countSchema,
  original: originalTerms.nullable(),
  paidInstallments: countSchema,
  amount: moneySchema,
  outstandingPrincipal: moneySchema,
  /**
   * Once the loan is paid out, received, outstanding and lost principal add up to the order's
   * amount.
   */
  receivedPrincipal: moneySchema,
  /**
   * Principal that was given up for good; principal that is written off but still being collected
   * counts as outstanding.
   */
  lostPrincipal: moneySchema,
  receivedInterest: moneySchema,
  /** Everything received beyond principal and interest: the sum of the next three fields. */
  receivedLate: moneySchema,
  receivedLateInterest: moneySchema,
  receivedPenalty: moneySchema,
  receivedPrepaymentFee: moneySchema,
  fee: moneySchema,
  status: z.number(),
  statusCode: z.string(),
  statusText: z.string(),
  nextDueOn: z.string().nullable(),
  nextAmount: moneySchema.nullable(),
  /** Expected value of the outstanding principal; null until the loan is paid out. */
  valuation: z
    .object({
      state: z.enum(valuationStates),
      /** Expected loss in percent of the outstanding principal. */
      lossRate: percentSchema,
      value: moneySchema,
    })
    .nullable(),
});
export type Holding = z.output<typeof holdingSchema>;
export type ServerHolding = ServerSide<typeof holdingSchema>;

export const holdingStatuses = [
  'ongoing',
  'overdue',
  'violation',
  'negotiation',
  'legal',
  'closed',
] as const;

const holdingsInput = {
  status: z.union([z.enum(holdingStatuses), z.enum(['all']), codeSchema]).optional(),
  ...paging,
  item_per_page: paging.item_per_page.default(pageMax),
};
const holdingsAnswer = z.object({ data: z.array(holdingSchema), total: countSchema });

const projected = {
  principal: moneySchema,
  interest: moneySchema,
  fee: moneySchema,
  net: moneySchema,
};

export const investing = together(investingSuitability, {
  searchCases: signedIn.read({
    method: 'POST',
    path: '/v1/invest/search',
    specified: true,
    scope: 'cases:read',
    summary: 'Cases by filter, sort and page',
    input: searchInput,
    output: z.object({ data: z.array(caseSchema), total: countSchema }),
  }),
  getCase: member.read({
    method: 'POST',
    path: '/v1/invest/get',
    specified: true,
    scope: 'cases:read',
    summary: 'One case: bands, checks, schedule, who funded it',
    input: z.strictObject({ id: idSchema }),
    output: z.object({ data: caseDetail }),
    refusals: ['CASE_NOT_FOUND'],
  }),
  quickApply: signedIn.batched({
    path: '/v1/invest/quick-apply',
    specified: true,
    scope: 'orders:place',
    summary: 'Reserve an amount of a case; answers with the virtual account to pay to',
    input: z.strictObject({
      id: idSchema,
      /** Any finite number; the rules answer AMOUNT_INVALID or AMOUNT_MIN to a wrong one. */
      invest_amount: z.number().min(-MONEY_MAX).max(MONEY_MAX),
      payment_mode: paymentModeSchema,
    }),
    output: orderAnswer,
    refusals: applyRefusals,
  }),
  reApply: signedIn.batched({
    path: '/v1/invest/re-apply',
    specified: true,
    scope: 'orders:place',
    summary: 'Order anew after a deadline missed, or change how an unpaid order will be paid',
    input: z.strictObject({ id: idSchema, payment_mode: paymentModeSchema }),
    output: orderAnswer,
    refusals: [
      ...applyRefusals,
      'ORDER_NOT_FOUND',
      'ORDER_STATUS',
      'DEBIT_UNDER_WAY',
      'REAPPLY_LIMIT',
    ],
  }),
  cancelOrder: member.command({
    path: '/v1/invest/cancel',
    summary: 'Give an unpaid reservation back',
    input: z.strictObject({ id: idSchema }),
    output: orderAnswer,
    refusals: ['ORDER_NOT_FOUND', 'ORDER_STATUS', 'DEBIT_UNDER_WAY'],
  }),
  orders: member.read({
    method: 'POST',
    path: '/v1/me/invest-order',
    specified: true,
    scope: 'portfolio:read',
    summary: "The member's orders",
    input: z.strictObject({
      order_type: z.enum(['all', 'unpaid', 'paid', 'expired', 'refund']).default('all'),
      ...paging,
      item_per_page: paging.item_per_page.default(pageMax),
    }),
    output: z.object({ data: z.array(orderSchema), total: countSchema }),
  }),
  holdings: member.read({
    method: 'POST',
    path: '/v1/me/invest-search',
    specified: true,
    scope: 'portfolio:read',
    summary: 'Funded orders with what came back',
    input: z.strictObject(holdingsInput),
    output: holdingsAnswer,
  }),
  holdingsUnversioned: member.read({
    method: 'POST',
    path: '/me/invest-search',
    specified: true,
    summary: 'The unversioned alias; unknown keys are stripped',
    input: z.object(holdingsInput),
    output: holdingsAnswer,
  }),
  holding: member.read({
    method: 'POST',
    path: '/v1/me/invest-detail',
    specified: true,
    scope: 'portfolio:read',
    summary: 'One funded order: expected against received, events',
    input: z.strictObject({ invest_id: idSchema }),
    output: z.object({
      data: z.object({
        order: orderSchema,
        holding: holdingSchema.nullable(),
        instalments: z.array(
          z.object({
            no: z.number(),
            dueOn: z.string(),
            expectedPrincipal: moneySchema,
            expectedInterest: moneySchema,
            receivedPrincipal: moneySchema,
            /** Principal given up when the loan was closed for good. */
            lostPrincipal: moneySchema,
            receivedInterest: moneySchema,
            receivedLateInterest: moneySchema,
            receivedPenalty: moneySchema,
            receivedPrepaymentFee: moneySchema,
            fee: moneySchema,
            receivedOn: z.string().nullable(),
            /** `lost`: the loan was closed without this instalment having been paid. */
            status: z.enum([...scheduleRow.shape.status.options, 'lost']),
          }),
        ),
        /**
         * Internal rate of return in percent a year, from actual cash flows; null until a payment
         * was received.
         */
        xirr: percentSchema.nullable(),
        /**
         * Expected return in percent if the outstanding principal develops as expected; also given
         * if nothing was received and the loan is overdue.
         */
        xirrExpected: percentSchema.nullable(),
        events: z.array(z.object({ at: instantSchema, title: z.string(), text: z.string() })),
      }),
    }),
    refusals: ['ORDER_NOT_FOUND'],
  }),
  investorContract: member.document({
    path: '/v1/me/invest/contract',
    himself: true,
    summary: "The investor's sealed extract of the contract",
    input: z.strictObject({ invest_id: idSchema }),
    output: documentBytes,
    refusals: ['ORDER_NOT_FOUND', 'CONTRACT_NOT_FOUND'],
  }),
  calculation: signedIn.read({
    path: '/v1/invest/calculation',
    specified: true,
    scope: 'cases:read',
    summary: 'What an amount would bring back, by case or by rate and term',
    input: z.strictObject({
      amount: moneyTextSchema,
      id: idSchema.optional(),
      rate: numberText(z.number().min(0).max(16)).optional(),
      installment: numberText(z.int().min(1).max(60)).optional(),
      method: z.enum(['level', 'equalPrincipal', 'interestOnly']).optional(),
      /** Number of the first instalment that the `stress` calculation assumes to be unpaid. */
      stressFrom: numberText(z.int().min(1).max(60)).optional(),
    }),
    output: z.object({
      data: z.object({
        rows: z.array(z.object({ no: z.number(), date: z.string(), ...projected })),
        totals: z.object(projected),
        stress: stressSchema,
        annualRate: percentSchema,
        netIrr: percentSchema,
        xirr: percentSchema.nullable(),
        lossAdjusted: percentSchema,
      }),
    }),
    refusals: ['CASE_NOT_FOUND', 'INVALID_INPUT'],
  }),
});
