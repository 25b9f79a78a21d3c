// SQL of the retention job.
import type { Day } from '#contract/core/day.ts';
import type { Tx } from '../database/db.ts';
import { type Sql, sql } from '../database/sql.ts';

/**
 * Deletes at most `limit` rows whose period began before an instant; returns their number. A row
 * that somebody else has locked is left for the next run, so that the job never waits for a lock
 * while it holds others.
 */
export const deleteBefore = (
  tx: Tx,
  { table, since, same }: { table: Sql; since: Sql; same: Sql },
  before: Date,
  limit: number,
) =>
  tx.run(sql`
    with t as materialized (
      select t.* from ${table} t where ${since} < ${before} limit ${limit} for update skip locked
    )
    delete from ${table} d using t where ${same}
  `);

/** Creates the monthly partitions up to the month of a day, with the owner's rights. */
export const prepareMonths = (tx: Tx, until: Day) =>
  tx.one<{ made: number }>(sql`select app.prepare_months(${until}::date) as made`);

/**
 * Drops the partitions of a table whose months ended before an instant; returns their rows. One
 * process at a time, as for the months ahead: another would look for a month that is gone.
 */
export async function dropMonths(tx: Tx, table: string, before: Date): Promise<number> {
  await tx.run(sql`select pg_advisory_xact_lock(8, 11)`);
  const { rows } = await tx.one<{ rows: number }>(
    sql`select app.drop_months(${table}, ${before}) as rows`,
  );
  return rows;
}
