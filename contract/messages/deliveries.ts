// API of the delivery log of mails and text messages, with recipients and failures.
import { z } from 'zod';
import { office } from '../core/endpoint.ts';
import { officeReason } from '../identity/members.ts';
import { idSchema, instantSchema, outputIdSchema } from '../core/lists.ts';
import type { ServerSide } from '../core/server-side.ts';
import { daySchema, countSchema } from '../core/wire.ts';

export const deliveryChannels = ['email', 'sms', 'push'] as const;
/**
 * States of a delivery. waiting: not tried yet; failing: failed so far, and retried automatically.
 */
export const deliveryStates = ['waiting', 'failing', 'sent'] as const;

export const filter = {
  channel: z.enum(deliveryChannels).optional(),
  state: z.enum(deliveryStates).optional(),
  member: idSchema.optional(),
  broadcast: idSchema.optional(),
  /**
   * A kind of notice (`lending.offered`), or a prefix that matches all kinds of a feature
   * (`lending.`).
   */
  about: z
    .string()
    .regex(/^[A-Za-z.]{1,60}$/)
    .optional(),
  from: daySchema.optional(),
  to: daySchema.optional(),
};

export const rowSchema = z.object({
  id: outputIdSchema,
  channel: z.enum(deliveryChannels),
  state: z.enum(deliveryStates),
  /** The masked recipient: `a***@example.com`, `0912***678`. */
  recipient: z.string(),
  memberId: outputIdSchema.nullable(),
  broadcastId: outputIdSchema.nullable(),
  /** The kind of notice in the catalogue; null for messages without a kind. */
  about: z.string().nullable(),
  at: instantSchema,
  sentAt: instantSchema.nullable(),
  /** Number of failed attempts. */
  failures: countSchema,
  failure: z.string().nullable(),
  nextTryAt: instantSchema.nullable(),
});
export type Delivery = z.output<typeof rowSchema>;
export type ServerDelivery = ServerSide<typeof rowSchema>;

export const deliveriesOffice = {
  revealDelivery: office.token({
    path: '/ops/v1/deliveries/:id/reveal',
    // The answer contains addresses that the rest of the page masks, so the `token` kind prevents
    // that it is stored for replay.
    summary: 'Where a mail or text message went, for a reason that the audit log keeps',
    input: z.strictObject({ id: idSchema, reason: officeReason }),
    output: z.object({ data: z.object({ recipient: z.string() }) }),
    refusals: ['NOT_FOUND'],
    roles: ['reviewer', 'approver', 'admin'],
    perMinute: 60,
  }),
} as const;
