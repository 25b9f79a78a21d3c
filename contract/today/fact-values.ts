// What a fact of a member is about: one loan, order or part of the verification.
import { z } from 'zod';
import { outputIdSchema } from '../core/lists.ts';
import type { ServerSide } from '../core/server-side.ts';
import { countSchema, daySchema, moneySchema } from '../core/wire.ts';

/** What is known of one subject; fields that a fact does not have are null. */
export const factValues = z.object({
  /** Id of the loan or order. */
  id: outputIdSchema.nullable(),
  caseNo: z.string().nullable(),
  purpose: z.string().nullable(),
  amount: moneySchema.nullable(),
  /** Last day of an act, or the day on which others answer. */
  until: daySchema.nullable(),
  lateDays: countSchema.nullable(),
  /** What the sentence on a late loan depends on (`late-words.ts`). */
  late: z
    .object({
      status: z.number(),
      notice: z
        .object({ payBy: z.string(), accelerated: z.boolean(), declared: z.boolean() })
        .nullable(),
      isRequested: z.boolean(),
      proposal: z.string().nullable(),
      hasFailed: z.boolean(),
      today: z.string(),
    })
    .nullable(),
});
export type FactValues = z.output<typeof factValues>;

export type ServerFactValues = ServerSide<typeof factValues>;
