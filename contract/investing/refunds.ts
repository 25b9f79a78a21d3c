// API of refunds at the back office: the list, and releasing many at once.
import { z } from 'zod';
import type { ServerSide } from '../core/server-side.ts';
import { office } from '../core/endpoint.ts';
import { idSchema, instantSchema, outputIdSchema } from '../core/lists.ts';
import { payeeLineSchema } from '../banking/payees.ts';
import { flagAnswers } from '../tasks/flags.ts';
import { REFUND_REASON } from './refund-words.ts';
import { moneySchema, countSchema } from '../core/wire.ts';

/**
 * States of a refund. held: it may not be released now, for the reason in `why`. checking: it is in
 * a batch that a second person must approve. The other states say how far the payment has got.
 */
export const refundStates = ['payable', 'held', 'checking', 'sent', 'confirmed'] as const;
export const refundReasons = Object.keys(REFUND_REASON) as [keyof typeof REFUND_REASON];

export const refund = z.object({
  id: outputIdSchema,
  orderId: outputIdSchema,
  memberId: outputIdSchema,
  /**
   * `amount` is what is paid out, `fee` what is deducted from the money held by the order, in NT$.
   */
  amount: moneySchema,
  fee: moneySchema,
  reason: z.enum(refundReasons),
  state: z.enum(refundStates),
  createdAt: instantSchema,
  settledAt: instantSchema.nullable(),
  /** True if the money goes back to a third party. */
  thirdParty: z.boolean(),
  /**
   * To whom the money goes while it has not left: null if the member has no account, if that of a
   * third party is not known, and in a file.
   */
  payee: payeeLineSchema.nullable(),
  /** Why it is held. */
  why: z.string().nullable(),
  /** Why the bank returned the last attempt. */
  cameBack: z.string().nullable(),
  batchId: outputIdSchema.nullable(),
  taskId: outputIdSchema.nullable(),
});
export type Refund = z.output<typeof refund>;
export type ServerRefund = ServerSide<typeof refund>;

export const refundsOffice = {
  releaseRefunds: office.command({
    path: '/ops/v1/refunds/release',
    summary: 'Let refunds go in one batch, which another person then checks',
    input: z.strictObject({
      ids: z.array(idSchema).min(1).max(500),
      /** Answers to what must be answered before the money leaves. */
      answers: flagAnswers,
    }),
    output: z.object({
      data: z.object({
        batchId: outputIdSchema,
        released: countSchema,
        amount: moneySchema,
        /**
         * Refunds that were not released, because somebody else released them meanwhile or the
         * member has no account.
         */
        left: z.array(z.object({ id: outputIdSchema, why: z.string() })),
      }),
    }),
    refusals: ['BATCH_EMPTY', 'FLAGS_UNANSWERED', 'TRUST_SHORT'],
    roles: ['finance'],
  }),
} as const;
