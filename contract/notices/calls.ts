// API of the notification centre, and of a member's notification preferences.
import { z } from 'zod';
import { numberText, countSchema } from '../core/wire.ts';
import { signedIn } from '../core/endpoint.ts';
import { idSchema, instantSchema, nothing, outputIdSchema, paging } from '../core/lists.ts';

export const noticeCategories = ['invest', 'loan', 'account', 'other'] as const;
export type NoticeCategory = (typeof noticeCategories)[number];

const noticeSchema = z.object({
  id: outputIdSchema,
  category: z.enum(noticeCategories),
  title: z.string(),
  body: z.string(),
  link: z.string(),
  createdAt: instantSchema,
  readAt: instantSchema.nullable(),
});

const byCategory = z.strictObject({
  invest: z.boolean(),
  loan: z.boolean(),
  account: z.boolean(),
  other: z.boolean(),
});

export const preferencesSchema = z.strictObject({
  email: byCategory,
  sms: byCategory,
  push: byCategory,
  /**
   * Whether the member gets text messages before a due date or deadline, whatever the value of
   * `sms`.
   */
  smsDeadlines: z.boolean(),
  hideAmounts: z.boolean(),
  news: z.boolean(),
});
export type Preferences = z.output<typeof preferencesSchema>;

export const notices = {
  listNotices: signedIn.read({
    path: '/v1/notification/list',
    specified: true,
    summary: "The member's notices, newest first, with unread numbers by category",
    input: z.object({
      category: z.enum(noticeCategories).optional(),
      item_per_page: paging.item_per_page,
      offset: paging.offset,
      /** Page number, counted from 1; if given, it is used in place of `offset`. */
      page: numberText(z.int().min(1).max(100_000)).optional(),
    }),
    output: z.object({
      data: z.array(noticeSchema),
      total: countSchema,
      unread: z.record(z.string(), countSchema),
    }),
  }),
  getNotice: signedIn.command({
    method: 'GET',
    path: '/v1/notification/get',
    specified: true,
    summary: 'One notice; reading it marks it read',
    input: z.strictObject({ id: idSchema }),
    output: z.object({ data: noticeSchema }),
    refusals: ['NOT_FOUND'],
  }),
  readAllNotices: signedIn.command({
    path: '/v1/notification/read-all',
    summary: 'Mark every notice read, or every one of a category; answers how many were not',
    input: z.strictObject({ category: z.enum(noticeCategories).optional() }),
    output: z.object({ data: z.object({ read: countSchema }) }),
  }),
  preferences: signedIn.read({
    path: '/v1/me/account/preferences',
    summary: 'How the member is told: each channel by category, news, hidden amounts',
    input: nothing,
    output: z.object({ data: preferencesSchema }),
  }),
  setPreferences: signedIn.command({
    path: '/v1/me/account/preferences',
    summary: 'Set any of them; what is left out stays. Mails about security always go',
    input: z.strictObject({
      email: byCategory.partial().optional(),
      sms: byCategory.partial().optional(),
      push: byCategory.partial().optional(),
      smsDeadlines: z.boolean().optional(),
      hideAmounts: z.boolean().optional(),
      news: z.boolean().optional(),
    }),
    output: z.object({ data: preferencesSchema }),
  }),
  channels: signedIn.read({
    path: '/v1/me/account/channels',
    summary: 'Channels that the member may switch on, with the browsers that get push messages',
    input: nothing,
    output: z.object({
      data: z.object({
        /** Null if push messages are not offered. */
        push: z
          .object({
            /** The key with which a browser subscribes (applicationServerKey), in base64url. */
            publicKey: z.string(),
            devices: z.array(
              z.object({
                id: outputIdSchema,
                name: z.string(),
                addedAt: instantSchema,
                /** SHA-256 of the subscription's endpoint, in base64url. */
                digest: z.string(),
              }),
            ),
          })
          .nullable(),
      }),
    }),
  }),
  addPushDevice: signedIn.command({
    path: '/v1/me/account/push-devices',
    summary: 'Switch push messages on for a browser, by its subscription; again renews it',
    input: z.strictObject({
      endpoint: z.string().min(1).max(1_000),
      /** Public key and secret of the browser, in base64url: 65 and 16 bytes. */
      p256dh: z.string().regex(/^B[\w-]{86}$/),
      auth: z.string().regex(/^[\w-]{22}$/),
      name: z.string().trim().min(1).max(60),
    }),
    output: z.object({ data: z.object({ id: outputIdSchema }) }),
    refusals: ['PUSH_REFUSED'],
  }),
  removePushDevice: signedIn.command({
    path: '/v1/me/account/push-devices/remove',
    summary: 'Switch push messages off for a browser',
    input: z.strictObject({ id: idSchema }),
    output: z.object({ data: z.object({ ok: z.literal(true) }) }),
    refusals: ['NOT_FOUND'],
  }),
} as const;
