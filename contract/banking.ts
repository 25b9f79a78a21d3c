// What the bank's door promises: signed callbacks of receipts and of payments made or returned.
import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { daySchema, moneySchema } from './wire.ts';

/** An instant with its zone, so that a bank's clock cannot be misread. */
export const bankInstant = z.iso.datetime({ offset: true });

/** One line of the trust account as the bank reports it; idempotent on bank + date + seq. */
export const bankRecordSchema = z.strictObject({
  bank: z.string().regex(/^\d{3}$/),
  date: daySchema,
  seq: z.string().min(1).max(40),
  at: bankInstant,
  type: z.enum(['transfer', 'atm_cash', 'remittance']),
  amount: moneySchema.refine((amount) => amount > 0),
  /** `-` takes an earlier receipt back: `reverses` names its seq. */
  sign: z.enum(['+', '-']),
  reverses: z.string().max(40).optional(),
  virtualAccount: z.string().min(1).max(20),
  fromBank: z.string().max(10).optional(),
  fromAccount: z.string().max(20).optional(),
  memo: z.string().max(100).optional(),
});
export type BankRecord = z.output<typeof bankRecordSchema>;

export const paymentReportSchema = z.strictObject({
  reference: z.string().min(1).max(60),
  outcome: z.enum(['confirmed', 'returned']),
  /** The bank's value date. */
  date: daySchema,
  at: bankInstant,
  reason: z.string().max(100).optional(),
});
export type PaymentReport = z.output<typeof paymentReportSchema>;

export const banking = {
  bankCallback: endpoint({
    method: 'POST',
    path: '/bank/callback',
    access: 'public',
    kind: 'batched',
    summary: 'The bank reports receipts and payments; HMAC-signed, each effective once',
    input: z.strictObject({
      records: z.array(bankRecordSchema).max(500).optional(),
      payments: z.array(paymentReportSchema).max(500).optional(),
    }),
    output: z.object({
      data: z.object({
        records: z.array(z.object({ seq: z.string(), state: z.string() })),
        payments: z.array(z.object({ reference: z.string(), state: z.string() })),
      }),
    }),
    refusals: ['SIGNATURE_REFUSED'],
    own: true,
  }),
} as const;
