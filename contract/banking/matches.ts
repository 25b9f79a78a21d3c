// Office API for receipts whose owner is certain: they are previewed and proposed many at once.
import { z } from 'zod';
import type { ServerSide } from '../core/server-side.ts';
import { office } from '../core/endpoint.ts';
import { idSchema, nothing, outputIdSchema } from '../core/lists.ts';
import { daySchema, moneySchema } from '../core/wire.ts';

/** How many receipts one proposal may contain, so that the second person can read every line. */
export const MATCHES_MAX = 50;

export const matchTargetSchema = z.object({
  type: z.enum(['order', 'loan']),
  id: z.number(),
  caseNo: z.string(),
  memberId: z.number(),
  /** NT$ used for the subject at once, and the rest, which is refunded or held for later use. */
  used: moneySchema,
  rest: moneySchema,
  /** Fee in NT$ that is kept from the refund of the rest. */
  fee: moneySchema,
});
export type MatchTarget = z.output<typeof matchTargetSchema>;

/** The member behind an order or a loan; not stored with the task. */
export const targetOwnerSchema = z.object({
  /** Masked name; null if the member has none. */
  name: z.string().nullable(),
  /** Bank and last digits of the member's bound account; null if there is none. */
  bound: z.string().nullable(),
  /** Whether the bank names this account as the payer's; `unknown` if it names none. */
  payer: z.enum(['own', 'other', 'unknown']),
});
export type TargetOwner = z.output<typeof targetOwnerSchema>;

/** The order or loan that is certain to own a receipt. */
export const matchProposalSchema = z.object({
  /** Order number or case number as pages show it. */
  number: z.string(),
  /** NT$ that the order lacks, or that is due on the loan. */
  lacking: moneySchema,
  /** What the money would do; null if the order or loan cannot take it, because of `refused`. */
  target: matchTargetSchema.nullable(),
  refused: z.string().nullable(),
  owner: targetOwnerSchema,
});
export type MatchProposal = z.output<typeof matchProposalSchema>;

const exactMatch = z.object({
  receipt: outputIdSchema,
  taskId: outputIdSchema,
  day: daySchema,
  seq: z.string(),
  amount: moneySchema,
  /** Order number or case number as pages show it. */
  number: z.string(),
  /** What the money does after the lines above it were carried out. */
  target: matchTargetSchema,
  owner: targetOwnerSchema,
});
export type ExactMatch = z.output<typeof exactMatch>;
export type ServerExactMatch = ServerSide<typeof exactMatch>;

const choice = z.strictObject({
  receipt: idSchema,
  /** Number of the owner as it was previewed. */
  number: z.string().trim().min(1).max(20),
});

export const matchesOffice = {
  exactMatches: office.read({
    path: '/ops/v1/receipt-matches',
    summary: 'Receipts in suspense whose owner is certain, with the effect of each, oldest first',
    input: nothing,
    output: z.object({ data: z.array(exactMatch) }),
    roles: ['finance', 'auditor', 'admin'],
  }),
  proposeMatches: office.command({
    path: '/ops/v1/receipt-matches',
    summary: 'Propose the certain owners of several receipts as one task of another operator',
    input: z.strictObject({ matches: z.array(choice).min(1).max(MATCHES_MAX) }),
    output: z.object({ data: z.object({ receipts: z.number() }) }),
    refusals: ['RECEIPT_NOT_FOUND', 'MATCH_CHANGED', 'TASK_NOT_FOUND', 'TASK_TAKEN'],
    roles: ['finance'],
  }),
} as const;
