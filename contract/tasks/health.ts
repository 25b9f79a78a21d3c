// API of the health page: ledger checks, queues, jobs and messages that fail to send.
import { z } from 'zod';
import type { ServerSide } from '../core/server-side.ts';
import { office } from '../core/endpoint.ts';
import { done, idSchema, instantSchema, nothing, outputIdSchema } from '../core/lists.ts';
import { countSchema, moneySchema, statedMoneySchema } from '../core/wire.ts';
import { deliveryChannels } from '../messages/deliveries.ts';

const queueSchema = z.object({
  waiting: z.number(),
  /** Number of queue entries that were tried at least once and are still waiting. */
  failing: z.number(),
  /** Seconds for which the oldest queue entry has waited. */
  oldestSeconds: z.number(),
});

const keyVersionSchema = z.object({
  version: z.number(),
  /** Whether the server process that answers this call uses this version for new data. */
  isCurrent: z.boolean(),
  firstUsedAt: instantSchema,
  /** Null if the rows were never counted, because the key was never rotated. */
  rowsLeft: countSchema.nullable(),
  countedAt: instantSchema.nullable(),
});

/**
 * difference: between bank and books; returned: a payment that the bank sent back; batch: not taken
 * by the bank; job: failed; bankDay: not closed in time; overdue: any other task past its due time.
 */
export const exceptionKinds = [
  'difference',
  'returned',
  'batch',
  'job',
  'bankDay',
  'overdue',
] as const;
export type ExceptionKind = (typeof exceptionKinds)[number];

const healthSchema = z.object({
  /** Open tasks about what went wrong, with how many of them nobody has taken. */
  exceptions: z.array(
    z.object({
      what: z.enum(exceptionKinds),
      open: countSchema,
      unowned: countSchema,
      oldestAt: instantSchema,
    }),
  ),
  versions: z.object({
    app: z.string(),
    node: z.string(),
    postgres: z.string(),
    migration: z.number(),
    startedAt: instantSchema,
  }),
  /**
   * Time and result of the last check of the ledger's invariants, as on the ledger page.
   * `booksProvenAt` is null if no check has run yet, because a large database is only checked at
   * night.
   */
  booksProvenAt: instantSchema.nullable(),
  invariants: z.array(z.object({ name: z.string(), broken: countSchema })),
  /**
   * Queues of entries to be sent (messages, payments) or to be added to a hash chain (audit,
   * ledger).
   */
  queues: z.object({
    messages: queueSchema,
    payments: queueSchema,
    audit: queueSchema,
    ledger: queueSchema,
  }),
  /**
   * What the last nightly check found broken: one of the hash chains, or the signed heads of both
   * chains.
   */
  brokenChains: z.array(z.enum(['audit', 'ledger', 'heads'])),
  /** Versions of the data key that are not retired, and how many rows each still encrypts. */
  dataKeys: z.array(keyVersionSchema),
  /** Versions of the hash key that are not retired, and how many hashes each still made. */
  hashKeys: z.array(keyVersionSchema),
  jobs: z.array(
    z.object({
      name: z.string(),
      each: z.enum(['minute', 'day', 'closedDay']),
      finishedAt: instantSchema,
      seconds: z.number(),
      failure: z.string().nullable(),
      failures: countSchema,
      retryAsked: z.boolean(),
    }),
  ),
  /**
   * Last reconciliation of the trust account, and accounting days that should have been signed off
   * by now.
   */
  bank: z.object({
    /** Last completed day that the bank has reported; null before the first report. */
    day: z.string().nullable(),
    /** Difference between bank and ledger on that day in NT$, and the unexplained part of it. */
    difference: statedMoneySchema,
    unexplained: statedMoneySchema,
    /**
     * NT$ of client money that lacks in the trust account, and whether two persons confirmed a
     * transfer of the company that is to cover it.
     */
    short: moneySchema,
    coverConfirmed: z.boolean(),
    /** Number of differences in the reconciliation; each of them has a task. */
    differences: countSchema,
    /** Number of the differences' tasks that are past their due day. */
    overdue: countSchema,
    /**
     * First completed day that two persons have not signed off yet; the sign-off is late after two
     * business days.
     */
    unsignedSince: z.string().nullable(),
    unsignedLate: z.boolean(),
    /**
     * Last day for which all bank records are complete; completion is late from noon of the next
     * business day.
     */
    closedThrough: z.string().nullable(),
    closingLate: z.boolean(),
  }),
  /** The fifty messages that have been failing longest. */
  messages: z.array(
    z.object({
      id: outputIdSchema,
      channel: z.enum(deliveryChannels),
      recipientMasked: z.string(),
      subject: z.string().nullable(),
      createdAt: instantSchema,
      attempts: countSchema,
      nextTryAt: instantSchema,
      failure: z.string().nullable(),
    }),
  ),
});
export type Health = z.output<typeof healthSchema>;
export type ServerHealth = ServerSide<typeof healthSchema>;

export const healthOffice = {
  health: office.read({
    path: '/ops/v1/health',
    summary: 'Whether the platform is well: books, queues, jobs, messages, versions',
    input: nothing,
    output: z.object({ data: healthSchema }),
    roles: ['finance', 'auditor', 'admin'],
  }),
  retryJob: office.command({
    path: '/ops/v1/health/jobs/:name/retry',
    summary: 'Ask the worker to run a job again at once',
    input: z.strictObject({ name: z.string().max(60) }),
    output: done,
    refusals: ['NOT_FOUND'],
    roles: ['admin'],
  }),
  retryMessage: office.command({
    path: '/ops/v1/health/messages/:id/retry',
    summary: 'Try an unsent message again at once',
    input: z.strictObject({ id: idSchema }),
    output: done,
    refusals: ['NOT_FOUND'],
    roles: ['admin'],
  }),
} as const;
