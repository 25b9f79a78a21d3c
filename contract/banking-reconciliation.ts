// The daily reconciliation of the trust account: the bank's word against the books, explained.
import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { done, instantSchema, officePage } from './lists.ts';
import { daySchema } from './wire.ts';

/** Kinds of account whose sum the trust account must hold. */
export const owedKinds = [
  'order_funds',
  'suspense',
  'borrower_prepaid',
  'payable_to_investor',
  'refund_payable',
  'platform_due',
] as const;

/**
 * Why bank and books differ. unbooked: the bank has a line the books do not; unconfirmed: the
 * books have a payment or receipt the bank's lines do not; amount: both have it, by other amounts;
 * own: booked without the bank, such as what we cover; opening: from before the first statement.
 */
export const differenceKinds = [
  'unbooked',
  'inFlight',
  'unconfirmed',
  'amount',
  'own',
  'opening',
] as const;

const difference = z.object({
  kind: z.enum(differenceKinds),
  day: z.string(),
  /** A seq of the bank's, a reference of ours, or the id of a transfer. */
  reference: z.string(),
  /** NT$ by which the bank has more than the books because of it. */
  amount: z.number(),
});
export type Difference = z.output<typeof difference>;

const daySummary = z.object({
  day: z.string(),
  /** Null while the bank has not said. */
  closing: z.number().nullable(),
  source: z.enum(['statement', 'sandbox']).nullable(),
  books: z.number(),
  owed: z.number(),
  signedBy: z.string().nullable(),
  signedAt: instantSchema.nullable(),
});
export type ReconciledDay = z.output<typeof daySummary>;

const readers = ['finance', 'auditor', 'admin'] as const;

export const reconciliationOffice = {
  listDays: endpoint({
    method: 'GET',
    path: '/ops/v1/reconciliation',
    access: 'operator',
    kind: 'read',
    summary: 'Days of the trust account, newest first: bank, books, what we owe, who signed',
    input: z.strictObject(officePage),
    output: z.object({ data: z.array(daySummary), total: z.number() }),
    refusals: [],
    roles: readers,
    own: true,
  }),
  getDay: endpoint({
    method: 'GET',
    path: '/ops/v1/reconciliation/:day',
    access: 'operator',
    kind: 'read',
    summary: 'One day: what the bank holds, what the books say, each difference by its rows',
    input: z.strictObject({ day: daySchema }),
    output: z.object({
      data: daySummary.extend({
        parts: z.array(z.object({ kind: z.enum(owedKinds), balance: z.number() })),
        differences: z.array(difference),
        /** All differences of a kind, of which `differences` shows the first. */
        sums: z.array(
          z.object({ kind: z.enum(differenceKinds), count: z.number(), amount: z.number() }),
        ),
        /** Bank less books less all explained. */
        unexplained: z.number(),
        /** Payments the bank was given and has not reported on; they are in neither. */
        underWay: z.object({ count: z.number(), amount: z.number() }),
        note: z.string().nullable(),
        /** The bank can be asked for its lines of a day. */
        askable: z.boolean(),
      }),
    }),
    refusals: [],
    roles: readers,
    own: true,
  }),
  askBank: endpoint({
    method: 'POST',
    path: '/ops/v1/reconciliation/:day/ask',
    access: 'operator',
    kind: 'command',
    summary: 'Ask the bank for its lines and closing balance of a day, where it answers',
    input: z.strictObject({ day: daySchema }),
    output: z.object({ data: z.object({ lines: z.number(), closing: z.number() }) }),
    refusals: ['DAY_NOT_CLOSED'],
    roles: ['finance'],
    own: true,
  }),
  signDay: endpoint({
    method: 'POST',
    path: '/ops/v1/reconciliation/:day/sign',
    access: 'operator',
    kind: 'command',
    summary: 'Sign a day off, with a note; refused while a difference is unexplained',
    input: z.strictObject({ day: daySchema, note: z.string().trim().min(1).max(500) }),
    output: done,
    refusals: ['DAY_NOT_CLOSED', 'DAY_SIGNED', 'DAY_UNEXPLAINED'],
    roles: ['finance'],
    own: true,
  }),
} as const;
