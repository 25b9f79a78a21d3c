// SQL of closed days: locks that separate posting and closing, and the first open day.
import type { Day } from '#contract/core/day.ts';
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
