// Deletes files that no row refers to, because a crash may happen between storing a file and
// recording it.
import type { Services } from '../services.ts';
import { db, type Tx } from '../database/db.ts';
import { sql, trusted } from '../database/sql.ts';

/** A request records its files within minutes of storing them, so a day is more than enough. */
const ORPHANED_AFTER_MS = 24 * 3_600_000;
/** Keys looked up in one query. */
const BATCH = 500;
/**
 * If at least this many files are orphans and these are more than half of all files, nothing is
 * deleted, because something is probably wrong.
 */
const DOUBTFUL = 100;

type Table = { name: string };

const tablesOf = (tx: Tx) =>
  tx.many<Table>(sql`
    select format('%I.%I', schemaname, tablename) as name
    from pg_catalog.pg_tables
    where schemaname not in ('pg_catalog', 'information_schema', 'month')
    order by 1
  `);

/**
 * Returns the keys that occur anywhere in a table. Every column is searched, because files whose
 * column is not searched would be deleted irrecoverably. Table names come from the catalogue, which
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

/** Returns those of the given keys that no database row contains. */
async function unnamedOf(tx: Tx, tables: readonly Table[], keys: readonly string[]) {
  const unnamed = new Set(keys);
  for (const table of tables) {
    if (unnamed.size === 0) break;
    for (const { key } of await namedIn(tx, table, [...unnamed])) unnamed.delete(key);
  }
  return unnamed;
}

/**
 * Deletes files older than a day (real time) that no row references. Returns their number. Throws
 * and deletes nothing if most files are unreferenced, because then the store belongs to another
 * database.
 */
export async function removeOrphans({ pool, files, clock, log }: Services): Promise<number> {
  const tx = db(pool);
  const before = new Date(clock.realNow().getTime() - ORPHANED_AFTER_MS);
  const tables = await tablesOf(tx);
  const orphans: string[] = [];
  let [seen, batch] = [0, [] as string[]];
  const look = async () => {
    seen += batch.length;
    orphans.push(...(await unnamedOf(tx, tables, batch)));
    batch = [];
  };
  for await (const key of files.keysBefore(before)) {
    batch.push(key);
    if (batch.length === BATCH) await look();
  }
  await look();
  if (orphans.length > DOUBTFUL && orphans.length > seen / 2) {
    throw new Error(
      `${orphans.length} of ${seen} stored files are named by no row; nothing was removed`,
    );
  }
  let removed = 0;
  for (const key of orphans) if (await files.remove(key)) removed += 1;
  if (removed > 0) log.info({ removed }, 'files that nothing names were removed');
  return removed;
}
