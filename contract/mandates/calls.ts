// Member API of mandates: setting up, reading, stopping and resuming the authorisation of debits.
import { z } from 'zod';
import { member, verified } from '../core/endpoint.ts';
import { instantSchema, nothing, outputIdSchema } from '../core/lists.ts';
import type { ServerSide } from '../core/server-side.ts';
import { asMoney, countSchema, daySchema, moneySchema } from '../core/wire.ts';
import { debitStatuses, debitSubjects, mandateStatuses, withdrawnReasons } from './status.ts';

/** Bounds of the most that one debit may collect, in NT$; the record has eight digits. */
export const CEILING_MIN = 1_000;
export const CEILING_MAX = 1_000_000;

export const ceilingSchema = asMoney(z.int().min(CEILING_MIN).max(CEILING_MAX));

const accountSchema = z.object({ bankName: z.string(), accountMasked: z.string() });

export const debitSchema = z.object({
  id: outputIdSchema,
  subject: z.enum(debitSubjects),
  /** Number of the loan case. */
  caseNo: z.string(),
  loanId: outputIdSchema,
  orderId: outputIdSchema.nullable(),
  /** Number of the instalment; null for an order. */
  no: z.number().nullable(),
  attempt: z.number(),
  amount: moneySchema,
  /** Bank day of the debit. */
  debitOn: daySchema,
  status: z.enum(debitStatuses),
  /** Return code of the bank; null before it answered. */
  code: z.string().nullable(),
  /** Day on which it is tried once more. */
  retryOn: daySchema.nullable(),
  withdrawn: z.enum(withdrawnReasons).nullable(),
});
export type ServerDebit = ServerSide<typeof debitSchema>;

const mandateSchema = z.object({
  id: outputIdSchema,
  status: z.enum(mandateStatuses),
  coversLoans: z.boolean(),
  coversOrders: z.boolean(),
  ceiling: moneySchema,
  account: accountSchema,
  signedAt: instantSchema,
  textVersion: z.number(),
  /** Why the bank refused it or it ended; null while it is in force. */
  reason: z.string().nullable(),
  /** Debits that failed one after the other. */
  failures: countSchema,
});

const overview = z.object({
  /** Whether debits by mandate are offered at all. */
  offered: z.boolean(),
  creditor: z.object({ name: z.string(), number: z.string() }).nullable(),
  /** The member's account in force; null without one. */
  account: accountSchema.nullable(),
  text: z
    .object({ version: z.number(), title: z.string(), clauses: z.array(z.string()) })
    .nullable(),
  /** The newest mandate. */
  mandate: mandateSchema.nullable(),
  /** The next instalment that would be debited, and the last day to stop it. */
  next: z
    .object({
      caseNo: z.string(),
      no: z.number(),
      amount: moneySchema,
      debitOn: daySchema,
      stopBy: daySchema,
    })
    .nullable(),
  /** The newest debits. */
  debits: z.array(debitSchema),
});
export type MandateOverview = z.output<typeof overview>;
const answer = z.object({ data: overview });

export const mandates = {
  mandate: member.read({
    path: '/v1/me/mandate',
    summary: 'The mandate of the member, the text to sign, and the newest debits',
    input: nothing,
    output: answer,
  }),
  signMandate: verified.command({
    path: '/v1/me/mandate',
    summary: 'Signs a mandate for the account in force with a fresh step-up; the bank is asked',
    input: z
      .strictObject({
        coversLoans: z.boolean(),
        coversOrders: z.boolean(),
        ceiling: ceilingSchema,
        /** Version of the text that the member has read. */
        textVersion: countSchema,
      })
      .refine(({ coversLoans, coversOrders }) => coversLoans || coversOrders, {
        path: ['coversLoans'],
        error: '請至少選擇一項',
      }),
    output: answer,
    refusals: [
      ...(['MANDATES_OFF', 'MANDATE_TEXT_CHANGED', 'NO_BANK_ACCOUNT', 'MANDATE_EXISTS'] as const),
      'MEMBER_HELD',
      'STEP_UP_REQUIRED',
    ],
    himself: true,
  }),
  stopMandate: member.command({
    path: '/v1/me/mandate/stop',
    summary: 'Stops the mandate; a debit that was sent to the bank stands',
    input: nothing,
    output: answer,
    refusals: ['MANDATE_STATUS'],
    himself: true,
  }),
  resumeMandate: verified.command({
    path: '/v1/me/mandate/resume',
    summary: 'Resumes a mandate that was paused after failed debits',
    input: nothing,
    output: answer,
    refusals: ['MANDATE_STATUS', 'MEMBER_HELD'],
    himself: true,
  }),
} as const;
