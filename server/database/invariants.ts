// The ledger's invariants: the queries of db/invariants*.sql, which must return no rows.
import { readdirSync, readFileSync } from 'node:fs';
import { type Pool, type Tx, db } from './db.ts';
import { sql, trusted } from './sql.ts';

/** An invariant that does not hold, with the first rows that violate it. */
export type BrokenInvariant = { name: string; rows: unknown[] };

const EXAMPLES_MAX = 5;
/**
 * Memory for one step of an invariant's query, because large sums would otherwise spill to disk.
 */
const WORK_MEM = '64MB';
/**
 * An invariant reads whole tables, so in a large database it needs more time than the queries of a
 * page may take.
 */
const LONGEST = '10min';

const FOLDER = new URL('../../db/', import.meta.url);

let laws: readonly { name: string; sql: string }[] | undefined;

/**
 * Reads the invariants: each is a comment `-- name: …` followed by a statement ending with a
 * semicolon.
 */
export function readInvariants(): readonly { name: string; sql: string }[] {
  laws ??= readdirSync(FOLDER)
    .flatMap((file) => /^(invariants.*)\.sql$/.exec(file)?.[1] ?? [])
    .toSorted()
    .flatMap((name) =>
      readFileSync(new URL(`${name}.sql`, FOLDER), 'utf8')
        .split(/^-- name: /m)
        .slice(1)
        .map((part) => {
          const [name = '', ...lines] = part.split('\n');
          return { name: name.trim(), sql: lines.join('\n').trim() };
        }),
    );
  return laws;
}

/**
 * Rough size of the ledger, a step for each doubling. PostgreSQL plans the laws once for each size
 * and connection: planning them takes longer than checking a small ledger, which the demonstration
 * and the tests do every night, but a plan for an empty table is no plan for a large one.
 */
const ledgerSize = (tx: Tx) =>
  tx.one<{ size: number }>(
    sql`select floor(log(2, 1 + pg_relation_size('ledger.entry') / 8192))::integer as size`,
  );

/**
 * Returns every invariant that does not hold; the list is empty if the ledger is consistent. All
 * queries read one snapshot, so that money in transit is counted exactly once.
 */
export async function brokenInvariants(pool: Pool): Promise<BrokenInvariant[]> {
  const client = await pool.connect();
  const broken: BrokenInvariant[] = [];
  let failure: Error | undefined;
  try {
    await client.query('begin isolation level repeatable read read only');
    await client.query(`set local work_mem = '${WORK_MEM}'`);
    await client.query(`set local statement_timeout = '${LONGEST}'`);
    const tx = db(client, { answerMs: 0 });
    const { size } = await ledgerSize(tx);
    for (const { name, sql: law } of readInvariants()) {
      const rows = await tx.many<unknown>(trusted(`-- of size ${size}\n${law}`));
      if (rows.length > 0) broken.push({ name, rows: rows.slice(0, EXAMPLES_MAX) });
    }
    await client.query('commit');
  } catch (error) {
    failure = error instanceof Error ? error : new Error(String(error));
    throw error;
  } finally {
    client.release(failure);
  }
  return broken;
}
