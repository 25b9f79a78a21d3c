// What a monthly trust report contains, for the office, the member and the stored figures.
import { z } from 'zod';
import { differenceKinds } from '../../banking/reconciliation.ts';
import { countSchema, moneySchema, statedMoneySchema } from '../../core/wire.ts';
import { outputIdSchema } from '../../core/lists.ts';
import type { AccountKind } from '../../ledger/kinds.ts';
import { accountKinds, transferKinds } from '../../ledger/kinds.ts';

export const monthSchema = z.string().regex(/^20\d\d-(0[1-9]|1[0-2])$/);

/** Kinds of account whose money belongs to members, as far as the owner is a member. */
export const memberKinds = [
  'order_funds',
  'payable_to_investor',
  'refund_payable',
  'borrower_prepaid',
] as const satisfies readonly AccountKind[];

export const trustFiguresSchema = z.object({
  /** The bank's letter; null if there is none yet. */
  letterId: outputIdSchema.nullable(),
  /** NT$ at the end of the month: by the letter, and in the books. */
  bank: moneySchema.nullable(),
  books: statedMoneySchema,
  /** What bank and books differ in, each with its task. */
  differences: z.array(
    z.object({
      kind: z.enum(differenceKinds),
      day: z.string(),
      reference: z.string(),
      amount: statedMoneySchema,
      taskId: outputIdSchema.nullable(),
      owner: z.string().nullable(),
      /** Why it stands, as two persons signed it; missing in reports of earlier versions. */
      reason: z.string().nullable().optional(),
    }),
  ),
  /** Letter less books less differences; null without a letter. The report requires 0. */
  unexplained: statedMoneySchema.nullable(),
  /** To whom the money in the books belongs. */
  parts: z.array(z.object({ kind: z.enum(accountKinds), amount: statedMoneySchema })),
  /** Members with money in the trust account, and the NT$ that belong to them. */
  members: countSchema,
  membersAmount: moneySchema,
  opening: statedMoneySchema,
  /** What came into the account in the month and left it, by kind of transfer. */
  moves: z.array(
    z.object({ kind: z.enum(transferKinds), received: moneySchema, paid: moneySchema }),
  ),
});
export type TrustFigures = z.output<typeof trustFiguresSchema>;
