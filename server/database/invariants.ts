// The laws of the books: the queries of db/invariants*.sql, which must return no rows.
import { readFileSync } from 'node:fs';
import type { Pool } from './db.ts';

/** A law that does not hold, with the first rows that break it. */
export type BrokenInvariant = { name: string; rows: unknown[] };

const SHOWN = 5;
/** What a step of a law may keep in memory: sums of a large house would go through the disk. */
const WORK_MEM = '64MB';
/** A law reads whole tables: a large house needs longer than a page is given. */
const LONGEST = '10min';

const FILES = [
  'invariants.sql',
  'invariants-bank.sql',
  'invariants-days.sql',
  'invariants-members.sql',
];

/** Reads the laws: each a comment `-- name: …` and a statement ending with a semicolon. */
export function readInvariants(): { name: string; sql: string }[] {
  return FILES.flatMap((file) =>
    readFileSync(new URL(`../../db/${file}`, import.meta.url), 'utf8')
      .split(/^-- name: /m)
      .slice(1)
      .map((part) => {
        const [name = '', ...lines] = part.split('\n');
        return { name: name.trim(), sql: lines.join('\n').trim() };
      }),
  );
}

/**
 * Every broken law, all read from one snapshot, so that money on its way is on one side or the
 * other; empty when the books hold.
 */
export async function brokenInvariants(pool: Pool): Promise<BrokenInvariant[]> {
  const client = await pool.connect();
  const broken: BrokenInvariant[] = [];
  let failure: Error | undefined;
  try {
    await client.query('begin isolation level repeatable read read only');
    await client.query(`set local work_mem = '${WORK_MEM}'`);
    await client.query(`set local statement_timeout = '${LONGEST}'`);
    for (const { name, sql } of readInvariants()) {
      const { rows } = await client.query(sql);
      if (rows.length > 0) broken.push({ name, rows: rows.slice(0, SHOWN) });
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
