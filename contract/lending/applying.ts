// API for applications that the specification does not contain: drafts across devices, and
// supplementary documents.
import { z } from 'zod';
import { member } from '../core/endpoint.ts';
import { loanSchema } from './calls.ts';
import { instantSchema, nothing } from '../core/lists.ts';
import { uploadRefusals } from '../verification/calls.ts';
import { countSchema } from '../core/wire.ts';

/** Maximum length of a draft's answers as JSON, in characters; a full application needs 3,000. */
const DRAFT_MAX = 20_000;

export const draftSchema = z.object({
  version: z.number(),
  /** Furthest screen of the form that the member has reached. */
  reached: z.number(),
  /** Answers entered so far, keyed by the application's field names; not yet validated. */
  values: z.record(z.string(), z.unknown()),
  savedAt: instantSchema,
});
export type StoredDraft = z.output<typeof draftSchema>;

export const applying = {
  loanDraft: member.read({
    path: '/v1/me/loan/draft',
    himself: true,
    summary: 'The application being written; null where there is none',
    input: nothing,
    output: z.object({ data: draftSchema.nullable() }),
  }),
  saveLoanDraft: member.command({
    path: '/v1/me/loan/draft',
    summary: 'Keep the application being written; refused where another device wrote since',
    input: z.strictObject({
      /** Version of the draft that these answers are based on; 0 for the first. */
      version: countSchema,
      /**
       * Device that saves. The same device may continue even if it never received the reply to its
       * last save.
       */
      device: z.uuid(),
      reached: z.number().int().min(0).max(8),
      values: z
        .record(z.string().max(40), z.unknown())
        .refine((values) => JSON.stringify(values).length <= DRAFT_MAX, '內容太長'),
    }),
    output: z.object({ data: z.object({ version: z.number(), savedAt: instantSchema }) }),
    refusals: ['DRAFT_CHANGED'],
    perMinute: 60,
  }),
  additionalDocument: member.command({
    path: '/v1/me/loan/additional-document',
    summary: 'Papers that the reviewer asked for, or of one’s own accord before the review',
    input: z.strictObject({ item: z.string().min(1).max(40) }),
    output: z.object({ data: loanSchema }),
    refusals: ['LOAN_NOT_FOUND', 'NOTHING_TO_SUPPLEMENT', ...uploadRefusals],
    files: { names: ['image'], max: 10, pdf: true },
    perMinute: 20,
  }),
} as const;
