// Office API for members: search, masked details, history, and unmasking with a reason.
import { holdCauseSchema } from './payout-holds.ts';
import { z } from 'zod';
import type { ServerSide } from '../core/server-side.ts';
import {
  countSchema,
  daySchema,
  moneySchema,
  numberText,
  signedMoneySchema,
} from '../core/wire.ts';
import { office, type Role } from '../core/endpoint.ts';
import { officeReason, toldReason } from '../identity/members.ts';
import { COUNTED_MAX, idSchema, instantSchema, nothing, outputIdSchema } from '../core/lists.ts';
import { taskKinds } from '../tasks/kinds.ts';
import { endpointStates, noAnswers } from '../webhooks/states.ts';

export const readers = [
  'reviewer',
  'approver',
  'finance',
  'auditor',
  'admin',
] as const satisfies Role[];

/** Fields that stay masked until an operator gives a reason for seeing them. */
export const personalFields = [
  'email',
  'name',
  'idNumber',
  'birthday',
  'phone',
  'address',
  'mailingAddress',
  'bankAccount',
] as const;
export type PersonalField = (typeof personalFields)[number];

/** Groups by which a member's history can be filtered. */
export const timelineGroups = [
  'account',
  'verification',
  'loan',
  'invest',
  'money',
  'message',
  'office',
] as const;
export type TimelineGroup = (typeof timelineGroups)[number];

/** State of a member account. */
export const memberStandings = ['open', 'suspended', 'closed'] as const;
export type MemberStanding = (typeof memberStandings)[number];

/** Verification states; the index in this list is the numeric status. */
export const memberFiles = ['begun', 'reviewing', 'supplement', 'approved'] as const;
export type MemberFile = (typeof memberFiles)[number];

/** What a member registered for. */
export const memberPurposes = ['borrow', 'invest', 'both'] as const;
export type MemberPurpose = (typeof memberPurposes)[number];

export const memberHit = z.object({
  id: outputIdSchema,
  emailMasked: z.string(),
  nameMasked: z.string().nullable(),
  stage: z.number(),
  status: z.number(),
  standing: z.enum(memberStandings),
  purpose: z.enum(memberPurposes),
  createdAt: instantSchema,
});
export type MemberHit = z.output<typeof memberHit>;
export type ServerMemberHit = ServerSide<typeof memberHit>;

const bankSchema = z.object({
  bankCode: z.string(),
  bankName: z.string(),
  accountMasked: z.string(),
  inForceFrom: instantSchema.nullable(),
});
const supplementSchema = z.object({
  item: z.string(),
  fields: z.array(z.string()),
  reason: z.string(),
});
const statusTone = z.enum(['info', 'progress', 'attention', 'problem', 'done', 'neutral']);

const memberSchema = z.object({
  id: outputIdSchema,
  emailMasked: z.string(),
  emailVerifiedAt: instantSchema.nullable(),
  isGoogleLogin: z.boolean(),
  purpose: z.enum(memberPurposes),
  createdAt: instantSchema,
  suspendedAt: instantSchema.nullable(),
  /** Set if the member closed the account, after which it can no longer be used. */
  closedAt: instantSchema.nullable(),
  file: z.object({
    stage: z.number(),
    status: z.number(),
    financial: z.number(),
    supplement: z.array(supplementSchema),
    submittedAt: instantSchema.nullable(),
    approvedAt: instantSchema.nullable(),
    phoneMasked: z.string().nullable(),
    person: z
      .object({
        nameMasked: z.string(),
        idNumberMasked: z.string(),
        birthYear: z.number(),
        age: z.number(),
        city: z.string(),
        occupation: z.string(),
        company: z.string().nullable(),
        jobTitle: z.string().nullable(),
        annualIncome: z.string(),
      })
      .nullable(),
    bank: bankSchema.nullable(),
    /** Whether the money is held because of the screening list; null if it is not. */
    screening: z.enum(['open', 'confirmed']).nullable(),
    /**
     * New bank account that is not in force yet, because it waits for approval or is approved and
     * starts later.
     */
    bankWaiting: bankSchema.nullable(),
  }),
  /** The hold on the payouts; null if they are not held. */
  payoutHold: z
    .object({
      reason: z.string(),
      heldAt: instantSchema,
      heldBy: z.string(),
      /** What another operator has to decide: whether to hold or to lift; null if nothing. */
      waitsFor: z.enum(['hold', 'lift', 'look']).nullable(),
      cause: holdCauseSchema,
      lookOn: daySchema.nullable(),
      /** What is kept back at most; null for all. */
      heldUpTo: moneySchema.nullable(),
      /** Last day of the hold; null if two persons have to lift it. */
      endsOn: daySchema.nullable(),
      /** What waits because of the hold: payouts that were not sent, and refunds. */
      amount: moneySchema,
    })
    .nullable(),
  sessions: z.array(
    z.object({
      id: outputIdSchema,
      createdAt: instantSchema,
      usedAt: instantSchema,
      address: z.string(),
      agent: z.string(),
    }),
  ),
  /** Endpoints of the member's own server: what an operator needs to say why nothing arrives. */
  webhooks: z.array(
    z.object({
      id: outputIdSchema,
      host: z.string(),
      state: z.enum(endpointStates),
      waiting: countSchema,
      succeededAt: instantSchema.nullable(),
      /** The last attempt and its answer: a status, or why there was none. */
      triedAt: instantSchema.nullable(),
      status: z.int().nullable(),
      failure: z.enum(noAnswers).nullable(),
    }),
  ),
  loans: z.array(
    z.object({
      id: outputIdSchema,
      caseNo: z.string(),
      statusText: z.string(),
      tone: statusTone,
      amount: moneySchema,
      createdAt: instantSchema,
    }),
  ),
  /** Only the member's newest orders; `orderTotals` counts all of them. */
  orders: z.array(
    z.object({
      id: outputIdSchema,
      orderNo: z.string(),
      caseNo: z.string(),
      statusText: z.string(),
      tone: statusTone,
      amount: moneySchema,
      createdAt: instantSchema,
    }),
  ),
  orderTotals: z.object({ count: countSchema, outstanding: moneySchema }),
  /** What the member owes as a borrower, and has lent as an investor. */
  exposure: z.object({
    /** Principal that is still owed, of all loans. */
    owed: moneySchema,
    /** Days for which the oldest unpaid instalment is late; 0 if none is. */
    lateDays: countSchema,
    /** Paid for orders of loans that were disbursed, and what of it has not come back. */
    invested: moneySchema,
    outstanding: moneySchema,
  }),
  /** Newest documents by their upload field; they open only through a review. */
  papers: z.array(z.object({ id: outputIdSchema, name: z.string(), sentAt: instantSchema })),
  tasks: z.array(
    z.object({
      id: outputIdSchema,
      kind: z.enum(taskKinds),
      status: z.enum(['open', 'done']),
      decision: z.string().nullable(),
      createdAt: instantSchema,
      dueAt: instantSchema,
    }),
  ),
});
export type OfficeMember = z.output<typeof memberSchema>;

export const happeningSchema = z.object({
  id: z.string(),
  at: instantSchema,
  group: z.enum(timelineGroups),
  /**
   * Code of the action, for example `identity.login`, `loan.signed` or `message.email`; the page
   * has the labels.
   */
  action: z.string(),
  actor: z.object({
    type: z.enum(['member', 'operator', 'system', 'bank']),
    name: z.string().nullable(),
  }),
  /** Number of the case or order that the entry concerns, if any. */
  about: z.string().nullable(),
  from: z.string().nullable(),
  to: z.string().nullable(),
  reason: z.string().nullable(),
  text: z.string().nullable(),
  amount: signedMoneySchema.nullable(),
  state: z.string().nullable(),
});
export type OfficeHappening = z.output<typeof happeningSchema>;

export const page = {
  item_per_page: numberText(z.int().min(1).max(100)).default(25),
  offset: numberText(z.int().min(0).max(COUNTED_MAX)).default(0),
};

export const verificationMembersOffice = {
  getMember: office.read({
    path: '/ops/v1/members/:id',
    summary: 'One member, all that identifies him masked',
    input: z.strictObject({ id: idSchema }),
    output: z.object({ data: memberSchema }),
    refusals: ['NOT_FOUND'],
    roles: readers,
  }),
  memberTimeline: office.read({
    path: '/ops/v1/members/:id/timeline',
    summary: 'All that happened to a member and his loans, orders, money and mail, newest first',
    input: z.strictObject({ id: idSchema, group: z.enum(timelineGroups).optional(), ...page }),
    output: z.object({ data: z.array(happeningSchema), total: countSchema }),
    refusals: ['NOT_FOUND'],
    roles: readers,
  }),
  revealMember: office.token({
    path: '/ops/v1/members/:id/reveal',
    // The answer is never stored for replay, because it contains data that the page shows masked.
    summary: 'Personal data in full, for a reason that the audit log keeps',
    input: z.strictObject({
      id: idSchema,
      fields: z.array(z.enum(personalFields)).min(1).max(personalFields.length),
      reason: officeReason,
    }),
    output: z.object({
      data: z.object({ fields: z.partialRecord(z.enum(personalFields), z.string()) }),
    }),
    refusals: ['NOT_FOUND'],
    roles: ['reviewer', 'approver', 'admin'],
    perMinute: 60,
  }),
  reopenScreening: office.command({
    path: '/ops/v1/members/:id/screening',
    summary: 'Have two persons judge again that a member is on the screening list',
    input: z.strictObject({ id: idSchema, reason: officeReason }),
    output: z.object({ data: nothing }),
    refusals: ['NOT_FOUND'],
    roles: ['reviewer', 'approver'],
  }),
  resetStage: office.command({
    path: '/ops/v1/members/:id/reset-stage',
    summary: 'Let verifiedIDStage fall: steps after `stage` are given again, then reviewed again',
    input: z.strictObject({
      id: idSchema,
      stage: z.number().int().min(0).max(3),
      reason: toldReason,
    }),
    output: z.object({ data: z.object({ stage: z.number(), status: z.number() }) }),
    refusals: ['NOT_FOUND', 'STAGE_ORDER'],
    roles: ['reviewer'],
  }),
} as const;
