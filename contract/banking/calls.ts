// API for the bank: signed callbacks that report receipts, payments and the end of each day.
import { z } from 'zod';
import { visitor } from '../core/endpoint.ts';
import { asMoney, daySchema, zonedInstantSchema, signedMoneySchema } from '../core/wire.ts';

/**
 * Amount that a bank reports. More than MONEY_MAX is accepted too, because otherwise one line would
 * block the whole report; such an amount is not booked and becomes a task.
 */
const reportedAmount = asMoney(z.int().positive());

/**
 * One line of the trust account as the bank reports it. The same bank, date and seq are booked only
 * once.
 */
export const bankRecordSchema = z.strictObject({
  bank: z.string().regex(/^\d{3}$/),
  date: daySchema,
  seq: z.string().min(1).max(40),
  at: zonedInstantSchema,
  type: z.enum(['transfer', 'atm_cash', 'remittance']),
  amount: reportedAmount,
  /** `+` is a receipt; `-` reverses an earlier receipt, whose seq is in `reverses`. */
  sign: z.enum(['+', '-']),
  reverses: z.string().max(40).optional(),
  virtualAccount: z.string().min(1).max(20),
  fromBank: z.string().max(10).optional(),
  fromAccount: z.string().max(20).optional(),
  /** Name of the payer. */
  fromName: z.string().max(60).optional(),
  memo: z.string().max(100).optional(),
});
export type BankRecord = z.output<typeof bankRecordSchema>;

export const paymentReportSchema = z.strictObject({
  reference: z.string().min(1).max(60),
  outcome: z.enum(['confirmed', 'returned']),
  /** The bank's value date. */
  date: daySchema,
  at: zonedInstantSchema,
  /**
   * Amount that moved, if the bank reports it; if this differs from the ordered amount, the payment
   * is not settled.
   */
  amount: reportedAmount.optional(),
  reason: z.string().max(100).optional(),
});
export type PaymentReport = z.output<typeof paymentReportSchema>;

/** The bank's declaration that it has reported all records of a day and no more will follow. */
export const endOfDaySchema = z.strictObject({
  bank: z.string().regex(/^\d{3}$/),
  date: daySchema,
  /** Balance of the account at the end of the day in NT$. */
  closing: signedMoneySchema,
});
export type EndOfDay = z.output<typeof endOfDaySchema>;

/** What the platform pays from the trust account; each reference begins with it. */
const paymentPurposes = ['disbursement', 'refund', 'payout', 'return', 'sweep'] as const;
export type PaymentPurpose = (typeof paymentPurposes)[number];

const paymentReference = new RegExp(String.raw`\b(?:${paymentPurposes.join('|')})-\d+-\d+\b`);

/**
 * Returns our own payment reference from a text that the bank repeats; null if the text contains no
 * reference.
 */
export const paymentReferenceIn = (text: string): string | null =>
  paymentReference.exec(text)?.[0] ?? null;

/**
 * Returns the reference of a debit by mandate from a text that the bank repeats; null if the text
 * contains none.
 */
export const debitReferenceIn = (text: string): string | null =>
  /\bdebit-\d+-[12]\b/.exec(text)?.[0] ?? null;

export const banking = {
  bankCallback: visitor.batched({
    path: '/bank/callback',
    summary:
      'The bank reports receipts, payments and ends of days; HMAC-signed, each effective once',
    input: z.strictObject({
      records: z.array(bankRecordSchema).max(500).optional(),
      payments: z.array(paymentReportSchema).max(500).optional(),
      /** Ends of days in this report; they are processed after all its records and payments. */
      endOfDay: z.array(endOfDaySchema).max(500).optional(),
    }),
    output: z.object({
      data: z.object({
        records: z.array(z.object({ seq: z.string(), state: z.string() })),
        payments: z.array(z.object({ reference: z.string(), state: z.string() })),
        endOfDay: z.array(z.object({ bank: z.string(), date: z.string(), state: z.string() })),
      }),
    }),
    refusals: ['SIGNATURE_REFUSED'],
    internal: true,
  }),
} as const;
