// API of the investor's overviews: highlighted cases, funding progress, sums by period, overdue
// loans, tab badges.
import { z } from 'zod';
import { day, type Day } from '../core/day.ts';
import { member, signedIn } from '../core/endpoint.ts';
import { caseSchema, holdingSchema } from './calls.ts';
import { done, idSchema, instantSchema, nothing } from '../core/lists.ts';
import { valuationStates } from '../law/valuation.ts';
import { countSchema, moneySchema, percentSchema } from '../core/wire.ts';

/**
 * Reads the day from `YYYY-MM-DD HH:ss:mm`. The specification's client swaps minutes and seconds,
 * so the time is only checked for its form and never used; the day is in Asia/Taipei.
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

const count = { orders: countSchema, amount: moneySchema };

export const investingOverview = {
  selectedCases: signedIn.read({
    path: '/v1/invest/selected-cases',
    specified: true,
    scope: 'cases:read',
    summary: 'Up to six cases: pinned ones, those nearly funded, those ending soonest',
    input: nothing,
    output: z.object({ data: z.array(caseSchema) }),
  }),
  caseProgress: member.stream({
    path: '/v1/invest/:id/progress',
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
  }),
  orderSummary: member.read({
    method: 'POST',
    path: '/v1/me/invest-order-summary',
    specified: true,
    scope: 'portfolio:read',
    summary: 'Orders placed within a period: how many, how much, what became of them',
    input: period,
    output: z.object({
      data: z.object({
        total: z.object(count),
        /** Orders reserved but not yet paid in full. */
        unpaid: z.object(count),
        /** Paid orders in a case that is still being funded. */
        paid: z.object(count),
        /** Orders in a case that was funded. */
        funded: z.object(count),
        /** Orders whose money was refunded or is about to be. */
        refunded: z.object(count),
        /** Orders that were not paid in time or were cancelled. */
        ended: z.object(count),
      }),
    }),
  }),
  ongoingSummary: member.read({
    method: 'POST',
    path: '/v1/me/invest-ongoing-summary',
    specified: true,
    scope: 'portfolio:read',
    summary: 'The portfolio: what is out and late now, what came back within a period',
    input: period,
    output: z.object({
      data: z.object({
        holdings: countSchema,
        invested: moneySchema,
        outstandingPrincipal: moneySchema,
        /**
         * All-time totals; received, lost and outstanding principal add up to everything paid out
         * on loans.
         */
        returnedPrincipal: moneySchema,
        lostPrincipal: moneySchema,
        /**
         * Principal of loans that are overdue, in violation or in legal proceedings; loans under
         * negotiation are counted separately.
         */
        overduePrincipal: moneySchema,
        overdueCount: countSchema,
        negotiatingPrincipal: moneySchema,
        negotiatingCount: countSchema,
        /**
         * Amounts received within the period; the fee is already deducted from what was paid out to
         * the investor.
         */
        receivedPrincipal: moneySchema,
        receivedInterest: moneySchema,
        /** Everything received beyond principal and interest: the sum of the next three fields. */
        receivedLate: moneySchema,
        receivedLateInterest: moneySchema,
        receivedPenalty: moneySchema,
        receivedPrepaymentFee: moneySchema,
        fee: moneySchema,
        /**
         * Expected value of the outstanding principal; `valuation` lists each state in which the
         * investor has holdings.
         */
        expectedValue: moneySchema,
        valuation: z.array(
          z.object({
            state: z.enum(valuationStates),
            holdings: countSchema,
            principal: moneySchema,
            /** Expected loss in percent of the principal. */
            lossRate: percentSchema,
            value: moneySchema,
          }),
        ),
        /**
         * Internal rate of return in percent a year over all holdings since the first holding,
         * counting outstanding principal in full; null until a payment was received.
         */
        xirr: percentSchema.nullable(),
        /**
         * Expected return in percent a year, counting outstanding principal at its expected value;
         * also given if nothing was received and some principal is overdue.
         */
        xirrExpected: percentSchema.nullable(),
        asOf: instantSchema,
      }),
    }),
  }),
  overdue: member.read({
    method: 'POST',
    path: '/v1/me/invest-overdue',
    specified: true,
    scope: 'portfolio:read',
    summary: 'Holdings whose oldest unpaid instalment fell due within a period and is late',
    input: period,
    output: z.object({
      data: z.array(holdingSchema.extend({ lateDays: countSchema, lateSince: z.string() })),
      total: countSchema,
    }),
  }),
  statusDots: member.read({
    path: '/v1/me/invest-status-dot',
    specified: true,
    summary: 'Which tabs hold something that came since the member last looked',
    input: nothing,
    output: z.object({ data: dots }),
  }),
  setStatusDot: member.command({
    path: '/v1/me/set-invest-status-dot',
    specified: true,
    summary: 'Mark a tab as seen (false or 0), or as new again (true or 1)',
    input: z.strictObject({
      value: z
        .union([z.boolean(), z.literal([0, 1, '0', '1'])])
        .transform((value) => value === true || Number(value) === 1),
      type: z.enum(dotTypes),
    }),
    output: done,
  }),
} as const;
