// Back-office API for payment batches with their files, and for unclaimed receipts.
import { z } from 'zod';
import type { ServerSide } from '../core/server-side.ts';
import { office, together } from '../core/endpoint.ts';
import { documentBytes, idSchema, instantSchema, outputIdSchema } from '../core/lists.ts';
import { matchesOffice, suggestionSchema } from './matches.ts';
import { bookingsOffice } from './bookings.ts';
import { yearsOffice } from './years.ts';
import { statementOffice } from './statements.ts';
import { reconciliationOffice } from './reconciliation.ts';
import { countSchema, moneySchema } from '../core/wire.ts';

export const batchKinds = ['disbursement', 'refund', 'payout', 'return', 'sweep'] as const;
export const batchStates = ['checking', 'approved', 'sent', 'returned', 'void'] as const;
export const receiptStates = ['matched', 'suspense', 'returned', 'reversed'] as const;

export const batch = z.object({
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

export const payment = z.object({
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

export const receipt = z.object({
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

export const readers = ['finance', 'approver', 'auditor', 'admin'] as const;

export const bankingOffice = together(
  statementOffice,
  reconciliationOffice,
  matchesOffice,
  bookingsOffice,
  yearsOffice,
  {
    batchFile: office.document({
      path: '/ops/v1/batches/:id/file',
      mediaType: 'text/csv',
      summary: 'The file of a batch as the bank is given it; reading it stands in the audit log',
      input: z.strictObject({ id: idSchema }),
      output: documentBytes,
      refusals: ['BATCH_NOT_FOUND', 'BATCH_STATE'],
      roles: ['finance'],
    }),
    receiptSuggestions: office.read({
      path: '/ops/v1/receipts/:id/suggestions',
      summary: 'Orders and loans a receipt may be meant for: by account, by payer, by amount',
      input: z.strictObject({ id: idSchema }),
      output: z.object({ data: z.array(suggestionSchema) }),
      refusals: ['RECEIPT_NOT_FOUND'],
      roles: ['finance', 'auditor', 'admin'],
    }),
  },
);
