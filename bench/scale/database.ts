// Databases and servers that are measured: a database of one of four sizes, filled once, a separate
// server process on it, and the sessions of those who call it.
import { spawn } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { chmodSync, existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { dayOf } from '#contract/core/day.ts';
import { createClient } from '../../actors/client.ts';
import { type OperatorAccount, signInAtOffice } from '../../actors/operator.ts';
import { type Transport, overHttp } from '../../actors/transport.ts';
import { createKeyRing } from '../../server/adapters/key-ring.ts';
import { createSecrets } from '../../server/adapters/secrets.ts';
import { readConfig } from '../../server/config/config.ts';
import { type Pool, createPool, withTransaction } from '../../server/database/db.ts';
import { brokenInvariants } from '../../server/database/invariants.ts';
import { migrate } from '../../server/database/migrate.ts';
import { type Postgres, startPostgres } from '../../server/database/postgres.ts';
import { keepBooksProof } from '../../server/ledger/front.ts';
import { addUpDays } from '../../server/ledger/queries.ts';
import { ensurePlans } from '../../server/lending/front.ts';
import { type Size, seedDatabase } from './seed.ts';

export type Say = (line: string) => void;
/** Adding up a large database at once may take minutes on a slow machine. */
const PATIENT = { answerMs: 0 };
/** A server process of its own, with an operator who has every role. */
export type Server = {
  port: number;
  officePort: number;
  /** Port of the bare Fastify with which the server is compared. */
  barePort: number;
  operator: OperatorAccount;
  pid: number;
  close(): Promise<void>;
};
/** A filled database: `pool` is its owner's, `url` that of the restricted role. */
export type Filled = { url: string; pool: Pool };
/** A filled database that is served: the session of an operator, and that of one member. */
export type Served = {
  pool: Pool;
  server: Server;
  transport: Transport;
  tokens: { office: string; site: string };
};

/** The sizes; in the smallest every status just occurs. */
export const sizes = {
  smallest: { members: 300, loans: 200, orders: 2_100 },
  small: { members: 1_000, loans: 400, orders: 10_000 },
  tenth: { members: 10_000, loans: 5_000, orders: 100_000 },
  large: { members: 100_000, loans: 50_000, orders: 1_000_000 },
} as const satisfies Record<string, Size>;
export type SizeName = keyof typeof sizes;
const HOURS_12 = 12 * 3_600_000;

/**
 * Runs `work` with a cluster in the folder `keep`, which stays, or in a temporary one. A cluster
 * that is not durable never waits for the disk.
 */
export async function withCluster<T>(
  { keep, durable }: { keep?: string | undefined; durable: boolean },
  work: (postgres: Postgres, folder: string) => Promise<T>,
): Promise<T> {
  const folder = keep ? resolve(keep) : mkdtempSync(join(tmpdir(), 'baixi-bench-'));
  if (!existsSync(folder)) mkdirSync(folder, { recursive: true });
  // If this runs as root, PostgreSQL runs as a user of its own and must be able to enter the
  // folder.
  chmodSync(folder, 0o711);
  const postgres = await startPostgres({ folder: join(folder, 'cluster'), durable });
  try {
    return await work(postgres, folder);
  } finally {
    await postgres.stop();
    if (!keep) rmSync(folder, { recursive: true, force: true });
  }
}

/** Fills an empty database and proves its books. */
async function fill(pool: Pool, folder: string, size: Size, say: Say): Promise<void> {
  const at = new Date();
  await withTransaction(pool, (tx) => ensurePlans({ tx }));
  const config = readConfig({ PORT: '0', OFFICE_PORT: '0' }, folder);
  const secrets = createSecrets({
    ...config,
    ring: createKeyRing(config.dataKeys),
    hashRing: createKeyRing(config.hashKeys),
  });
  const since = performance.now();
  await seedDatabase(pool, secrets, size, { at, today: dayOf(at), say });
  // Leaves the data in the state in which the minutely and nightly jobs would leave it.
  await withTransaction(pool, (tx) => addUpDays(tx, 0), PATIENT);
  say(`${seconds(since)} s; proving its books`);
  const broken = await brokenInvariants(pool);
  if (broken.length > 0) throw new Error(`broken books: ${JSON.stringify(broken)}`);
  await withTransaction(pool, (tx) => keepBooksProof({ tx, realNow: at }, broken), PATIENT);
}

const at = (url: string, name: string) => url.replace(/[^/]*$/, name);

/**
 * Opens the database of a size, migrated to the newest schema. If it does not exist, it is filled
 * under another name first, so that one that was filled only in part is never taken for whole.
 */
export async function filled(
  postgres: Postgres,
  folder: string,
  { name, say }: { name: SizeName; say: Say },
): Promise<Filled> {
  const admin = createPool(postgres.url, { max: 1 });
  try {
    const { rowCount } = await admin.query('select from pg_database where datname = $1', [name]);
    if (rowCount === 0) {
      const part = `${name}_unfinished`;
      await admin.query(`drop database if exists ${part}`);
      await admin.query(`create database ${part}`);
      const [url, programUrl] = [at(postgres.url, part), at(postgres.programUrl, part)];
      await migrate({ url, programUrl });
      const pool = createPool(url, { max: 4 });
      try {
        await fill(pool, folder, sizes[name], (text) => say(`  ${name}: ${text}`));
      } finally {
        await pool.end();
      }
      await admin.query(`alter database ${part} rename to ${name}`);
    }
  } finally {
    await admin.end();
  }
  const [url, programUrl] = [at(postgres.url, name), at(postgres.programUrl, name)];
  await migrate({ url, programUrl });
  const pool = createPool(url, { max: 4 });
  // What an earlier measurement has posted; a worker would have added it up within a minute.
  await withTransaction(pool, (tx) => addUpDays(tx, 0), PATIENT);
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
  // If a measurement fails, the server must not stay behind.
  const kill = () => void child.kill();
  process.once('exit', kill);
  const close = async () => {
    process.off('exit', kill);
    child.removeAllListeners('exit');
    if (child.exitCode !== null) return;
    const ended = once(child, 'exit');
    if (child.kill('SIGTERM')) await ended;
  };
  return { ...told, pid: child.pid ?? 0, close };
}

/** Serves a filled database; signs the operator in, and this member. */
export async function served(
  { url, pool }: Filled,
  folder: string,
  member: number,
): Promise<Served> {
  const server = await serve(url, folder);
  const transport = overHttp(addressesOf(server));
  const operator = await signInAtOffice(createClient(transport), server.operator);
  const tokens = { office: operator.token, site: await sessionOf(pool, member) };
  return { pool, server, transport, tokens };
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
