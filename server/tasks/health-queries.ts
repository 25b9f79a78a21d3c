// The SQL of the health page: versions, queues, and messages that do not go out.
import type { Tx } from '../db.ts';

export type Queue = { waiting: number; failing: number; oldestSeconds: number };

export const databaseVersions = (tx: Tx) =>
  tx.one<{ postgres: string; migration: number }>(
    'tasks.databaseVersions',
    `select current_setting('server_version') as postgres,
       (select max(version)::integer from public.migration) as migration`,
  );

/** What waits to be sent; what is not due yet does not wait. */
export const messageQueue = (tx: Tx, realNow: Date) =>
  tx.one<Queue>(
    'tasks.messageQueue',
    `select count(*)::integer as waiting, count(*) filter (where attempts > 0)::integer as failing,
       coalesce(extract(epoch from $1 - min(created_at) filter (where next_try_at <= $1
         or attempts > 0)), 0)::integer as "oldestSeconds"
     from notices.outbox where sent_at is null`,
    [realNow],
  );

/** Batches of payments that the bank has not yet been given. */
export const paymentQueue = (tx: Tx, realNow: Date) =>
  tx.one<Queue>(
    'tasks.paymentQueue',
    `select count(*)::integer as waiting, count(*) filter (where attempts > 0)::integer as failing,
       greatest(coalesce(extract(epoch from $1 - min(next_try_at)), 0), 0)::integer
         as "oldestSeconds"
     from banking.batch where state = 'approved'`,
    [realNow],
  );

export type FailingMessage = {
  id: number;
  channel: 'email' | 'sms';
  recipientMasked: string;
  subject: string | null;
  createdAt: Date;
  attempts: number;
  nextTryAt: Date;
  failure: string | null;
};

/** Recipients leave the database masked: `an***@example.com`, `0912***678`. */
export const failingMessages = (tx: Tx, limit: number) =>
  tx.many<FailingMessage>(
    'tasks.failingMessages',
    `select id, channel, case channel
         when 'email' then left(recipient, 2) || '***' || substring(recipient from '@.*$')
         else left(recipient, 4) || '***' || right(recipient, 3) end as "recipientMasked",
       subject, created_at as "createdAt", attempts, next_try_at as "nextTryAt", failure
     from notices.outbox where sent_at is null and attempts > 0
     order by created_at, id limit $1`,
    [limit],
  );
