// The SQL of closed days: the locks that keep posting and closing apart, and the first open day.
import type { Day } from '#contract/core/day.ts';
import type { Tx } from '../database/db.ts';
import { sql } from '../database/sql.ts';

/**
 * Waits for whatever is being posted and holds back what would be: until the transaction ends
 * nobody else posts, so that what is read now is what is closed.
 */
export const lockPosting = (tx: Tx) => tx.run(sql`select pg_advisory_xact_lock(8, 3)`);

/** No day is closed until the transaction ends, as while it posts. */
export const holdDays = (tx: Tx) => tx.run(sql`select pg_advisory_xact_lock_shared(8, 3)`);

/** The first day that is not closed; null while none ever was. */
export const firstOpenDay = (tx: Tx) =>
  tx.one<{ day: Day | null }>(
    sql`select nullif(first_open, '-infinity') as day from ledger.closed`,
  );

/** Null opens all days. */
export const moveFirstOpen = (tx: Tx, day: Day | null) =>
  tx.run(sql`update ledger.closed set first_open = coalesce(${day}::date, '-infinity')`);
