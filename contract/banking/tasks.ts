// Details shown in back-office tasks about bank receipts and payments.
import { z } from 'zod';
import { daySchema, moneySchema, signedMoneySchema, countSchema } from '../core/wire.ts';
import { returned } from '../tasks/detail-parts.ts';
import { matchTargetSchema, targetOwnerSchema } from './matches.ts';
import { batchKinds, batchStates } from './office.ts';
import { bookingDetailSchema, pendingBookingSchema } from './bookings.ts';
import { enteredSourceSchema, payeeSchema } from './payees.ts';
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
    /** Name of the payer as the bank reported it. */
    fromName: z.string().nullable(),
    /** Subject to which the virtual account of the receipt belongs. */
    subjectType: z.enum(['order', 'loan', 'payment', 'booking']).nullable(),
    subjectId: z.number().nullable(),
    /** Number of the subject as pages show it. */
    subjectNumber: z.string().nullable(),
    memo: z.string().nullable(),
    returned,
  })
  .partial();
export type ReceiptDetail = z.output<typeof receipt>;

const proposal = z.object({
  /** Order number or case number as pages show it. */
  number: z.string(),
  /** NT$ that the order lacks, or that is due on the loan. */
  lacking: moneySchema,
  /** What the money would do; null if the order or loan cannot take it, because of `refused`. */
  target: matchTargetSchema.nullable(),
  refused: z.string().nullable(),
  owner: targetOwnerSchema,
});
export type MatchProposal = z.output<typeof proposal>;

export const bankingDetails = {
  /** With the order or loan that is certain to own the money, if there is one. */
  unmatched_payment: receipt.extend({ proposal, booking: pendingBookingSchema }).partial(),
  match_check: receipt
    .extend({ target: matchTargetSchema, owner: targetOwnerSchema, note: z.string().nullable() })
    .partial(),
  matches_check: z
    .object({
      lines: z.array(
        z.object({
          receipt: z.number(),
          target: matchTargetSchema,
          /** Read from the receipt when the task is shown. */
          seq: z.string().optional(),
          day: daySchema.optional(),
          amount: moneySchema.optional(),
          number: z.string().optional(),
          owner: targetOwnerSchema.optional(),
          /** Number of what the receipt was booked to, once it was. */
          now: z.string().nullable().optional(),
        }),
      ),
    })
    .partial(),
  bank_difference: z
    .object({
      why: z.string(),
      kind: z.enum(differenceKinds),
      day: daySchema,
      reference: z.string(),
      amount: signedMoneySchema,
      bookable: z.boolean(),
      reason: z.string().nullable(),
      /** What a booking of two persons can explain, if it can. */
      explained: signedMoneySchema,
      /** The booking that would explain it, which waits for its second person. */
      booking: pendingBookingSchema,
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
  statement_rollback: z
    .object({
      statementId: outputIdSchema,
      reason: z.string(),
      receipts: countSchema,
      amount: moneySchema,
    })
    .partial(),
  payer_source: receipt
    .extend({
      entered: enteredSourceSchema,
      /** What the account was read from. */
      paper: z.string(),
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
      /** Largest payments to members while the batch is checked, and those to third parties. */
      payees: z.array(payeeSchema),
    })
    .partial(),
  trust_shortfall: z
    .object({
      /** NT$ of client money that lacks now; 0 once it is over. */
      lacking: moneySchema,
      since: daySchema,
      /** The transfer that used up the company's own money. */
      cause: z.string(),
      /** The company's transfer as the first person states it, and NT$ that lacked then. */
      reference: z.string(),
      amount: moneySchema,
      /** Two persons confirmed the transfer; once a shortfall. */
      confirmed: z.boolean(),
      returned,
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
