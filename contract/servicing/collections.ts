// Office API of collection: overdue loans, contact notes, promises, decisions.
import { z } from 'zod';
import type { ServerSide } from '../core/server-side.ts';
import { contactRoom, hearings, lateOwner, legalFile, nextStep, placements } from './late/desk.ts';
import { lateTemplates } from './late/strategy.ts';
import { pollStatuses } from './poll.ts';
import { office } from '../core/endpoint.ts';
import { idSchema, instantSchema, outputIdSchema } from '../core/lists.ts';
import { daySchema, moneySchema, countSchema, percentSchema, optionalText } from '../core/wire.ts';

/** Ranges of overdue days for grouping loans, each with its first day. */
export const lateBuckets = { d1: 1, d8: 8, d31: 31, d91: 91, d181: 181 } as const;
export type LateBucketName = keyof typeof lateBuckets;
export const lateBucketNames = Object.keys(lateBuckets) as [LateBucketName, ...LateBucketName[]];

/**
 * Returns the range of a number of overdue days; the first range for a loan in violation that is
 * not overdue.
 */
export function lateBucketOf(lateDays: number): LateBucketName {
  return lateBucketNames.findLast((name) => lateDays >= lateBuckets[name]) ?? 'd1';
}

export const contactChannels = ['phone', 'sms', 'email', 'letter', 'visit', 'other'] as const;
/** Outcomes that an operator may record. */
export const contactOutcomes = [
  'reached',
  'notReached',
  'leftMessage',
  'disputed',
  'needsHelp',
] as const;
/** Outcomes in which the borrower spoke, so that they may have promised to pay. */
export const spokenOutcomes: readonly (typeof contactOutcomes)[number][] = [
  'reached',
  'disputed',
  'needsHelp',
];
const storedOutcomes = [...contactOutcomes, 'sent'] as const;
export const promiseStatuses = ['open', 'kept', 'broken'] as const;
/** Collection measures that one operator proposes and another decides. */
export const measureKinds = ['waiver', 'courtCost', 'revocation', 'closing', 'violation'] as const;
export type MeasureKind = (typeof measureKinds)[number];
/** A promise to pay may lie at most this many days ahead. */
export const PROMISE_WITHIN_DAYS = 60;

export const lateRow = z.object({
  loanId: outputIdSchema,
  caseNo: z.string(),
  borrower: z.string(),
  status: z.number(),
  statusText: z.string(),
  bucket: z.enum(lateBucketNames),
  lateDays: countSchema,
  /** Principal and interest that are due and unpaid, including court costs. */
  arrears: moneySchema,
  charges: moneySchema,
  outstanding: moneySchema,
  accelerated: z.boolean(),
  lastContactAt: instantSchema.nullable(),
  promise: z.object({ amount: moneySchema, dueOn: z.string(), madeOn: z.string() }).nullable(),
  owner: lateOwner,
  ...nextStep,
});

const contact = z.object({
  id: outputIdSchema,
  at: instantSchema,
  operator: z.string(),
  channel: z.enum(contactChannels),
  outcome: z.enum(storedOutcomes),
  note: z.string(),
  /** The template that was sent; null for contacts that an operator recorded. */
  template: z.enum(lateTemplates).nullable(),
});
const promise = z.object({
  id: outputIdSchema,
  operator: z.string(),
  amount: moneySchema,
  madeOn: z.string(),
  dueOn: z.string(),
  note: z.string().nullable(),
  status: z.enum(promiseStatuses),
  foundOn: z.string().nullable(),
});
const measure = z.object({
  id: outputIdSchema,
  kind: z.enum(measureKinds),
  amount: moneySchema.nullable(),
  day: z.string().nullable(),
  reason: z.string(),
  /** `overtaken`: the disbursement was returned, so there is no loan left to decide on. */
  status: z.enum(['proposed', 'approved', 'returned', 'overtaken']),
  maker: z.string().nullable(),
  checker: z.string().nullable(),
  createdAt: instantSchema,
});

const lateLoan = z.object({
  loanId: outputIdSchema,
  caseNo: z.string(),
  status: z.number(),
  statusText: z.string(),
  memberId: outputIdSchema,
  borrower: z.object({ name: z.string(), phone: z.string(), email: z.string() }),
  account: z.string().nullable(),
  amount: moneySchema,
  rate: percentSchema,
  disbursedOn: z.string(),
  outstanding: moneySchema,
  prepaid: moneySchema,
  arrears: z.object({
    lateDays: countSchema,
    bucket: z.enum(lateBucketNames),
    courtCosts: moneySchema,
    principal: moneySchema,
    interest: moneySchema,
    lateInterest: moneySchema,
    penalty: moneySchema,
    /** Amount that would bring the loan up to date today, before prepaid money is deducted. */
    total: moneySchema,
  }),
  notice: z
    .object({
      cause: z.enum(['late', 'declared']),
      noticeOn: z.string(),
      payBy: z.string(),
      acceleratedOn: z.string().nullable(),
    })
    .nullable(),
  /** The poll that is open for votes or waits for an operator's decision. */
  poll: z.object({ status: z.enum(pollStatuses), closesAt: instantSchema }).nullable(),
  instalments: z.array(
    z.object({
      no: z.number(),
      dueOn: z.string(),
      payableUntil: z.string(),
      lateDays: countSchema,
      principal: moneySchema,
      interest: moneySchema,
      paid: moneySchema,
      lateInterest: moneySchema,
      penalty: moneySchema,
      waived: moneySchema,
      accelerated: z.boolean(),
      paidOn: z.string().nullable(),
    }),
  ),
  owner: lateOwner,
  ...nextStep,
  room: contactRoom,
  /** The third business day from today, a usual day for a promise to pay. */
  inThreeDays: z.string(),
  legal: legalFile,
  hearings,
  placements,
  contacts: z.array(contact),
  promises: z.array(promise),
  measures: z.array(measure),
});
export type LateLoan = z.output<typeof lateLoan>;
export type ServerLateLoan = ServerSide<typeof lateLoan>;
export type LateRow = z.output<typeof lateRow>;

export const seen = ['reviewer', 'approver', 'finance', 'auditor', 'admin'] as const;
const note = z.string().trim().min(1).max(500);

export const collectionsOffice = {
  getLate: office.read({
    path: '/ops/v1/collections/:id',
    summary: 'One loan in collection: arrears to the dollar, contacts, promises, measures',
    input: z.strictObject({ id: idSchema }),
    output: z.object({ data: lateLoan }),
    refusals: ['LOAN_NOT_FOUND'],
    roles: seen,
  }),
  addContact: office.command({
    path: '/ops/v1/collections/:id/contacts',
    summary: 'Record who spoke with the borrower, how, and what was said',
    input: z
      .strictObject({
        id: idSchema,
        channel: z.enum(contactChannels),
        outcome: z.enum(contactOutcomes),
        note: optionalText(500),
        /** What the borrower promised in this contact, in which they must have spoken. */
        promise: z
          .strictObject({ amount: moneySchema.refine((amount) => amount > 0), dueOn: daySchema })
          .optional(),
      })
      .refine(({ outcome, promise }) => !promise || spokenOutcomes.includes(outcome), {
        path: ['promise'],
        message: '與借款人談過，才能記錄承諾',
      }),
    output: z.object({ data: contact }),
    refusals: ['LOAN_NOT_FOUND', 'LOAN_STATUS', 'PROMISE_DAY'],
    roles: ['reviewer', 'approver'],
  }),
  addPromise: office.command({
    path: '/ops/v1/collections/:id/promises',
    summary: 'Record what the borrower promised to pay, and by when',
    input: z.strictObject({
      id: idSchema,
      amount: moneySchema.refine((amount) => amount > 0),
      dueOn: daySchema,
      note: optionalText(500),
    }),
    output: z.object({ data: promise }),
    refusals: ['LOAN_NOT_FOUND', 'LOAN_STATUS', 'PROMISE_DAY'],
    roles: ['reviewer', 'approver'],
  }),
  proposeMeasure: office.command({
    path: '/ops/v1/collections/:id/measures',
    summary: 'Propose a waiver, court costs, a revocation, a closing or a violation to a checker',
    input: z.strictObject({
      id: idSchema,
      kind: z.enum(measureKinds),
      amount: moneySchema.refine((amount) => amount > 0).optional(),
      day: daySchema.optional(),
      reason: note,
    }),
    output: z.object({ data: z.object({ ok: z.literal(true) }) }),
    refusals: ['LOAN_NOT_FOUND', 'LOAN_STATUS', 'MEASURE_AMOUNT', 'MEASURE_OPEN', 'TERMS_PENDING'],
    roles: ['reviewer', 'approver', 'finance'],
  }),
} as const;
