// Member API of webhooks: registering endpoints, their state and secret, and what was sent to them.
import { z } from 'zod';
import { member, verified } from '../core/endpoint.ts';
import { done, idSchema, instantSchema, nothing, outputIdSchema, paging } from '../core/lists.ts';
import { countSchema } from '../core/wire.ts';
import { eventSchema, eventTypes } from './events.ts';
import { deliveryStates, endpointStates, noAnswers } from './states.ts';

/** Endpoints of one member. */
export const ENDPOINTS_MAX = 5;
export const URL_MAX = 500;

/** An address as the member writes it; the server decides whether it may be used. */
export const webhookUrlSchema = z.string().trim().min(1).max(URL_MAX);
export const eventTypesSchema = z
  .array(z.enum(eventTypes))
  .min(1, '請至少選擇一種事件')
  .max(eventTypes.length)
  .transform((types) => [...new Set(types)]);

const endpointSchema = z.object({
  id: outputIdSchema,
  url: z.string(),
  types: z.array(z.enum(eventTypes)),
  state: z.enum(endpointStates),
  createdAt: instantSchema,
  /** When an event was last accepted; null before the first. */
  succeededAt: instantSchema.nullable(),
  /** Until when the secret before the rotation signs as well; null if there is none. */
  previousUntil: instantSchema.nullable(),
  /** Events that wait to be sent. */
  waiting: countSchema,
});

export const deliverySchema = z.object({
  id: outputIdSchema,
  /** The header `webhook-id`, which is the same for every attempt. */
  eventId: z.string(),
  type: z.string(),
  occurredAt: instantSchema,
  state: z.enum(deliveryStates),
  attempts: countSchema,
  /** When it is tried again; null if it is not waiting, or is tried at once. */
  nextTryAt: instantSchema.nullable(),
  /** Status of the last answer; null if there was none. */
  status: z.number().nullable(),
  /** Why the last attempt got no answer. */
  failure: z.enum(noAnswers).nullable(),
});

const attemptSchema = z.object({
  at: instantSchema,
  status: z.number().nullable(),
  failure: z.enum(noAnswers).nullable(),
  tookMs: countSchema,
  /** The beginning of the answer. */
  answer: z.string(),
});

const withSecret = z.object({ data: z.object({ id: outputIdSchema, secret: z.string() }) });
const one = z.strictObject({ id: idSchema });

export const webhooks = {
  listWebhooks: member.read({
    path: '/v1/me/webhooks',
    summary: 'Endpoints of the member',
    input: nothing,
    output: z.object({ data: z.array(endpointSchema) }),
  }),
  addWebhook: verified.token({
    path: '/v1/me/webhooks',
    summary: 'Registers an endpoint with a fresh step-up; its secret is answered only once',
    input: z.strictObject({ url: webhookUrlSchema, types: eventTypesSchema }),
    output: withSecret,
    refusals: ['WEBHOOK_URL', 'WEBHOOK_LIMIT', 'STEP_UP_REQUIRED'],
    himself: true,
  }),
  setWebhookTypes: member.command({
    path: '/v1/me/webhooks/:id/types',
    summary: 'Chooses the types of events that an endpoint receives from now on',
    input: z.strictObject({ id: idSchema, types: eventTypesSchema }),
    output: done,
    refusals: ['NOT_FOUND'],
    himself: true,
  }),
  pauseWebhook: member.command({
    path: '/v1/me/webhooks/:id/pause',
    summary: 'Pauses an endpoint; its events are kept and sent once it is resumed',
    input: one,
    output: done,
    refusals: ['NOT_FOUND'],
    himself: true,
  }),
  resumeWebhook: member.command({
    path: '/v1/me/webhooks/:id/resume',
    summary: 'Resumes an endpoint that was paused or has failed, and sends what waits',
    input: one,
    output: done,
    refusals: ['NOT_FOUND'],
    himself: true,
  }),
  rotateWebhookSecret: verified.token({
    path: '/v1/me/webhooks/:id/rotate',
    summary: 'Makes a new secret with a fresh step-up; the old one signs as well for a day',
    input: one,
    output: withSecret,
    refusals: ['NOT_FOUND', 'STEP_UP_REQUIRED'],
    himself: true,
  }),
  deleteWebhook: member.command({
    path: '/v1/me/webhooks/:id/delete',
    summary: 'Deletes an endpoint with everything that was sent to it',
    input: one,
    output: done,
    refusals: ['NOT_FOUND'],
    himself: true,
  }),
  testWebhook: member.command({
    path: '/v1/me/webhooks/:id/test',
    summary: 'Sends the event webhook.test to an active endpoint',
    input: one,
    output: z.object({ data: z.object({ deliveryId: outputIdSchema }) }),
    refusals: ['NOT_FOUND', 'WEBHOOK_STOPPED'],
    himself: true,
    perMinute: 10,
  }),
  listDeliveries: member.read({
    path: '/v1/me/webhooks/:id/deliveries',
    summary: 'Events of the last 30 days for an endpoint, newest first',
    input: z.strictObject({
      id: idSchema,
      item_per_page: paging.item_per_page.pipe(z.int().max(100)),
      offset: paging.offset,
    }),
    output: z.object({ data: z.array(deliverySchema), total: countSchema }),
    refusals: ['NOT_FOUND'],
  }),
  getDelivery: member.read({
    path: '/v1/me/webhook-deliveries/:id',
    summary: 'An event as it is sent, with its attempts and the beginning of each answer',
    input: one,
    output: z.object({
      data: deliverySchema.extend({
        webhookId: outputIdSchema,
        event: eventSchema,
        tries: z.array(attemptSchema),
      }),
    }),
    refusals: ['NOT_FOUND'],
  }),
  replayDelivery: member.command({
    path: '/v1/me/webhook-deliveries/:id/replay',
    summary: 'Sends an event again, with the same webhook-id, to an active endpoint',
    input: one,
    output: done,
    refusals: ['NOT_FOUND', 'WEBHOOK_STOPPED'],
    himself: true,
    perMinute: 30,
  }),
} as const;
