// Databases and servers that are measured at scale: a database of a given size, filled once, and a
// separate server process on it.
import { spawn } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { chmodSync, existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { Client } from 'pg';
import { dayOf } from '#contract/core/day.ts';
import type { OperatorAccount } from '../../actors/operator.ts';
import { createKeyRing } from '../../server/adapters/key-ring.ts';
import { createSecrets } from '../../server/adapters/secrets.ts';
import { readConfig } from '../../server/config/config.ts';
import { type Pool, createPool, withTransaction } from '../../server/database/db.ts';
import { brokenInvariants } from '../../server/database/invariants.ts';
import { migrate } from '../../server/database/migrate.ts';
import { type Postgres, startPostgres } from '../../server/database/postgres.ts';
import { keepBooksProof } from '../../server/ledger/actions.ts';
import { addUpDays } from '../../server/ledger/queries.ts';
import { ensurePlans } from '../../server/lending/actions.ts';
import { type Size, seedDatabase } from './seed.ts';

export type Say = (line: string) => void;
/** A server process of its own, with an operator who has every role. */
export type Server = {
  port: number;
  officePort: number;
  operator: OperatorAccount;
  pid: number;
  close(): Promise<void>;
};
/** A filled database: `pool` is its owner's, `url` that of the restricted role. */
export type Filled = { url: string; pool: Pool };

export const LARGE: Size = { members: 100_000, loans: 50_000, orders: 1_000_000 };
export const TENTH: Size = { members: 10_000, loans: 5_000, orders: 100_000 };
export const SMALL: Size = { members: 1_000, loans: 400, orders: 10_000 };
const HOURS_12 = 12 * 3_600_000;

/**
 * Runs `work` with a cluster that does not wait for the disk, in the folder `keep`, which stays, or
 * in a temporary one.
 */
export async function withCluster<T>(
  keep: string | undefined,
  work: (postgres: Postgres, folder: string) => Promise<T>,
): Promise<T> {
  const folder = keep ? resolve(keep) : mkdtempSync(join(tmpdir(), 'baixi-bench-'));
  if (!existsSync(folder)) mkdirSync(folder, { recursive: true });
  // If this runs as root, PostgreSQL runs as a user of its own and must be able to enter the
  // folder.
  chmodSync(folder, 0o711);
  const postgres = await startPostgres({ folder: join(folder, 'cluster'), durable: false });
  try {
    return await work(postgres, folder);
  } finally {
    await postgres.stop();
    if (!keep) rmSync(folder, { recursive: true, force: true });
  }
}

/** Creates an empty database unless it exists; returns whether it did. */
async function makeDatabase(url: string, name: string): Promise<boolean> {
  const admin = new Client({ connectionString: url });
  await admin.connect();
  try {
    const { rowCount } = await admin.query('select from pg_database where datname = $1', [name]);
    if (rowCount === 0) await admin.query(`create database ${name}`);
    return rowCount === 1;
  } finally {
    await admin.end();
  }
}

/**
 * Opens the database of the given size. If it does not exist, it is filled; otherwise it is
 * migrated to the newest schema.
 */
export async function filled(
  postgres: Postgres,
  folder: string,
  { name, size, say }: { name: string; size: Size; say: Say },
): Promise<Filled> {
  const url = postgres.url.replace(/[^/]*$/, name);
  const programUrl = postgres.programUrl.replace(/[^/]*$/, name);
  const exists = await makeDatabase(postgres.url, name);
  await migrate({ url, programUrl });
  const pool = createPool(url, { max: 4 });
  if (!exists) {
    const at = new Date();
    await withTransaction(pool, (tx) => ensurePlans({ tx }));
    const config = readConfig({ PORT: '0', OFFICE_PORT: '0' }, folder);
    const secrets = createSecrets({
      ...config,
      ring: createKeyRing(config.dataKeys),
      hashRing: createKeyRing(config.hashKeys),
    });
    const since = performance.now();
    const told = (part: string) => say(`  ${name}: ${part}`);
    await seedDatabase(pool, secrets, size, { at, today: dayOf(at), say: told });
    // Leaves the data in the state in which the minutely and nightly jobs would leave it.
    await withTransaction(pool, (tx) => addUpDays(tx, 0));
    say(`  ${name}: ${seconds(since)} s; proving its books`);
    const broken = await brokenInvariants(pool);
    if (broken.length > 0) throw new Error(`broken books: ${JSON.stringify(broken)}`);
    await withTransaction(pool, (tx) => keepBooksProof({ tx, realNow: at }, broken));
  }
  return { url: programUrl, pool };
}

const seconds = (since: number) => ((performance.now() - since) / 1000).toFixed(0);

/** Starts a separate server process on this database. */
export async function serve(url: string, folder: string): Promise<Server> {
  const args = ['bench/server.ts', '--database', url, '--folder', folder];
  const child = spawn(process.execPath, args, {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const told = JSON.parse(
    await new Promise<string>((ready, failed) => {
      child.stdout.once('data', (line: Buffer) => ready(line.toString()));
      child.once('exit', (code) => failed(new Error(`the measured server ended with ${code}`)));
    }),
  );
  const close = async () => {
    child.removeAllListeners('exit');
    if (child.exitCode !== null) return;
    const ended = once(child, 'exit');
    if (child.kill('SIGTERM')) await ended;
  };
  return { ...told, pid: child.pid ?? 0, close };
}

/** Addresses of the site and the office. */
export const addressesOf = ({ port, officePort }: Server) => ({
  site: `http://127.0.0.1:${port}`,
  office: `http://127.0.0.1:${officePort}`,
});

/** Creates a session of 12 hours of this member and returns its bearer token. */
export async function sessionOf(pool: Pool, member: number): Promise<string> {
  const token = randomBytes(32).toString('base64url');
  await pool.query(
    `insert into identity.session (token_hash, member_id, created_at, used_at, ends_at, address,
       agent) values ($1, $2, now(), now(), $3, '', '')`,
    [createHash('sha256').update(token).digest(), member, new Date(Date.now() + HOURS_12)],
  );
  return token;
}
