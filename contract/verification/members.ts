// What the office may know of a member: found, shown masked, his history, opened with a reason.
import { z } from 'zod';
import { numberText } from '../core/wire.ts';
import { endpoint, type Role } from '../core/endpoint.ts';
import { officeReason } from '../identity/members.ts';
import { COUNTED_MAX, idSchema, instantSchema } from '../core/lists.ts';
import { taskKinds } from '../tasks/kinds.ts';

const readers = ['reviewer', 'approver', 'finance', 'auditor', 'admin'] as const satisfies Role[];

/** What is masked until somebody says why he needs it. */
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

/** What a member's history may be narrowed to. */
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

/** How an account stands. */
export const memberStandings = ['open', 'suspended', 'closed'] as const;
export type MemberStanding = (typeof memberStandings)[number];

/** How far a file is: its status is the place of the word. */
export const memberFiles = ['begun', 'reviewing', 'supplement', 'approved'] as const;
export type MemberFile = (typeof memberFiles)[number];

const foundMember = z.object({
  id: z.string(),
  emailMasked: z.string(),
  nameMasked: z.string().nullable(),
  stage: z.number(),
  status: z.number(),
  standing: z.enum(memberStandings),
  createdAt: instantSchema,
});
export type FoundMember = z.output<typeof foundMember>;

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
  id: z.string(),
  emailMasked: z.string(),
  emailVerifiedAt: instantSchema.nullable(),
  isGoogleLogin: z.boolean(),
  purpose: z.enum(['borrow', 'invest', 'both']),
  createdAt: instantSchema,
  suspendedAt: instantSchema.nullable(),
  /** Closed by the member himself: nothing of the account works any more. */
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
    /** An account given and not in force yet: to be approved, or approved and about to begin. */
    bankWaiting: bankSchema.nullable(),
  }),
  sessions: z.array(
    z.object({
      id: z.string(),
      createdAt: instantSchema,
      usedAt: instantSchema,
      address: z.string(),
      agent: z.string(),
    }),
  ),
  loans: z.array(
    z.object({
      id: z.string(),
      caseNo: z.string(),
      statusText: z.string(),
      tone: statusTone,
      amount: z.number(),
      createdAt: instantSchema,
    }),
  ),
  /** The newest of them; `orderTotals` counts all. */
  orders: z.array(
    z.object({
      id: z.string(),
      orderNo: z.string(),
      caseNo: z.string(),
      statusText: z.string(),
      tone: statusTone,
      amount: z.number(),
      createdAt: instantSchema,
    }),
  ),
  orderTotals: z.object({ count: z.number(), outstanding: z.number() }),
  tasks: z.array(
    z.object({
      id: z.string(),
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
  /** `identity.login`, `loan.signed`, `message.email`: the page has the words. */
  action: z.string(),
  actor: z.object({
    type: z.enum(['member', 'operator', 'system', 'bank']),
    name: z.string().nullable(),
  }),
  /** Case or order number, where the row is about one. */
  about: z.string().nullable(),
  from: z.string().nullable(),
  to: z.string().nullable(),
  reason: z.string().nullable(),
  text: z.string().nullable(),
  amount: z.number().nullable(),
  state: z.string().nullable(),
});
export type OfficeHappening = z.output<typeof happeningSchema>;

const page = {
  item_per_page: numberText(z.int().min(1).max(100)).default(25),
  offset: numberText(z.int().min(0).max(COUNTED_MAX)).default(0),
};

export const verificationMembersOffice = {
  findMembers: endpoint({
    method: 'POST',
    path: '/ops/v1/members/search',
    access: 'operator',
    kind: 'read',
    summary:
      'Members by e-mail (its beginning), id, case, order or ID number, phone or its last 4 digits',
    // In the body: what is searched for must stand in no address and in no log of addresses.
    input: z.strictObject({
      q: z.string().trim().max(120).default(''),
      standing: z.enum(memberStandings).optional(),
      file: z.enum(memberFiles).optional(),
      ...page,
    }),
    output: z.object({ data: z.array(foundMember), total: z.number() }),
    refusals: [],
    roles: readers,
    own: true,
  }),
  getMember: endpoint({
    method: 'GET',
    path: '/ops/v1/members/:id',
    access: 'operator',
    kind: 'read',
    summary: 'One member, all that identifies him masked',
    input: z.strictObject({ id: idSchema }),
    output: z.object({ data: memberSchema }),
    refusals: ['NOT_FOUND'],
    roles: readers,
    own: true,
  }),
  memberTimeline: endpoint({
    method: 'GET',
    path: '/ops/v1/members/:id/timeline',
    access: 'operator',
    kind: 'read',
    summary: 'All that happened to a member and his loans, orders, money and mail, newest first',
    input: z.strictObject({ id: idSchema, group: z.enum(timelineGroups).optional(), ...page }),
    output: z.object({ data: z.array(happeningSchema), total: z.number() }),
    refusals: ['NOT_FOUND'],
    roles: readers,
    own: true,
  }),
  revealMember: endpoint({
    method: 'POST',
    path: '/ops/v1/members/:id/reveal',
    access: 'operator',
    // Never kept for replay: the answer is what the whole page keeps masked.
    kind: 'token',
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
    own: true,
    perMinute: 60,
  }),
  resetStage: endpoint({
    method: 'POST',
    path: '/ops/v1/members/:id/reset-stage',
    access: 'operator',
    kind: 'command',
    summary: 'Let verifiedIDStage fall: steps after `stage` are given again, then reviewed again',
    input: z.strictObject({
      id: idSchema,
      stage: z.number().int().min(0).max(3),
      reason: officeReason,
    }),
    output: z.object({ data: z.object({ stage: z.number(), status: z.number() }) }),
    refusals: ['NOT_FOUND', 'STAGE_ORDER'],
    roles: ['reviewer'],
    own: true,
  }),
} as const;
