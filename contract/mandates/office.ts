// Office API of debits by mandate: the mandates, the debits, and the files with the bank's answers.
import { z } from 'zod';
import { office } from '../core/endpoint.ts';
import { documentBytes, idSchema, instantSchema, nothing, outputIdSchema } from '../core/lists.ts';
import type { ServerSide } from '../core/server-side.ts';
import { countSchema, moneySchema } from '../core/wire.ts';
import { debitSchema } from './calls.ts';
import { mandateStatuses } from './status.ts';

export const readers = ['finance', 'auditor', 'admin'] as const;

export const mandateRow = z.object({
  id: outputIdSchema,
  memberId: outputIdSchema,
  bankCode: z.string(),
  accountTail: z.string(),
  coversLoans: z.boolean(),
  coversOrders: z.boolean(),
  ceiling: moneySchema,
  status: z.enum(mandateStatuses),
  textVersion: z.number(),
  signedAt: instantSchema,
  failures: countSchema,
  reason: z.string().nullable(),
});
export type OfficeMandate = z.output<typeof mandateRow>;
export type ServerOfficeMandate = ServerSide<typeof mandateRow>;

export const debitRow = debitSchema.extend({
  memberId: outputIdSchema,
  mandateId: outputIdSchema,
  /** File with which it was sent; null before. */
  fileId: outputIdSchema.nullable(),
  createdAt: instantSchema,
  receiptId: outputIdSchema.nullable(),
});
export type OfficeDebit = z.output<typeof debitRow>;
export type ServerOfficeDebit = ServerSide<typeof debitRow>;

export const collectionFileTypes = ['P01', 'P02'] as const;

export const fileRow = z.object({
  id: outputIdSchema,
  type: z.enum(collectionFileTypes),
  reference: z.string(),
  records: countSchema,
  total: moneySchema,
  sha256: z.string(),
  createdAt: instantSchema,
  sentAt: instantSchema.nullable(),
  /** Failed tries to hand it to the bank. */
  attempts: countSchema,
  /** Records to which the bank agreed, and those that it refused; the rest is not answered yet. */
  agreed: countSchema,
  refused: countSchema,
});
export type CollectionFileRow = z.output<typeof fileRow>;
export type ServerCollectionFileRow = ServerSide<typeof fileRow>;

const answerRow = z.object({
  id: outputIdSchema,
  name: z.string(),
  type: z.enum(['R01', 'R02']).nullable(),
  records: countSchema,
  sha256: z.string(),
  readAt: instantSchema,
  failure: z.string().nullable(),
});

export type CollectionAnswerRow = z.output<typeof answerRow>;

export const mandatesOffice = {
  collectionAnswers: office.read({
    path: '/ops/v1/collection-answers',
    summary: 'The newest answers of the bank, also those that could not be read',
    input: nothing,
    output: z.object({ data: z.array(answerRow) }),
    roles: readers,
  }),
  collectionFile: office.document({
    path: '/ops/v1/collection-files/:id/file',
    mediaType: 'text/plain',
    summary: 'A file as the bank was given it; every download is recorded',
    input: z.strictObject({ id: idSchema }),
    output: documentBytes,
    refusals: ['NOT_FOUND'],
    roles: ['finance'],
  }),
} as const;
