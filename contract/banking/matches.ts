// Office API for a lot of receipts without an owner: what each act does, and one proposal for all.
import { z } from 'zod';
import type { ServerSide } from '../core/server-side.ts';
import { office } from '../core/endpoint.ts';
import { idSchema, outputIdSchema } from '../core/lists.ts';
import { countSchema, daySchema, moneySchema, optionalText } from '../core/wire.ts';

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

/** A receipt of a lot is given to an order or loan, or returned to its payer. */
export const receiptActs = ['match', 'return'] as const;

/** Order number or case number, as pages show it. */
const numberSchema = z.string().trim().min(1).max(20);

/** An order or loan for which a receipt may be meant, and the evidence. */
export const suggestionSchema = z.object({
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
export type Suggestion = z.output<typeof suggestionSchema>;

/** A member to whose verified account the payer's account belongs. */
export const payingMemberSchema = z.object({
  id: outputIdSchema,
  /** Masked name; null if the member has none. */
  name: z.string().nullable(),
});

const openReceipt = z.object({
  receipt: outputIdSchema,
  taskId: outputIdSchema,
  day: daySchema,
  seq: z.string(),
  amount: moneySchema,
  virtualAccount: z.string(),
  fromBank: z.string().nullable(),
  fromAccountTail: z.string().nullable(),
  /** Name of the payer as the bank reported it. */
  fromName: z.string().nullable(),
  memo: z.string().nullable(),
  /** Why it found no owner by itself, and what a second person said who gave it back. */
  why: z.string(),
  returned: z.string().nullable(),
  payingMembers: z.array(payingMemberSchema),
  candidates: z.array(suggestionSchema),
  /**
   * What the program proposes: the owner that is certain, or to return the money of a third party
   * and what its owner cannot take; null if a person has to choose.
   */
  proposed: z.object({ act: z.enum(receiptActs), number: z.string().nullable() }).nullable(),
  /** What the chosen match does after the lines above it were carried out; null without one. */
  effect: z
    .object({ number: z.string(), target: matchTargetSchema, owner: targetOwnerSchema })
    .nullable(),
  /** Why the chosen match is not possible. */
  refused: z.string().nullable(),
});
export type OpenReceipt = z.output<typeof openReceipt>;
export type ServerOpenReceipt = ServerSide<typeof openReceipt>;

/** What a person chose for a receipt: a number, to return it, or to leave it out of the lot. */
export type ReceiptChoice = { act: 'match'; number: string } | { act: 'return' } | { act: 'leave' };

/** Writes choices by receipt as `12:P00000001,15:return,17:leave`. */
export const choicesText = (choices: ReadonlyMap<string, ReceiptChoice>): string =>
  [...choices]
    .map(([receipt, one]) => `${receipt}:${one.act === 'match' ? one.number : one.act}`)
    .join(',');

/** Reads what `choicesText` writes; of two choices for a receipt the later one counts. */
export function choicesIn(text: string): ReadonlyMap<number, ReceiptChoice> {
  const pairs = text === '' ? [] : text.split(',').map((one) => one.split(':'));
  return new Map(
    pairs.map(([receipt, what = '']) => [
      Number(receipt),
      what === 'return' || what === 'leave' ? { act: what } : { act: 'match', number: what },
    ]),
  );
}

const written = String.raw`[1-9]\d{0,17}:(?:return|leave|[A-Za-z]\d{1,19})`;
const CHOICES = new RegExp(`^(?:${written}(?:,${written}){0,${MATCHES_MAX - 1}})?$`);

const matching = z.strictObject({
  receipt: idSchema,
  act: z.literal('match'),
  number: numberSchema,
});
const returning = z.strictObject({ receipt: idSchema, act: z.literal('return') });

const line = z.discriminatedUnion('act', [
  matching.extend({
    /** NT$ used for the order or loan at once, as it was foreseen. */
    used: moneySchema,
    /** Why the money of a third party is given to the order or loan all the same. */
    note: optionalText(200),
  }),
  returning,
]);

/** A line of a lot as it is sent. */
export type ReceiptLotLine = z.input<typeof line>;

/** Receipts may appear once in a lot. */
const once = <T extends { receipt: number }>(lines: readonly T[]) =>
  new Set(lines.map(({ receipt }) => receipt)).size === lines.length;

export const matchesOffice = {
  openReceipts: office.read({
    path: '/ops/v1/receipt-lot',
    summary: 'Receipts in suspense, oldest first, with what is proposed or chosen for each',
    input: z.strictObject({
      /** What a person has chosen so far (`choicesText`); other receipts have the proposed act. */
      choices: z.string().regex(CHOICES).default(''),
    }),
    output: z.object({
      data: z.array(openReceipt),
      /** All open receipts, also those that do not fit into the lot. */
      total: countSchema,
    }),
    roles: ['finance', 'auditor', 'admin'],
  }),
  proposeReceipts: office.command({
    path: '/ops/v1/receipt-lot',
    summary: 'Propose owners of receipts, and return others to their payers, for another operator',
    input: z.strictObject({
      lines: z.array(line).min(1).max(MATCHES_MAX).refine(once, '同一筆入帳只能出現一次'),
      /** Why receipts are returned. */
      reason: optionalText(200),
    }),
    output: z.object({
      data: z.object({ matched: countSchema, returned: countSchema }),
    }),
    refusals: [
      'RECEIPT_NOT_FOUND',
      'MATCH_CHANGED',
      'DECISION_INVALID',
      'TASK_NOT_FOUND',
      'TASK_TAKEN',
      'TASK_DONE',
      'TRUST_SHORT',
    ],
    roles: ['finance'],
  }),
} as const;
