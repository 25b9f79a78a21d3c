// What the notification centre promises.
import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { idSchema, instantSchema } from './lists.ts';

export const noticeCategories = ['invest', 'loan', 'account', 'other'] as const;
const noticeSchema = z.object({
  id: z.string(),
  category: z.enum(noticeCategories),
  title: z.string(),
  body: z.string(),
  link: z.string(),
  createdAt: instantSchema,
  readAt: instantSchema.nullable(),
});

export const notices = {
  listNotices: endpoint({
    method: 'GET',
    path: '/v1/notification/list',
    access: 'signedIn',
    kind: 'read',
    summary: "The member's notices, newest first, with unread numbers by category",
    input: z.object({
      category: z.enum(noticeCategories).optional(),
      item_per_page: z.coerce.number().int().min(1).max(100).default(20),
      offset: z.coerce.number().int().min(0).default(0),
    }),
    output: z.object({
      data: z.array(noticeSchema),
      total: z.number(),
      unread: z.record(z.string(), z.number()),
    }),
    refusals: [],
  }),
  getNotice: endpoint({
    method: 'GET',
    path: '/v1/notification/get',
    access: 'signedIn',
    kind: 'command',
    summary: 'One notice; reading it marks it read',
    input: z.strictObject({ id: idSchema }),
    output: z.object({ data: noticeSchema }),
    refusals: ['NOT_FOUND'],
  }),
} as const;
