// Payees of a batch that a second person checks: members, and third parties to whose account their
// money goes back.
import { z } from 'zod';
import { outputIdSchema } from '../core/lists.ts';
import type { ServerSide } from '../core/server-side.ts';
import { countSchema, daySchema, moneySchema } from '../core/wire.ts';

/** How many members, and how many third parties, the second person sees of one batch. */
export const PAYEES_MAX = 100;

/** A payment as the second person checks it before it leaves. */
export const payeeSchema = z.object({
  /** The member who is paid; null for a third party. */
  memberId: outputIdSchema.nullable(),
  /** Number of the order or loan; null if the money was assigned to nobody. */
  number: z.string().nullable(),
  /**
   * Name of the member; of a third party as the bank reported it or as two persons entered it, and
   * null if nobody named it.
   */
  name: z.string().nullable(),
  /** Bank and last digits; null while the account is not known. */
  account: z.string().nullable(),
  amount: moneySchema,
  reason: z.string(),
  /** Payments to this account or payer before: to a member confirmed ones, otherwise all. */
  before: countSchema,
  /** Whether earlier payments to this member went to another account. */
  isChanged: z.boolean(),
});
export type Payee = z.output<typeof payeeSchema>;
export type ServerPayee = ServerSide<typeof payeeSchema>;

/**
 * A member who is paid, with the account in force, as everybody sees them who makes or checks a
 * payment.
 */
export const payeeLineSchema = z.object({
  memberId: outputIdSchema,
  /** Name in full, because it is compared with the holder of the account. */
  name: z.string(),
  bankCode: z.string(),
  bankName: z.string(),
  tail: z.string(),
  /** Payments to this account that the bank confirmed, and the day of the first one. */
  paid: countSchema,
  firstPaidOn: daySchema.nullable(),
  /** Day since which the account replaces an earlier one; null if it is the first account. */
  changedOn: daySchema.nullable(),
  /** Other members with the same account: their number, and at most five with masked names. */
  shared: countSchema,
  sharedWith: z.array(z.object({ id: outputIdSchema, name: z.string().nullable() })),
  /** The last payment to this account that the bank returned. */
  returned: z.object({ on: daySchema.nullable(), reason: z.string().nullable() }).nullable(),
  /** Why payments to the member wait. */
  hold: z.string().nullable(),
});
export type PayeeLine = z.output<typeof payeeLineSchema>;

/** What the second person compares with the bank's paper. */
export const enteredSourceSchema = z.object({
  bank: z.string(),
  /** Complete while the task is open; only the last digits afterwards. */
  account: z.string(),
  holder: z.string(),
});
