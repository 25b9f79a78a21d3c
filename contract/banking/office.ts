// Back-office API for payment batches with their files, and for unclaimed receipts.
import { z } from 'zod';
import type { ServerSide } from '../core/server-side.ts';
import { office, together } from '../core/endpoint.ts';
import {
  documentBytes,
  idSchema,
  instantSchema,
  officePage,
  outputIdSchema,
} from '../core/lists.ts';
import { matchesOffice } from './matches.ts';
import { bookingsOffice } from './bookings.ts';
import { vouchersOffice } from './vouchers.ts';
import { yearsOffice } from './years.ts';
import { statementOffice } from './statements.ts';
import { reconciliationOffice } from './reconciliation.ts';
import {
  daySchema,
  MONEY_MAX,
  numberText,
  countSchema,
  moneySchema,
  signedMoneySchema,
} from '../core/wire.ts';

export const batchKinds = ['disbursement', 'refund', 'payout', 'return', 'sweep'] as const;
export const batchStates = ['checking', 'approved', 'sent', 'returned', 'void'] as const;
export const receiptStates = ['matched', 'suspense', 'returned', 'reversed'] as const;

const batch = z.object({
  id: outputIdSchema,
  kind: z.enum(batchKinds),
  state: z.enum(batchStates),
  payments: countSchema,
  total: moneySchema,
  /** Number of the batch's payments that the bank confirmed or returned. */
  confirmed: countSchema,
  cameBack: countSchema,
  releasedBy: z.string().nullable(),
  checkedBy: z.string().nullable(),
  releasedAt: instantSchema,
  sentAt: instantSchema.nullable(),
  /** Open task of the second person, if there is one. */
  taskId: outputIdSchema.nullable(),
});
export type Batch = z.output<typeof batch>;
export type ServerBatch = ServerSide<typeof batch>;

const payment = z.object({
  id: outputIdSchema,
  reference: z.string(),
  subjectId: outputIdSchema,
  memberId: outputIdSchema.nullable(),
  bankCode: z.string(),
  accountTail: z.string(),
  amount: moneySchema,
  memo: z.string(),
  status: z.enum(['pending', 'sent', 'confirmed', 'returned']),
  settledOn: z.string().nullable(),
  reason: z.string().nullable(),
});
export type BatchPayment = z.output<typeof payment>;
export type ServerBatchPayment = ServerSide<typeof payment>;

const receipt = z.object({
  id: outputIdSchema,
  day: z.string(),
  at: instantSchema,
  seq: z.string(),
  amount: moneySchema,
  sign: z.enum(['+', '-']),
  virtualAccount: z.string(),
  fromBank: z.string().nullable(),
  fromAccountTail: z.string().nullable(),
  state: z.enum(receiptStates),
  /**
   * `payment` means one of our own payments that was returned, `booking` what the company paid in
   * or interest.
   */
  subjectType: z.enum(['order', 'loan', 'payment', 'booking']).nullable(),
  subjectId: outputIdSchema.nullable(),
  /** Number of the subject as pages show it: order number, case number, or payment reference. */
  subjectNumber: z.string().nullable(),
  why: z.string().nullable(),
  taskId: outputIdSchema.nullable(),
});
export type ReceiptLine = z.output<typeof receipt>;
export type ServerReceiptLine = ServerSide<typeof receipt>;

const suggestion = z.object({
  type: z.enum(['order', 'loan']),
  id: outputIdSchema,
  /** Order number or case number, as all pages show it, and the number of its case. */
  number: z.string(),
  caseNo: z.string(),
  memberId: outputIdSchema,
  /** What is still to be paid: the rest of an order, or what is due on a loan. */
  lacking: moneySchema,
  /**
   * Why this target is suggested: `owner` if the account number belongs to the target, `account` if
   * the number is similar, and `payer` or `amount` if the payer or the amount of the receipt
   * matches.
   */
  because: z.array(z.enum(['owner', 'account', 'payer', 'amount'])),
});
export type Suggestion = z.output<typeof suggestion>;

const readers = ['finance', 'approver', 'auditor', 'admin'] as const;

export const bankingOffice = together(
  statementOffice,
  reconciliationOffice,
  matchesOffice,
  bookingsOffice,
  yearsOffice,
  vouchersOffice,
  {
    listBatches: office.read({
      path: '/ops/v1/batches',
      summary: 'Batches of payments, newest first',
      input: z.strictObject({
        kind: z.enum(batchKinds).optional(),
        state: z.enum(batchStates).optional(),
        from: daySchema.optional(),
        to: daySchema.optional(),
        ...officePage,
      }),
      output: z.object({ data: z.array(batch), total: countSchema }),
      roles: readers,
    }),
    getBatch: office.read({
      path: '/ops/v1/batches/:id',
      summary: 'One batch with a page of its payments; accounts by their last digits',
      input: z.strictObject({ id: idSchema, ...officePage }),
      output: z.object({ data: batch, payments: z.array(payment), total: countSchema }),
      refusals: ['BATCH_NOT_FOUND'],
      roles: readers,
    }),
    batchFile: office.document({
      path: '/ops/v1/batches/:id/file',
      mediaType: 'text/csv',
      summary: 'The file of a batch as the bank is given it; reading it stands in the audit log',
      input: z.strictObject({ id: idSchema }),
      output: documentBytes,
      refusals: ['BATCH_NOT_FOUND', 'BATCH_STATE'],
      roles: ['finance'],
    }),
    listReceipts: office.read({
      path: '/ops/v1/receipts',
      summary: 'What arrived at the trust account, newest first; those in suspense with their task',
      input: z.strictObject({
        state: z.enum(receiptStates).optional(),
        account: z
          .string()
          .regex(/^\d{1,20}$/)
          .optional(),
        amount: numberText(z.int().positive().max(MONEY_MAX)).optional(),
        /** Order number, case number, payment reference, or the bank's seq, as pages show it. */
        number: z.string().trim().min(1).max(40).optional(),
        from: daySchema.optional(),
        to: daySchema.optional(),
        ...officePage,
      }),
      output: z.object({
        data: z.array(receipt),
        total: countSchema,
        /**
         * Sum of all rows that match the filter in NT$; null if there are too many rows to add up.
         */
        sum: signedMoneySchema.nullable(),
      }),
      // An approver may read batches and unclaimed receipts, because they approve matches and
      // returned money.
      roles: readers,
    }),
    receiptSuggestions: office.read({
      path: '/ops/v1/receipts/:id/suggestions',
      summary: 'Orders and loans a receipt may be meant for: by account, by payer, by amount',
      input: z.strictObject({ id: idSchema }),
      output: z.object({ data: z.array(suggestion) }),
      refusals: ['RECEIPT_NOT_FOUND'],
      roles: ['finance', 'auditor', 'admin'],
    }),
  },
);
