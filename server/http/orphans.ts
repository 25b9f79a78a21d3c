// Deletes files that no row refers to, because a crash may happen between storing a file and
// recording it.
import type { Services } from '../action.ts';
import { db, type Tx } from '../database/db.ts';
import { sql, trusted } from '../database/sql.ts';

/** A request records its files within minutes of storing them, so a day is more than enough. */
const ORPHANED_AFTER_MS = 24 * 3_600_000;
/** Keys looked up in one query. */
const BATCH = 500;

type Table = { name: string };

const tablesOf = (tx: Tx) =>
  tx.many<Table>(sql`
    select format('%I.%I', schemaname, tablename) as name
    from pg_catalog.pg_tables
    where schemaname not in ('pg_catalog', 'information_schema')
    order by 1
  `);

/**
 * Returns the keys that occur anywhere in a table. Every column is searched, because a file whose
 * column was forgotten here would be lost for good. Table names come from the catalogue, which
 * quotes them.
 */
const namedIn = (tx: Tx, { name }: Table, keys: readonly string[]) =>
  tx.many<{ key: string }>(sql`
    select sought.file_key as key from unnest(${keys}::text[]) as sought (file_key)
    where exists (
      select 1 from ${trusted(name)} as whole_row where strpos(whole_row::text,
        sought.file_key) > 0
    )
  `);

/** Deletes files older than a day (real time) that no row references. Returns their number. */
export async function removeOrphans({ pool, files, clock, log }: Services): Promise<number> {
  const tx = db(pool);
  const before = new Date(clock.realNow().getTime() - ORPHANED_AFTER_MS);
  const old = await files.keysBefore(before);
  const tables = old.length > 0 ? await tablesOf(tx) : [];
  let removed = 0;
  for (let at = 0; at < old.length; at += BATCH) {
    const orphans = new Set(old.slice(at, at + BATCH));
    for (const table of tables) {
      if (orphans.size === 0) break;
      for (const { key } of await namedIn(tx, table, [...orphans])) orphans.delete(key);
    }
    for (const key of orphans) await files.remove(key);
    removed += orphans.size;
  }
  if (removed > 0) log.info({ removed }, 'files that nothing names were removed');
  return removed;
}
