// SQL of closed days: locks that separate posting and closing, and the first open day.
import type { Day } from '#contract/core/day.ts';
import type { Money } from '#contract/core/money.ts';
import type { AccountKind } from '#contract/ledger/kinds.ts';
import type { Tx } from '../database/db.ts';
import { sql } from '../database/sql.ts';

/**
 * Waits for running postings and blocks new ones until the transaction ends, so that exactly the
 * figures that are read now are closed.
 */
export const lockPosting = (tx: Tx) => tx.run(sql`select pg_advisory_xact_lock(8, 3)`);

/** Prevents the closing of a day until the transaction ends; posting takes the same lock. */
export const holdDays = (tx: Tx) => tx.run(sql`select pg_advisory_xact_lock_shared(8, 3)`);

/** Returns the first day that is not closed; null if none ever was. */
export const firstOpenDay = (tx: Tx) =>
  tx.one<{ day: Day | null }>(
    sql`select nullif(first_open, '-infinity') as day from ledger.closed`,
  );

/** Sets the first open day; null reopens all days. */
export const moveFirstOpen = (tx: Tx, day: Day | null) =>
  tx.run(sql`update ledger.closed set first_open = coalesce(${day}::date, '-infinity')`);

/** Returns the last day of the last year that was closed; null if none was. */
export const lastClosedYearEnd = (tx: Tx) =>
  tx.one<{ day: Day | null }>(sql`
    select max(booked_on) as day from ledger.transfer where kind = 'year_closed'
  `);

/** Movements of these kinds by year, without the year-end close; debits are positive. NT$ */
export const movedByYear = (tx: Tx, kinds: readonly AccountKind[]) =>
  tx.many<{ year: string; kind: AccountKind; amount: Money }>(sql`
    select to_char(day, 'YYYY') as year, kind, sum(amount)::bigint as amount
    from ledger.moved
    where kind = any (${kinds}) and transfer_kind <> 'year_closed'
    group by 1, 2 order by 1
  `);
