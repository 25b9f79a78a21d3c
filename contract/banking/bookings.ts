// Office API of bookings: what finance moves between trust and company, and manual journals.
import { z } from 'zod';
import { fileRefusals } from '../core/file-refusals.ts';
import { office } from '../core/endpoint.ts';
import { documentBytes, idSchema, instantSchema, nothing, outputIdSchema } from '../core/lists.ts';
import {
  countSchema,
  daySchema,
  moneySchema,
  signedMoneySchema,
  statedMoneySchema,
} from '../core/wire.ts';
import { type AccountKind, accountKinds } from '../ledger/kinds.ts';

/**
 * fee_sweep: fees from the trust account to the company's account, by a payment order; bank_charge
 * and bank_interest: of the trust account; company_paid_in: the company makes up what the trust
 * lacks; vat_paid: from the company's account to the tax office; manual: any other journal;
 * year_closed: the result of a year to retained earnings, proposed by a call of its own.
 */
export const bookingKinds = [
  'fee_sweep',
  'bank_charge',
  'bank_interest',
  'company_paid_in',
  'vat_paid',
  'manual',
  'year_closed',
] as const;
export type BookingKind = (typeof bookingKinds)[number];
const proposableKind = z.enum(bookingKinds).exclude(['year_closed']);
export type ProposableKind = z.output<typeof proposableKind>;

/**
 * checking: waits for the second person; ordered: the bank was told to pay; booked: in the ledger;
 * returned: refused by the second person; failed: the bank did not pay; reversed: undone.
 */
export const bookingStates = [
  'checking',
  'ordered',
  'booked',
  'returned',
  'failed',
  'reversed',
] as const;
export type BookingState = (typeof bookingStates)[number];

/**
 * Accounts that a manual journal may use. All others belong to orders, loans, members, receipts or
 * tax periods, and only what concerns these may move them.
 */
export const journalKinds = [
  'trust_bank',
  'platform_due',
  'trust_interest',
  'platform_bank',
  'fee_receivable',
  'share_capital',
  'retained_earnings',
  'operating_expense',
  'loss',
  'interest_income',
  'bank_fee',
] as const satisfies readonly AccountKind[];

export const BOOKING_LINES_MAX = 20;
export const BOOKING_FILES_MAX = 5;
/** How many days a booking may be dated back; a closed day counts on the first open one. */
export const BOOKING_BACK_DAYS = 400;

export const bookingEntrySchema = z.object({
  account: z.enum(accountKinds),
  /** NT$: debit positive, credit negative. */
  amount: signedMoneySchema,
});
export type BookingEntry = z.output<typeof bookingEntrySchema>;

export const booking = z.object({
  id: outputIdSchema,
  kind: z.enum(bookingKinds),
  state: z.enum(bookingStates),
  /** Bank date or date of the journal; a closed day counts on the first open one. */
  day: z.string(),
  amount: moneySchema,
  reason: z.string(),
  maker: z.string().nullable(),
  madeAt: instantSchema,
  checker: z.string().nullable(),
  checkedAt: instantSchema.nullable(),
  transferId: z.string().nullable(),
  /** The booking that this one reverses, and the one that reverses this. */
  reverses: outputIdSchema.nullable(),
  reversedBy: outputIdSchema.nullable(),
  files: countSchema,
});
/** A booking that waits for its second person, as what it explains shows it. */
export const pendingBookingSchema = booking.pick({
  id: true,
  kind: true,
  amount: true,
  maker: true,
  madeAt: true,
});
export type PendingBooking = z.output<typeof pendingBookingSchema>;

const file = z.object({
  id: outputIdSchema,
  filename: z.string(),
  contentType: z.string(),
  addedBy: z.string().nullable(),
  addedAt: instantSchema,
});

export const bookingDetailSchema = booking.omit({ files: true }).extend({
  entries: z.array(bookingEntrySchema),
  /** Line of the bank or receipt that the booking explains. */
  source: z.string().nullable(),
  /** Bank, last digits and holder of the account to which a sweep would be paid now. */
  payee: z.string().nullable(),
  /** Batch with the payment of a sweep. */
  batchId: outputIdSchema.nullable(),
  taskId: outputIdSchema.nullable(),
  mayReverse: z.boolean(),
  files: z.array(file),
});
export type BookingDetail = z.output<typeof bookingDetailSchema>;

export const readers = ['finance', 'approver', 'auditor', 'admin'] as const;
const reason = z.string().trim().min(1).max(500);

export const bookingsOffice = {
  getBooking: office.read({
    path: '/ops/v1/bookings/:id',
    summary: 'One booking with its entries, files and source',
    input: z.strictObject({ id: idSchema }),
    output: z.object({ data: bookingDetailSchema }),
    refusals: ['BOOKING_NOT_FOUND'],
    roles: readers,
  }),
  bookingLimits: office.read({
    path: '/ops/v1/bookings/limits',
    summary: 'What may be swept and paid now, and where the sweep goes',
    input: nothing,
    output: z.object({
      data: z.object({
        /** Fees in the trust account that are not being swept yet; negative: the trust lacks it. */
        sweepable: statedMoneySchema,
        vatPayable: statedMoneySchema,
        /** Bank and last digits of the company's account; null if none is configured. */
        companyAccount: z.string().nullable(),
        /** Percentage of the trust's bank interest that belongs to the customers. */
        interestPercent: countSchema,
      }),
    }),
    roles: readers,
  }),
  proposeBooking: office.command({
    path: '/ops/v1/bookings',
    summary: 'Propose a booking; it counts once another operator has approved it',
    input: z.strictObject({
      kind: proposableKind,
      /**
       * Required for VAT and for a journal that explains no line. A sweep counts on the day of its
       * payment, and what explains a line or a receipt on the bank's day.
       */
      day: daySchema.optional(),
      /** NT$; required for a sweep and for VAT. */
      amount: moneySchema.optional(),
      reason,
      /** Task of the difference whose bank line the booking explains. */
      difference: idSchema.optional(),
      /** Receipt in suspense that the booking explains. */
      receipt: idSchema.optional(),
      /** Entries of a manual journal. */
      entries: z
        .array(
          z.strictObject({
            account: z.enum(journalKinds),
            amount: signedMoneySchema.refine((amount) => amount !== 0),
          }),
        )
        .min(2)
        .max(BOOKING_LINES_MAX)
        .optional(),
    }),
    output: z.object({ data: z.object({ id: outputIdSchema }) }),
    refusals: ['BOOKING_AMOUNT', 'BOOKING_ENTRIES', 'BOOKING_SOURCE', 'COMPANY_ACCOUNT'],
    roles: ['finance'],
  }),
  reverseBooking: office.command({
    path: '/ops/v1/bookings/:id/reverse',
    summary: 'Propose the opposite of a booking; another operator approves it',
    input: z.strictObject({ id: idSchema, reason }),
    output: z.object({ data: z.object({ id: outputIdSchema }) }),
    refusals: ['BOOKING_NOT_FOUND', 'BOOKING_STATE'],
    roles: ['finance'],
  }),
  attachToBooking: office.command({
    path: '/ops/v1/booking-files',
    summary: 'Attach a paper to a booking; it stays there for ever',
    input: z.strictObject({ id: idSchema }),
    output: z.object({ data: z.object({ files: countSchema }) }),
    refusals: ['BOOKING_NOT_FOUND', 'BOOKING_FILES', ...fileRefusals],
    files: { names: ['file'], max: 1, pdf: true },
    roles: ['finance'],
  }),
  bookingFile: office.document({
    path: '/ops/v1/bookings/:id/files/:file',
    summary: 'A paper of a booking; reading it stands in the audit log',
    input: z.strictObject({ id: idSchema, file: idSchema }),
    output: documentBytes,
    refusals: ['BOOKING_NOT_FOUND'],
    roles: readers,
  }),
} as const;
