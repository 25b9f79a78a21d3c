// Payees of a batch that a second person checks: members, and third parties to whose account their
// money goes back.
import { z } from 'zod';
import { outputIdSchema } from '../core/lists.ts';
import type { ServerSide } from '../core/server-side.ts';
import { countSchema, daySchema, moneySchema } from '../core/wire.ts';

/** How many members, and how many third parties, the second person sees of one batch. */
export const PAYEES_MAX = 100;

/**
 * Somebody who is paid, with the account to which the money goes, as everybody sees them who makes
 * or checks a payment: a member with the account in force, or a third party with the account from
 * which their money came.
 */
export const payeeLineSchema = z.object({
  /** Null for a third party. */
  memberId: outputIdSchema.nullable(),
  /**
   * Name in full, because it is compared with the holder of the account. Of a third party as the
   * bank reported it or as two persons entered it, and null if nobody named it.
   */
  name: z.string().nullable(),
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
export type ServerPayeeLine = ServerSide<typeof payeeLineSchema>;

/** A payment of a batch as the second person checks it before it leaves. */
export const payeeSchema = z.object({
  /** The refund or payout, or the receipt that is returned. */
  id: outputIdSchema,
  /** The member who is paid; null for a third party. */
  memberId: outputIdSchema.nullable(),
  /** Number of the order or loan; null if the money was assigned to nobody. */
  number: z.string().nullable(),
  amount: moneySchema,
  reason: z.string(),
  /** Null while the account is not known. */
  payee: payeeLineSchema.nullable(),
});
export type Payee = z.output<typeof payeeSchema>;
export type ServerPayee = ServerSide<typeof payeeSchema>;

/** What the second person compares with the bank's paper. */
export const enteredSourceSchema = z.object({
  bank: z.string(),
  /** Complete while the task is open; only the last digits afterwards. */
  account: z.string(),
  holder: z.string(),
});
