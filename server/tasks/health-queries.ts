// SQL of the health page: versions, queues, and messages that could not be sent.
import type { Tx } from '../database/db.ts';
import { sql } from '../database/sql.ts';

export type Queue = { waiting: number; failing: number; oldestSeconds: number };

export const databaseVersions = (tx: Tx) =>
  tx.one<{ postgres: string; migration: number }>(sql`
    select current_setting('server_version') as postgres,
    (select max(version)::integer from public.migration) as migration
  `);

/**
 * Counts messages that wait to be sent; those not due yet are excluded. A message is written at
 * business time, but held back and tried again in real time.
 */
export const messageQueue = (tx: Tx, { now, realNow }: { now: Date; realNow: Date }) =>
  tx.one<Queue>(sql`
    select count(*)::integer as waiting, count(*) filter (where attempts > 0)::integer as failing,
      greatest(coalesce(extract(epoch from max(coalesce(${realNow} - not_before,
          ${now} - created_at))
        filter (where next_try_at <= ${realNow} or attempts > 0)), 0), 0)::integer
        as oldest_seconds
    from notices.outbox where sent_at is null and (not_before is null or not_before <= ${realNow})
  `);

/** A message that failed to be sent; recipient and text are encrypted. */
export type FailingMessage = {
  id: number;
  channel: 'email' | 'sms' | 'push';
  recipient: string;
  recipientHash: string;
  letter: string | null;
  createdAt: Date;
  attempts: number;
  nextTryAt: Date;
  failure: string | null;
};

export const failingMessages = (tx: Tx, limit: number) =>
  tx.many<FailingMessage>(sql`
    select id, channel, recipient, recipient_hash, letter, created_at, attempts, next_try_at,
      failure
    from notices.outbox where sent_at is null and attempts > 0
    order by created_at, id limit ${limit}
  `);
