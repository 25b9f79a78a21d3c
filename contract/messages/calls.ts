// Back-office API of notice texts: every kind, its versions, editing and test sending.
import { z } from 'zod';
import type { ServerSide } from '../core/server-side.ts';
import { office } from '../core/endpoint.ts';
import { officeReason } from '../identity/members.ts';
import { done, instantSchema, outputIdSchema } from '../core/lists.ts';
import { noticeCategories } from '../notices/calls.ts';
import { BODY_MAX, wordingWays } from '../core/wording.ts';
import { countSchema, zonedInstantSchema } from '../core/wire.ts';

const way = z.enum(wordingWays);
const key = z.string().regex(/^[a-z]{1,20}\.[A-Za-z]{1,40}$/);
const words = z.object({ title: z.string(), body: z.string() });

export const rowSchema = z.object({
  key: z.string(),
  name: z.string(),
  category: z.enum(noticeCategories),
  ways: z.array(way),
  /** The channels for which the office has replaced the default text. */
  own: z.array(way),
  changedAt: instantSchema.nullable(),
});
export type WordingRow = z.output<typeof rowSchema>;

const versionSchema = z.object({
  version: z.number(),
  /** Null means that the app's default text is used. */
  words: words.nullable(),
  reason: z.string(),
  by: z.string(),
  madeAt: instantSchema,
  effectiveAt: instantSchema,
  /** The second person, who agreed to it or returned it; null while it waits. */
  checker: z.string().nullable(),
  /** `waiting` for the second person; `coming` if both agreed and its time has not come. */
  state: z.enum(['waiting', 'coming', 'current', 'past', 'returned', 'withdrawn']),
});

const fullSchema = rowSchema.extend({
  /** Whether the notice is sent regardless of the member's preferences. */
  always: z.boolean(),
  variables: z.array(
    z.object({
      name: z.string(),
      meaning: z.string(),
      sample: z.string(),
      /** Whether texts that omit this variable are refused. */
      must: z.boolean(),
    }),
  ),
  byWay: z.array(
    z.object({
      way,
      byDefault: words,
      current: words,
      /** Number of the latest version of the text; 0 if none was ever written. */
      version: z.number(),
      versions: z.array(versionSchema),
      /** The text that one person may put back now; null if the default text is in force. */
      last: z.object({ version: z.number(), words }).nullable(),
      /** Task of the second person for the version that waits. */
      taskId: outputIdSchema.nullable(),
    }),
  ),
  /** The site's host, the only one that a text may link to. */
  host: z.string(),
  /** Text put before every mail subject and text message. */
  prefix: z.string(),
});
export type FullWording = z.output<typeof fullSchema>;
export type ServerFullWording = ServerSide<typeof fullSchema>;
const one = z.object({ data: fullSchema });

/** What the second person reads: the text in force, the new one, and how both are filled in. */
export const wordingCheckDetail = z
  .object({
    /** The kind with its variables, whose samples fill both texts. */
    kind: fullSchema.pick({ key: true, name: true, variables: true, prefix: true }),
    way,
    before: words,
    after: words,
    reason: z.string(),
    effectiveAt: instantSchema,
  })
  .partial();

export const messageReaders = ['editor', 'auditor', 'admin'] as const;
const written = {
  way,
  title: z.string().trim().max(200),
  body: z.string().trim().max(BODY_MAX),
};

export const wordingsOffice = {
  getWording: office.read({
    path: '/ops/v1/wordings/:key',
    summary: 'One kind of notice: its variables, and its words by each way with their versions',
    input: z.strictObject({ key }),
    output: one,
    refusals: ['NOT_FOUND'],
    roles: messageReaders,
  }),
  writeWording: office.command({
    path: '/ops/v1/wordings/:key',
    summary: 'Propose other words by one way; they count once a second person has agreed',
    input: z.strictObject({
      key,
      way,
      words: z.strictObject({ title: written.title, body: written.body }),
      reason: officeReason,
      /** Earliest time at which the text takes effect; defaults to when it is agreed to. */
      effectiveAt: zonedInstantSchema.optional(),
      /** The latest version that the writer has seen, to detect concurrent changes. */
      version: countSchema,
    }),
    output: one,
    refusals: ['NOT_FOUND', 'WORDING_INVALID', 'CONTENT_CHANGED'],
    roles: ['editor', 'admin'],
  }),
  restoreWording: office.command({
    path: '/ops/v1/wordings/:key/restore',
    summary: 'Put back the last words that two agreed to, at once; what waits is withdrawn',
    input: z.strictObject({ key, way, reason: officeReason, version: countSchema }),
    output: one,
    refusals: ['NOT_FOUND', 'CONTENT_CHANGED', 'NOTHING_TO_RESTORE'],
    roles: ['editor', 'admin'],
  }),
  testWording: office.command({
    path: '/ops/v1/wordings/:key/test',
    summary: "Mails words with sample values to the operator's own address; never anybody else's",
    input: z.strictObject({ key, ...written }),
    output: done,
    refusals: ['NOT_FOUND', 'WORDING_INVALID'],
    roles: ['editor', 'admin'],
    perMinute: 5,
  }),
} as const;
