// API of the demonstration; production does not even register these calls.
import { z } from 'zod';
import { visitor, roles } from '../core/endpoint.ts';
import { done, instantSchema, nothing } from '../core/lists.ts';
import { daySchema, moneySchema, signedMoneySchema, zonedInstantSchema } from '../core/wire.ts';

export const demonstration = {
  demoAccounts: visitor.read({
    path: '/dev/accounts',
    summary: 'Who can sign in',
    input: nothing,
    output: z.object({
      data: z.object({
        members: z.array(
          z.object({
            email: z.string(),
            password: z.string(),
            role: z.string(),
            about: z.string(),
          }),
        ),
        operators: z.array(
          z.object({
            email: z.string(),
            password: z.string(),
            totpSecret: z.string(),
            roles: z.array(z.enum(roles)),
          }),
        ),
      }),
    }),
  }),
  outbox: visitor.read({
    path: '/dev/outbox',
    summary: 'Mails and messages sent, newest first',
    input: z.object({ to: z.string().max(254).optional() }),
    output: z.object({
      data: z.array(
        z.object({
          id: z.string(),
          channel: z.enum(['email', 'sms', 'push']),
          to: z.string(),
          subject: z.string().optional(),
          text: z.string(),
          html: z.string().optional(),
          links: z.array(z.string()),
          at: instantSchema,
        }),
      ),
    }),
  }),
  bankTransfer: visitor.batched({
    path: '/dev/bank/transfer',
    summary: 'A customer pays at the sandbox bank, which calls back',
    input: z.strictObject({
      virtualAccount: z.string().min(1).max(20),
      amount: moneySchema.refine((amount) => amount > 0),
      fromBank: z.string().max(10).optional(),
      fromAccount: z.string().max(20).optional(),
      fromName: z.string().max(60).optional(),
      at: zonedInstantSchema.optional(),
      seq: z.string().min(1).max(40).optional(),
      /** The seq of an earlier receipt that this one reverses. */
      reverses: z.string().max(40).optional(),
    }),
    output: z.object({ data: z.object({ seq: z.string(), matched: z.boolean() }) }),
  }),
  bankReturn: visitor.batched({
    path: '/dev/bank/return',
    summary: 'The sandbox bank sends a payment back that it had confirmed, and calls back',
    input: z.strictObject({
      /**
       * The platform's own reference, as it appears in the batch: payout-12-1, disbursement-3-1.
       */
      reference: z.string().min(1).max(60),
      /** The bank's value date; defaults to today. */
      date: daySchema.optional(),
    }),
    output: z.object({ data: z.object({ returned: z.boolean() }) }),
  }),
  bankLine: visitor.batched({
    path: '/dev/bank/line',
    summary: 'The sandbox bank charges the trust account (negative) or credits interest, today',
    input: z.strictObject({ amount: signedMoneySchema.refine((amount) => amount !== 0) }),
    output: z.object({ data: z.object({ seq: z.string() }) }),
  }),
  bankRefusal: visitor.batched({
    path: '/dev/bank/refusal',
    summary: 'Chooses how the sandbox bank answers mandates or debits from now on',
    input: z.strictObject({
      /** P02: mandates; P01: debits. */
      type: z.enum(['P01', 'P02']),
      /** Return code of the clearing house; null to agree again. */
      code: z
        .string()
        .regex(/^[0-9A-Z]{1,2}$/)
        .nullable(),
      /** Only for this account number; for all accounts if absent. */
      account: z
        .string()
        .regex(/^\d{1,16}$/)
        .optional(),
    }),
    output: done,
  }),
  advanceClock: visitor.batched({
    path: '/dev/clock',
    summary: 'Move the business date on, running the jobs of each day passed',
    input: z.strictObject({ advanceDays: z.number().int().min(0).max(400) }),
    output: z.object({ data: z.object({ today: z.string() }) }),
  }),
} as const;
