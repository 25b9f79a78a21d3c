// Details shown in back-office tasks about bank receipts and payments.
import { z } from 'zod';
import { daySchema, moneySchema, signedMoneySchema, countSchema } from '../core/wire.ts';
import { returned } from '../tasks/detail-parts.ts';
import { batchKinds, batchStates } from './office.ts';
import { bookingDetailSchema } from './bookings.ts';
import { differenceKinds } from './reconciliation.ts';
import { statementPreviewSchema } from './statements.ts';
import { instantSchema, outputIdSchema } from '../core/lists.ts';

const receipt = z
  .object({
    why: z.string(),
    amount: moneySchema,
    virtualAccount: z.string(),
    day: daySchema,
    at: instantSchema,
    fromBank: z.string().nullable(),
    fromAccountTail: z.string().nullable(),
    /** Subject to which the virtual account of the receipt belongs. */
    subjectType: z.enum(['order', 'loan', 'payment']).nullable(),
    subjectId: z.number().nullable(),
    memo: z.string().nullable(),
    returned,
  })
  .partial();
export type ReceiptDetail = z.output<typeof receipt>;

const matchTarget = z.object({
  type: z.enum(['order', 'loan']),
  id: z.number(),
  caseNo: z.string(),
  memberId: z.number(),
  /** NT$ used for the subject at once, and the rest, which is refunded or held for later use. */
  used: moneySchema,
  rest: moneySchema,
});
export type MatchTarget = z.output<typeof matchTarget>;

export const bankingDetails = {
  unmatched_payment: receipt,
  match_check: receipt.extend({ target: matchTarget, note: z.string().nullable() }).partial(),
  bank_difference: z
    .object({
      why: z.string(),
      kind: z.enum(differenceKinds),
      day: daySchema,
      reference: z.string(),
      amount: signedMoneySchema,
      bookable: z.boolean(),
    })
    .partial(),
  booking_check: z.object({ booking: bookingDetailSchema }).partial(),
  statement_check: z
    .object({
      statementId: outputIdSchema,
      sha256: z.string(),
      layout: z.string().nullable(),
      preview: statementPreviewSchema,
    })
    .partial(),
  payment_check: z
    .object({
      batchId: outputIdSchema,
      kind: z.enum(batchKinds),
      state: z.enum(batchStates),
      payments: countSchema,
      amount: moneySchema,
      /** The booking of a fee sweep, which is a batch of one payment. */
      bookingId: outputIdSchema,
    })
    .partial(),
  recourse: z
    .object({
      receiptId: z.number(),
      covered: moneySchema,
      loanId: z.number(),
      caseNo: z.string().nullable(),
      day: daySchema,
      /** The outcome of the returned payment as the first person sees it. */
      proposed: z.enum(['recovered', 'lost']),
      why: z.string().nullable(),
      returned,
    })
    .partial(),
};
