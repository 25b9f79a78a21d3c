// Third parties to whom money goes back: the account from which their money came.
import { z } from 'zod';
import type { ServerSide } from '../core/server-side.ts';
import { countSchema, moneySchema } from '../core/wire.ts';

/** How many third parties the second person sees of one batch. */
export const PAYEES_MAX = 100;

/** A payment to a third party, as the second person checks it before it leaves. */
export const payeeSchema = z.object({
  /** Number of the order or loan; null if the money was assigned to nobody. */
  number: z.string().nullable(),
  /** Name as the bank reported it or as two persons entered it; null if nobody named it. */
  name: z.string().nullable(),
  /** Bank and last digits; null while the account is not known. */
  account: z.string().nullable(),
  amount: moneySchema,
  reason: z.string(),
  /** Payments to this payer that were ordered before. */
  before: countSchema,
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
