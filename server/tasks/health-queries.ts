// SQL of the health page: versions, queues, and messages that could not be sent.
import type { Money } from '#contract/core/money.ts';
import type { Day } from '#contract/core/day.ts';
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

/** Counts approved batches of payments that have not been sent to the bank yet. */
export const paymentQueue = (tx: Tx, realNow: Date) =>
  tx.one<Queue>(sql`
    select count(*)::integer as waiting, count(*) filter (where attempts > 0)::integer as failing,
      greatest(coalesce(extract(epoch from ${realNow} - min(next_try_at)), 0), 0)::integer
        as oldest_seconds
    from banking.batch where state = 'approved'
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

/**
 * Reads the result of the last check of the trust account, and the first past day that is not
 * closed yet.
 */
export const bankState = (tx: Tx, now: Date, today: Day) =>
  tx.one<{
    day: Day | null;
    difference: Money;
    unexplained: Money;
    differences: number;
    overdue: number;
    unsignedSince: Day | null;
    closedThrough: Day | null;
    closingLate: boolean;
    short: Money;
    coverConfirmed: boolean;
  }>(sql`
    select r.day, coalesce(r.closing - r.books, 0) as difference,
      coalesce(r.unexplained, 0) as unexplained, coalesce(r.differences, 0) as differences,
      (select count(*)::integer from tasks.task
        where status = 'open' and kind = 'bank_difference' and due_at < ${now}) as overdue,
      (select day from (select nullif(greatest(c.first_open, least(
          (select min(booked_on) from ledger.transfer),
          (select min(day) from banking.bank_day))), '-infinity') as day
        from ledger.closed c) f
        where day < ${today}) as unsigned_since,
      (select min(closed_through) from banking.trust_account) as closed_through,
      exists (select from tasks.task where status = 'open' and kind = 'attention'
        and subject_type = 'bank_day') as closing_late,
      coalesce((select amount from ledger.shortfall where ended_at is null), 0) as short,
      exists (select from ledger.shortfall s join banking.cover c on c.shortfall_id = s.id
        where s.ended_at is null) as cover_confirmed
    from (select) one
    left join (select * from banking.reconciled order by day desc limit 1) r on true
  `);
