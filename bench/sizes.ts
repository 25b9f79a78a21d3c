// `npm run bench -- sizes`: fills a database with a tenth of the large data set and prints what its
// rows take: bytes of table and indexes per row, depth of the longest index, and time of a vacuum.
import type { Pool } from '../server/database/db.ts';
import { filled, sizes, withCluster } from './scale/database.ts';

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
  await withCluster({ durable: true }, async (postgres, folder) => {
    const { pool } = await filled(postgres, folder, { name: 'tenth', say });
    try {
      await pool.query('create extension pageinspect');
      await pool.query('set statement_timeout = 0');
      for (const line of await lines(pool)) say(line);
      const { rows } = await pool.query('select pg_database_size(current_database()) as bytes');
      say(`${sizes.tenth.orders} orders: ${rows[0].bytes} bytes`);
    } finally {
      await pool.end();
    }
  });
}
