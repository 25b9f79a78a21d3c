// `npm run bench -- sizes`: fills a database with a tenth of the large data set and prints what its
// rows take: bytes of table and indexes per row, depth of the longest index, and time of a vacuum.
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { dayOf } from '#contract/core/day.ts';
import { createKeyRing } from '../server/adapters/key-ring.ts';
import { createSecrets } from '../server/adapters/secrets.ts';
import { readConfig } from '../server/config/config.ts';
import { type Pool, createPool, withTransaction } from '../server/database/db.ts';
import { migrate } from '../server/database/migrate.ts';
import { startPostgres } from '../server/database/postgres.ts';
import { ensurePlans } from '../server/lending/actions.ts';
import { addUpDays } from '../server/ledger/queries.ts';
import { seedDatabase } from './scale/seed.ts';

const SIZE = { members: 10_000, loans: 5_000, orders: 100_000 };
/** Tables with fewer rows are left out. */
const ROWS_MIN = 1_000;

type Sizes = { name: string; rows: number; table: number; indexes: number; depth: number };

/** Measures every long table; the partitions of one table are added up. */
const sizesSql = `
  with part as (
    select c.oid, coalesce(i.inhparent, c.oid) as whole from pg_class c
    left join pg_inherits i on i.inhrelid = c.oid
    where c.relkind = 'r' and c.relnamespace::regnamespace::text !~ '^(pg_|information_schema)'
  )
  select whole::regclass::text as name, sum(greatest(c.reltuples, 0))::bigint as rows,
    sum(pg_table_size(c.oid))::bigint as table, sum(pg_indexes_size(c.oid))::bigint as indexes,
    max(coalesce((select max((bt_metap(x.indexrelid::regclass::text)).level) from pg_index x
      join pg_class xc on xc.oid = x.indexrelid join pg_am a on a.oid = xc.relam
      where x.indrelid = c.oid and a.amname = 'btree'), 0))::integer + 1 as depth
  from part join pg_class c using (oid) group by whole
  having sum(greatest(c.reltuples, 0)) >= ${ROWS_MIN} order by 3 desc`;

const secondsOf = async (work: () => Promise<unknown>): Promise<number> => {
  const since = performance.now();
  await work();
  return (performance.now() - since) / 1000;
};

/** Returns the lines of the table that docs/scale.md shows. */
async function lines(pool: Pool): Promise<string[]> {
  const { rows } = await pool.query<Sizes>(sizesSql);
  const found: string[] = [
    '| table | rows | bytes a row | of it indexes | depth | vacuum s |',
    '| --- | --- | --- | --- | --- | --- |',
  ];
  for (const { name, rows: n, table, indexes, depth } of rows) {
    const vacuum = await secondsOf(() => pool.query(`vacuum (freeze, analyze) ${name}`));
    const [each, index] = [(table + indexes) / n, indexes / n].map((bytes) => bytes.toFixed(0));
    found.push(`| ${name} | ${n} | ${each} | ${index} | ${depth} | ${vacuum.toFixed(2)} |`);
  }
  return found;
}

/** Fills a database of its own and prints its sizes. */
export async function benchSizes(say: (line: string) => void): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'baixi-sizes-'));
  // If this runs as root, PostgreSQL runs as another user, which must be able to enter the folder.
  chmodSync(folder, 0o711);
  const postgres = await startPostgres({ folder: join(folder, 'cluster'), durable: true });
  try {
    await migrate(postgres);
    const pool = createPool(postgres.url, { max: 2 });
    await pool.query('create extension pageinspect');
    const config = readConfig({ PORT: '0', OFFICE_PORT: '0' }, folder);
    const secrets = createSecrets({
      ...config,
      ring: createKeyRing(config.dataKeys),
      hashRing: createKeyRing(config.hashKeys),
    });
    const at = new Date();
    await withTransaction(pool, (tx) => ensurePlans({ tx }));
    await seedDatabase(pool, secrets, SIZE, { at, today: dayOf(at), say });
    await withTransaction(pool, (tx) => addUpDays(tx, 0));
    await pool.query('set statement_timeout = 0');
    for (const line of await lines(pool)) say(line);
    const { rows } = await pool.query('select pg_database_size(current_database()) as bytes');
    say(`${SIZE.orders} orders: ${rows[0].bytes} bytes`);
    await pool.end();
  } finally {
    await postgres.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}
