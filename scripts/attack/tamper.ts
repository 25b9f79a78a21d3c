// Attack by someone who owns the database and tries to rewrite the past of the books or the audit
// log unnoticed. Each change is made, searched for by the verifier, and rolled back.
import { randomBytes } from 'node:crypto';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { day } from '#contract/core/day.ts';
import { inTransactionsOf, proveChain } from '../../server/chains/chain.ts';
import { type Pool, type Tx, createPool, db, withTransaction } from '../../server/database/db.ts';
import { sql } from '../../server/database/sql.ts';
import { proveHeads, signHeads, verifyingKey } from '../../server/chains/heads.ts';
import { postTransfers } from '../../server/ledger/queries.ts';
import { sealLedger } from '../../server/ledger/sealing.ts';
import { migrate } from '../../server/database/migrate.ts';
import { startPostgres } from '../../server/database/postgres.ts';
import { sealAuditLog } from '../../server/tasks/jobs.ts';
import { randomOf } from '../../actors/random.ts';
import { tampers } from './tampers.ts';
import type { AttackOptions } from './attack.ts';

export const about = 'rewrites the past as the owner of the database, past every trigger and right';

const ROUNDS = 1_000;
const PARTS = 4;
const ROWS_A_PART = 100;

type Heads = { file: string; key: Buffer };
type Target = { ownerUrl: string; pool: Pool; heads: Heads };

/**
 * Creates some history as the server does, adds it to the hash chains and signs the heads of the
 * chains, in several parts.
 */
export async function makeHistory({ pool, heads }: Omit<Target, 'ownerUrl'>): Promise<void> {
  const clock = { now: () => new Date(), realNow: () => new Date() };
  const services = { pool, clock, config: { heads } } as Parameters<typeof signHeads>[0];
  for (let part = 0; part < PARTS; part += 1) {
    await withTransaction(pool, (tx) => addRows(tx, part));
    for (let sealed = false; !sealed;) {
      await sealAuditLog(services);
      await sealLedger(services);
      sealed = await withTransaction(pool, isSealed);
    }
    await signHeads(services, { betweenMs: 0 });
  }
}

async function addRows(tx: Tx, part: number): Promise<void> {
  const numbers = Array.from({ length: ROWS_A_PART }, (_, k) => part * ROWS_A_PART + k + 1);
  await postTransfers(
    tx,
    numbers.map((n) => ({
      id: `attacked:${n}`,
      kind: 'receipt' as const,
      on: day('2026-11-20'),
      memo: `line ${n}`,
      entries: [
        { account: 'bank_fee' as const, amount: 1_000 + n },
        { account: 'fee_income' as const, amount: -n },
        { account: 'platform_bank' as const, amount: -1_000 },
      ],
    })),
  );
  await tx.run(sql`
    insert into tasks.audit (at, actor_type, actor_id, subject_type, subject_id, action,
      from_status, to_status, reason, snapshot, request_id)
    select now(), 'operator', n, 'loan', n, 'attack.step', 'was', 'is', 'reason ' || n,
      jsonb_build_object('n', n), 'r' || n from unnest(${numbers}::integer[]) n
  `);
}

async function isSealed(tx: Tx): Promise<boolean> {
  const { left } = await tx.one<{ left: number }>(sql`
    select (select count(*) from tasks.audit a
      where not exists (select from tasks.seal s where s.audit_id = a.id))
    + (select count(*) from ledger.transfer t
      where not exists (select from ledger.seal s where s.transfer_id = t.id)) as left
  `);
  return left === 0;
}

/** Returns what the verifier finds, read in one transaction; null if it finds no tampering. */
async function firstBreak(tx: Tx, { file, key }: Heads): Promise<string | null> {
  const read = <T>(work: (own: Tx) => Promise<T>) => work(tx);
  for (const chain of ['audit', 'ledger'] as const) {
    const { broken } = await proveChain(read, chain);
    if (broken) return `${chain}: ${broken.how}`;
  }
  const { broken } = await proveHeads(read, file, verifyingKey(key));
  return broken && `heads: ${broken.how}`;
}

/** Makes random changes one at a time and returns those that the verifier missed. */
export async function tamper(
  { ownerUrl, pool, heads }: Target,
  { rounds, seed, say }: { rounds: number; seed: number; say(line: string): void },
) {
  const random = randomOf(seed);
  const failures: string[] = [];
  const counts = new Map<string, Map<string, number>>();
  const untouched = await inTransactionsOf(pool)((tx) => firstBreak(tx, heads));
  if (untouched !== null) throw new Error(`broken before anything was done: ${untouched}`);
  const owner = createPool(ownerUrl, { max: 1 });
  const client = await owner.connect();
  try {
    for (let round = 0; round < rounds; round += 1) {
      // Makes a change of each kind in turn, so that even a short run covers all kinds.
      const { name, make } = tampers[round % tampers.length]!;
      await client.query('begin');
      await client.query('set local session_replication_role = replica');
      const tx = db(client);
      const write = async (sql: string) => (await client.query(sql)).rowCount ?? 0;
      const how = await make({ tx, random, write }).then(
        (rows) => (rows > 0 ? firstBreak(tx, heads) : 'nothing was changed'),
        (error: Error) => `not made: ${error.message}`,
      );
      await client.query('rollback');
      if (how === null || !/^(audit|ledger|heads): /.test(how)) {
        failures.push(`${name}: ${how ?? 'not found'}`);
        continue;
      }
      const kinds = counts.get(name) ?? new Map<string, number>();
      counts.set(name, kinds.set(how, (kinds.get(how) ?? 0) + 1));
    }
  } finally {
    client.release();
    await owner.end();
  }
  for (const [name, kinds] of counts) {
    const list = [...kinds].map(([how, times]) => `${how} ${times}`).join(', ');
    say(`  ${name}: found as ${list}`);
  }
  return { tries: rounds, failures };
}

export async function run({ rounds, seed, say }: AttackOptions) {
  const folder = mkdtempSync(join(tmpdir(), 'baixi-attack-'));
  // If the script runs as root, PostgreSQL runs as a separate user, which must be able to enter the
  // folder.
  chmodSync(folder, 0o711);
  const postgres = await startPostgres({ folder: join(folder, 'cluster'), durable: false });
  const pool = createPool(postgres.programUrl, { max: 2 });
  try {
    await migrate(postgres);
    const heads = { file: join(folder, 'heads.jsonl'), key: randomBytes(32) };
    await makeHistory({ pool, heads });
    const target = { ownerUrl: postgres.url, pool, heads };
    return await tamper(target, { rounds: rounds ?? ROUNDS, seed, say });
  } finally {
    await pool.end();
    await postgres.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}
