// SQL of the bank's side of the health page and of the exceptions of the operation.
import type { Day } from '#contract/core/day.ts';
import type { Money } from '#contract/core/money.ts';
import type { Tx } from '../database/db.ts';
import { sql } from '../database/sql.ts';

type PaymentQueue = { waiting: number; failing: number; oldestSeconds: number };

/** Counts approved batches of payments that have not been sent to the bank yet. */
export const paymentQueue = (tx: Tx, realNow: Date) =>
  tx.one<PaymentQueue>(sql`
    select count(*)::integer as waiting, count(*) filter (where attempts > 0)::integer as failing,
      greatest(coalesce(extract(epoch from ${realNow} - min(next_try_at)), 0), 0)::integer
        as oldest_seconds
    from banking.batch where state = 'approved'
  `);

export type BankState = {
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
};

/**
 * Reads the result of the last check of the trust account, and the first past day that is not
 * closed yet.
 */
export const bankState = (tx: Tx, now: Date, today: Day) =>
  tx.one<BankState>(sql`
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

/** Batches that wait for the bank, with whether it has failed to take them for too long. */
export const waitingBatches = (tx: Tx, before: Date) =>
  tx.many<{ id: number; isStuck: boolean }>(sql`
    select b.id, b.state = 'approved' and b.attempts > 0 and b.checked_at < ${before} as is_stuck
    from banking.batch b where b.state = 'approved'
    union
    select t.subject_id, false from tasks.task t join banking.batch b on b.id = t.subject_id
    where t.kind = 'attention' and t.subject_type = 'batch' and t.status = 'open'
      and b.state <> 'approved'
  `);
