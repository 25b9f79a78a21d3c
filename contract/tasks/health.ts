// What the health page promises the office: books, queues, jobs, messages that do not go out.
import { z } from 'zod';
import { endpoint } from '../core/endpoint.ts';
import { done, idSchema, instantSchema, nothing } from '../core/lists.ts';

const queueSchema = z.object({
  waiting: z.number(),
  /** Tried at least once and still there. */
  failing: z.number(),
  /** How long the oldest has waited. */
  oldestSeconds: z.number(),
});

const healthSchema = z.object({
  versions: z.object({
    app: z.string(),
    node: z.string(),
    postgres: z.string(),
    migration: z.number(),
    startedAt: instantSchema,
  }),
  /** As the books' page has them; `booksProvenAt` null where a large house waits for its night. */
  booksProvenAt: instantSchema.nullable(),
  invariants: z.array(z.object({ name: z.string(), broken: z.number() })),
  /** What waits to be sent, and to be sealed in the two chains. */
  queues: z.object({
    messages: queueSchema,
    payments: queueSchema,
    audit: queueSchema,
    ledger: queueSchema,
  }),
  /** What the last nightly proof found broken: a chain, or the heads that were signed of both. */
  brokenChains: z.array(z.enum(['audit', 'ledger', 'heads'])),
  jobs: z.array(
    z.object({
      name: z.string(),
      each: z.enum(['minute', 'day', 'closedDay']),
      finishedAt: instantSchema,
      seconds: z.number(),
      failure: z.string().nullable(),
      failures: z.number(),
      retryAsked: z.boolean(),
    }),
  ),
  /** The trust account as the last look at it found it, and what of the daily signing is late. */
  bank: z.object({
    /** The last ended day that the bank has told of; null before. */
    day: z.string().nullable(),
    /** NT$ by which bank and books differ on it, and what of that has no reason. */
    difference: z.number(),
    unexplained: z.number(),
    /** Rows that differ, each a task. */
    differences: z.number(),
    /** Of those tasks, the ones beyond their day. */
    overdue: z.number(),
    /** The first ended day that two persons have not signed; late after two business days. */
    unsignedSince: z.string().nullable(),
    unsignedLate: z.boolean(),
    /** Through which day every record is in; late from noon of the next business day on. */
    closedThrough: z.string().nullable(),
    closingLate: z.boolean(),
  }),
  /** The fifty that have failed longest. */
  messages: z.array(
    z.object({
      id: z.string(),
      channel: z.enum(['email', 'sms']),
      recipientMasked: z.string(),
      subject: z.string().nullable(),
      createdAt: instantSchema,
      attempts: z.number(),
      nextTryAt: instantSchema,
      failure: z.string().nullable(),
    }),
  ),
});
export type Health = z.output<typeof healthSchema>;

export const healthOffice = {
  health: endpoint({
    method: 'GET',
    path: '/ops/v1/health',
    access: 'operator',
    kind: 'read',
    summary: 'Whether the platform is well: books, queues, jobs, messages, versions',
    input: nothing,
    output: z.object({ data: healthSchema }),
    refusals: [],
    roles: ['finance', 'auditor', 'admin'],
    own: true,
  }),
  retryJob: endpoint({
    method: 'POST',
    path: '/ops/v1/health/jobs/:name/retry',
    access: 'operator',
    kind: 'command',
    summary: 'Ask the worker to run a job again at once',
    input: z.strictObject({ name: z.string().max(60) }),
    output: done,
    refusals: ['NOT_FOUND'],
    roles: ['admin'],
    own: true,
  }),
  retryMessage: endpoint({
    method: 'POST',
    path: '/ops/v1/health/messages/:id/retry',
    access: 'operator',
    kind: 'command',
    summary: 'Try an unsent message again at once',
    input: z.strictObject({ id: idSchema }),
    output: done,
    refusals: ['NOT_FOUND'],
    roles: ['admin'],
    own: true,
  }),
} as const;
