// What the investor's overviews promise: cases that stand out, how one fills, sums by period,
// what is late, dots on the tabs.
import { z } from 'zod';
import { day, type Day } from '../core/day.ts';
import { endpoint } from '../core/endpoint.ts';
import { caseSchema, holdingSchema } from './calls.ts';
import { done, idSchema, nothing } from '../core/lists.ts';
import { valuationStates } from '../law/valuation.ts';

/**
 * A day out of `YYYY-MM-DD HH:ss:mm`. The specification's client sends minutes and seconds in each
 * other's place, so that the time is only looked at, never used; the day is Asia/Taipei's.
 */
const dayOfText = z
  .string()
  .regex(/^\d{4}-\d{2}-\d{2}(?:[ T]\d{2}:\d{2}(?::\d{2})?)?$/)
  .transform((text, context): Day => {
    try {
      return day(text.slice(0, 10));
    } catch {
      context.addIssue({ code: 'custom', message: '日期不正確，請再確認一次' });
      return z.NEVER;
    }
  });

const period = z
  .strictObject({ start_at: dayOfText, end_at: dayOfText })
  .refine(({ start_at, end_at }) => start_at <= end_at, {
    path: ['end_at'],
    message: '結束日期不可早於開始日期',
  });

export const dotTypes = [
  'unpaid',
  'paid',
  'ongoing',
  'overdue',
  'violation',
  'negotiation',
  'closed',
] as const;
const dots = z.object(
  Object.fromEntries(dotTypes.map((type) => [type, z.boolean()])) as Record<
    (typeof dotTypes)[number],
    z.ZodBoolean
  >,
);

const count = { orders: z.number(), amount: z.number() };

export const investingOverview = {
  selectedCases: endpoint({
    method: 'GET',
    path: '/v1/invest/selected-cases',
    access: 'signedIn',
    kind: 'read',
    summary: 'Up to six cases: pinned ones, those nearly funded, those ending soonest',
    input: nothing,
    output: z.object({ data: z.array(caseSchema) }),
    refusals: [],
  }),
  caseProgress: endpoint({
    method: 'GET',
    path: '/v1/invest/:id/progress',
    access: 'member',
    kind: 'stream',
    summary: 'How a case fills, told within a second as it happens',
    input: z.strictObject({ id: idSchema }),
    output: caseSchema.pick({
      fundedAmount: true,
      remainingAmount: true,
      progress: true,
      investorCount: true,
      status: true,
      statusText: true,
    }),
    refusals: ['CASE_NOT_FOUND'],
    own: true,
  }),
  orderSummary: endpoint({
    method: 'POST',
    path: '/v1/me/invest-order-summary',
    access: 'member',
    kind: 'read',
    summary: 'Orders placed within a period: how many, how much, what became of them',
    input: period,
    output: z.object({
      data: z.object({
        total: z.object(count),
        /** Reserved and not yet paid in full. */
        unpaid: z.object(count),
        /** Paid; the case waits for others. */
        paid: z.object(count),
        /** In a case that was funded. */
        funded: z.object(count),
        /** Their money went back, or is about to. */
        refunded: z.object(count),
        /** Never paid in time, or given back. */
        ended: z.object(count),
      }),
    }),
    refusals: [],
  }),
  ongoingSummary: endpoint({
    method: 'POST',
    path: '/v1/me/invest-ongoing-summary',
    access: 'member',
    kind: 'read',
    summary: 'The portfolio: what is out and late now, what came back within a period',
    input: period,
    output: z.object({
      data: z.object({
        holdings: z.number(),
        invested: z.number(),
        outstandingPrincipal: z.number(),
        /** Ever received and ever lost; with what is out, all that was paid out on loans. */
        returnedPrincipal: z.number(),
        lostPrincipal: z.number(),
        /** Late, in violation or in legal proceedings; what is negotiated stands by itself. */
        overduePrincipal: z.number(),
        overdueCount: z.number(),
        negotiatingPrincipal: z.number(),
        negotiatingCount: z.number(),
        /** Within the period; the fee is already taken off what was paid out. */
        receivedPrincipal: z.number(),
        receivedInterest: z.number(),
        /** The next three added up. */
        receivedLate: z.number(),
        receivedLateInterest: z.number(),
        receivedPenalty: z.number(),
        receivedPrepaymentFee: z.number(),
        fee: z.number(),
        /** What is out, worth what its state lets expect; each state that holds something. */
        expectedValue: z.number(),
        valuation: z.array(
          z.object({
            state: z.enum(valuationStates),
            holdings: z.number(),
            principal: z.number(),
            /** Percent of the principal. */
            lossRate: z.number(),
            value: z.number(),
          }),
        ),
        /**
         * Percent a year over all holdings since the first, what is out taken in full; null until
         * something came back.
         */
        xirr: z.number().nullable(),
        /** The same, what is out taken as expected; also where nothing came and some is late. */
        xirrExpected: z.number().nullable(),
        asOf: z.string(),
      }),
    }),
    refusals: [],
  }),
  overdue: endpoint({
    method: 'POST',
    path: '/v1/me/invest-overdue',
    access: 'member',
    kind: 'read',
    summary: 'Holdings whose oldest unpaid instalment fell due within a period and is late',
    input: period,
    output: z.object({
      data: z.array(holdingSchema.extend({ lateDays: z.number(), lateSince: z.string() })),
      total: z.number(),
    }),
    refusals: [],
  }),
  statusDots: endpoint({
    method: 'GET',
    path: '/v1/me/invest-status-dot',
    access: 'member',
    kind: 'read',
    summary: 'Which tabs hold something that came since the member last looked',
    input: nothing,
    output: z.object({ data: dots }),
    refusals: [],
  }),
  setStatusDot: endpoint({
    method: 'POST',
    path: '/v1/me/set-invest-status-dot',
    access: 'member',
    kind: 'command',
    summary: 'Mark a tab as seen (false or 0), or as new again (true or 1)',
    input: z.strictObject({
      value: z
        .union([z.boolean(), z.literal([0, 1, '0', '1'])])
        .transform((value) => value === true || Number(value) === 1),
      type: z.enum(dotTypes),
    }),
    output: done,
    refusals: [],
  }),
} as const;
