// API of broadcast messages: the audience, a second person's approval, and the progress.
import { noticeCategoryText } from '../notices/words.ts';
import { z } from 'zod';
import type { ServerSide } from '../core/server-side.ts';
import { office } from '../core/endpoint.ts';
import { officeReason } from '../identity/members.ts';
import { idSchema, instantSchema, outputIdSchema } from '../core/lists.ts';
import { messageReaders } from './calls.ts';
import { BODY_MAX, TITLE_MAX } from '../core/wording.ts';
import { zonedInstantSchema, countSchema } from '../core/wire.ts';

/**
 * Members choose for each category whether they receive it; `news` goes to those who subscribed,
 * `legal` to everybody.
 */
export const broadcastCategories = ['invest', 'loan', 'account', 'other', 'news', 'legal'] as const;
export type BroadcastCategory = (typeof broadcastCategories)[number];
export const broadcastCategoryText: Record<BroadcastCategory, string> = {
  invest: noticeCategoryText.invest.text,
  loan: noticeCategoryText.loan.text,
  account: noticeCategoryText.account.text,
  other: noticeCategoryText.other.text,
  news: '最新消息（只寄給願意收到的會員）',
  legal: '法定通知（一律寄送）',
};

export const audienceGroups = ['all', 'borrowers', 'investors', 'openOrders'] as const;
export const audienceGroupText: Record<(typeof audienceGroups)[number], string> = {
  all: '全部會員',
  borrowers: '借款人（有申貸案）',
  investors: '出資人（有出資訂單）',
  openOrders: '有尚未付足的訂單',
};

/**
 * Audience of a broadcast. A member must meet all conditions; closed accounts and unconfirmed
 * e-mail addresses are always excluded.
 */
export const audienceSchema = z.strictObject({
  group: z.enum(audienceGroups),
  /** Only members whose verification has reached this stage: 0 none, 4 all. */
  stageMin: z.number().int().min(0).max(4).optional(),
  stageMax: z.number().int().min(0).max(4).optional(),
  /** Only members with an ongoing loan of this plan. */
  plan: z
    .string()
    .regex(/^[a-z0-9_-]{1,40}$/)
    .optional(),
});
export type Audience = z.output<typeof audienceSchema>;

export const broadcastStatuses = [
  'draft',
  'proposed',
  'approved',
  'sending',
  'sent',
  'stopped',
  'declined',
] as const;
export type BroadcastStatus = (typeof broadcastStatuses)[number];

const fields = z.strictObject({
  title: z.string().trim().min(1).max(TITLE_MAX),
  body: z.string().trim().min(1).max(BODY_MAX),
  /** Path on the member site to which the broadcast links. */
  link: z.string().regex(/^\/(?![/\\])[\w\-./?=&%]{0,200}$/),
  category: z.enum(broadcastCategories),
  audience: audienceSchema,
  /** Earliest time of sending; if it has passed at the approval, the broadcast is sent at once. */
  sendAt: zonedInstantSchema,
});

export const rowSchema = z.object({
  id: outputIdSchema,
  title: z.string(),
  category: z.enum(broadcastCategories),
  status: z.enum(broadcastStatuses),
  sendAt: instantSchema,
  /**
   * `counted` is the number of recipients when the broadcast was proposed, `told` the number
   * reached so far.
   */
  counted: countSchema,
  told: countSchema,
  by: z.string(),
  madeAt: instantSchema,
});
export const broadcastSchema = rowSchema.extend({
  body: z.string(),
  link: z.string(),
  audience: audienceSchema,
  approvedBy: z.string().nullable(),
  approvedAt: instantSchema.nullable(),
  startedAt: instantSchema.nullable(),
  endedAt: instantSchema.nullable(),
  /** Why the broadcast was declined or stopped. */
  reason: z.string().nullable(),
});
export type Broadcast = z.output<typeof broadcastSchema>;
export type ServerBroadcast = ServerSide<typeof broadcastSchema>;
const one = z.object({ data: broadcastSchema });
const id = idSchema;
const writers = ['editor', 'admin'] as const;
export const readers = [...messageReaders, 'approver'] as const;

export const broadcastsOffice = {
  getBroadcast: office.read({
    path: '/ops/v1/broadcasts/:id',
    summary: 'One message to many and how far it has come',
    input: z.strictObject({ id }),
    output: one,
    refusals: ['NOT_FOUND'],
    roles: readers,
  }),
  audiencePlans: office.read({
    path: '/ops/v1/broadcasts/plans',
    summary: 'The plans whose borrowers a message may go to',
    input: z.strictObject({}),
    output: z.object({ data: z.array(z.object({ slug: z.string(), name: z.string() })) }),
    roles: readers,
  }),
  countAudience: office.read({
    method: 'POST',
    path: '/ops/v1/broadcasts/count',
    summary: 'How many members a message would reach, and how many of them by mail and by phone',
    input: z.strictObject({ audience: audienceSchema, category: z.enum(broadcastCategories) }),
    output: z.object({
      data: z.object({ members: countSchema, mails: countSchema, texts: countSchema }),
    }),
    roles: readers,
    perMinute: 60,
  }),
  saveBroadcast: office.command({
    path: '/ops/v1/broadcasts',
    summary: 'Begin a message to many, or change one that is not handed in',
    input: fields.extend({ id: idSchema.optional() }),
    output: one,
    refusals: ['NOT_FOUND', 'BROADCAST_STATE', 'WORDING_INVALID'],
    roles: writers,
  }),
  submitBroadcast: office.command({
    path: '/ops/v1/broadcasts/:id/submit',
    summary: 'Hand a message in for the consent of a second person',
    input: z.strictObject({ id }),
    output: one,
    refusals: ['NOT_FOUND', 'BROADCAST_STATE', 'AUDIENCE_EMPTY'],
    roles: writers,
  }),
  stopBroadcast: office.command({
    path: '/ops/v1/broadcasts/:id/stop',
    summary: 'Stop a message that waits or is being sent; who was told stays told',
    input: z.strictObject({ id, reason: officeReason }),
    output: one,
    refusals: ['NOT_FOUND', 'BROADCAST_STATE'],
    roles: [...writers, 'approver'],
  }),
} as const;
