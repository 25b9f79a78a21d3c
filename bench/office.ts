// `npm run bench -- office`: measures every office list and page with 100,000 members, 50,000 loans
// and 1,000,000 orders, against a database a hundredth as large and against a round trip; then the
// memory that a long export takes. Writes its own section of docs/benchmarks.md.
import { type ChildProcess, spawn } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { Client } from 'pg';
import { dayOf } from '#contract/core/day.ts';
import { createClient, requestOf } from '../actors/client.ts';
import { type OperatorAccount, signInAtOffice } from '../actors/operator.ts';
import { type Transport, overHttp } from '../actors/transport.ts';
import { createKeyRing } from '../server/adapters/key-ring.ts';
import { createSecrets } from '../server/adapters/secrets.ts';
import { readConfig } from '../server/config/config.ts';
import { type Pool, createPool, withTransaction } from '../server/database/db.ts';
import { brokenInvariants } from '../server/database/invariants.ts';
import { keepBooksProof } from '../server/ledger/actions.ts';
import { addUpDays } from '../server/ledger/queries.ts';
import { ensurePlans } from '../server/lending/actions.ts';
import { migrate } from '../server/database/migrate.ts';
import { type Postgres, startPostgres } from '../server/database/postgres.ts';
import { type Figure, type Settings, figureOf } from './measure.ts';
import { type Call, officeCalls, officeExports, siteCalls, subjectsIn } from './office-calls.ts';
import { type Size, seedDatabase } from './scale/seed.ts';

type Say = (line: string) => void;
type Options = { rounds: number; quick: boolean; keep: string | undefined; only?: string };
type Server = {
  port: number;
  officePort: number;
  operator: OperatorAccount;
  pid: number;
  process: ChildProcess;
};
type Database = {
  pool: Pool;
  server: Server;
  transport: Transport;
  /** Session of the office, and the bearer token of a member with many orders. */
  tokens: { office: string; site: string };
  calls: Call[];
};
export type OfficeRow = { name: string; large: Figure; small: Figure; roundTrip: Figure };

const LARGE: Size = { members: 100_000, loans: 50_000, orders: 1_000_000 };
const SMALL: Size = { members: 1_000, loans: 400, orders: 10_000 };
const ASKED_A_ROUND = 3;
const HOURS_12 = 12 * 3_600_000;

/**
 * Opens the database of the given size. If it does not exist, it is filled; otherwise it is
 * migrated to the newest schema.
 */
async function furnished(postgres: Postgres, folder: string, name: string, size: Size, say: Say) {
  const admin = new Client({ connectionString: postgres.url });
  await admin.connect();
  const url = postgres.url.replace(/[^/]*$/, name);
  const programUrl = postgres.programUrl.replace(/[^/]*$/, name);
  const { rowCount } = await admin.query('select from pg_database where datname = $1', [name]);
  const filled = rowCount === 1;
  if (!filled) await admin.query(`create database ${name}`);
  await migrate({ url, programUrl });
  const pool = createPool(url, { max: 4 });
  if (!filled) {
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
  await admin.end();
  return { url: programUrl, pool };
}

const seconds = (since: number) => ((performance.now() - since) / 1000).toFixed(0);

/** Starts a separate server process to be measured. */
async function opened(url: string, folder: string): Promise<Server> {
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
  return { ...told, pid: child.pid ?? 0, process: child };
}

/** Creates a session of this member and returns its bearer token. */
async function sessionOf(pool: Pool, member: number): Promise<string> {
  const token = randomBytes(32).toString('base64url');
  await pool.query(
    `insert into identity.session (token_hash, member_id, created_at, used_at, ends_at, address,
       agent) values ($1, $2, now(), now(), $3, '', '')`,
    [createHash('sha256').update(token).digest(), member, new Date(Date.now() + HOURS_12)],
  );
  return token;
}

async function databaseOf(
  { url, pool }: { url: string; pool: Pool },
  folder: string,
): Promise<Database> {
  const subjects = await subjectsIn(pool);
  const server = await opened(url, folder);
  const transport = overHttp(addressesOf(server));
  const calls = [...officeCalls(subjects), ...siteCalls(subjects)];
  const operator = await signInAtOffice(createClient(transport), server.operator);
  const tokens = { office: operator.token, site: await sessionOf(pool, subjects.member) };
  return { pool, server, transport, tokens, calls };
}

const addressesOf = ({ port, officePort }: Server) => ({
  site: `http://127.0.0.1:${port}`,
  office: `http://127.0.0.1:${officePort}`,
});

const requestBy = ({ tokens }: Database, { endpoint, input }: Call) =>
  requestOf(endpoint, input, {
    token: endpoint.access === 'operator' ? tokens.office : tokens.site,
  });

/** Makes one call over HTTP, reads and checks its answer; returns the time in ms. */
async function ask(database: Database, call: Call): Promise<number> {
  const request = requestBy(database, call);
  const since = performance.now();
  const { status, bytes } = await database.transport(request);
  const took = performance.now() - since;
  if (status !== 200) throw new Error(`${call.name} answered ${status} after ${took} ms: ${bytes}`);
  return took;
}

async function roundTrip(pool: Pool): Promise<number> {
  const since = performance.now();
  await pool.query('select 1');
  return performance.now() - since;
}

/**
 * Measures the large database, the small one and a round trip without work in turn; failed calls
 * are reported and left out.
 */
async function measured(large: Database, small: Database, rounds: number, only: string, say: Say) {
  const rows: OfficeRow[] = [];
  for (const [place, call] of large.calls.entries()) {
    const other = small.calls[place];
    if (!other || !call.name.includes(only)) continue;
    const taken = { large: [] as number[], small: [] as number[], trip: [] as number[] };
    try {
      for (let round = 0; round <= rounds; round += 1) {
        for (let k = 0; k < ASKED_A_ROUND; k += 1) {
          const one = [
            await ask(large, call),
            await ask(small, other),
            await roundTrip(small.pool),
          ];
          // The first round only warms up both servers.
          if (round === 0) continue;
          taken.large.push(one[0] ?? 0);
          taken.small.push(one[1] ?? 0);
          taken.trip.push(one[2] ?? 0);
        }
      }
      const [l, s, t] = [figureOf(taken.large), figureOf(taken.small), figureOf(taken.trip)];
      rows.push({ name: call.name, large: l, small: s, roundTrip: t });
      say(lineOf(rows.at(-1)!));
    } catch (error) {
      say(`${call.name}: ${error instanceof Error ? error.message.slice(0, 300) : error}`);
    }
  }
  return rows;
}

/** Returns the resident memory of a process in MiB, as Linux reports it. */
const memoryOf = (pid: number) =>
  Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) / 1024;

/** An export that takes longer than this is aborted and reported as such. */
const EXPORT_MAX_MS = 120_000;
export type ExportRow = {
  name: string;
  lines: number;
  mib: number;
  seconds: number;
  /** Resident MiB before the export, and the maximum while it was read. */
  before: number;
  most: number;
  whole: boolean;
};

/** Reads an export to its end as it streams in. */
async function exported(database: Database, call: Call): Promise<ExportRow> {
  const { server } = database;
  const { name } = call;
  const before = memoryOf(server.pid);
  let most = before;
  const look = setInterval(() => (most = Math.max(most, memoryOf(server.pid))), 100);
  const since = performance.now();
  const end = AbortSignal.timeout(EXPORT_MAX_MS);
  let bytes = 0;
  let lines = 0;
  try {
    const { path, headers } = requestBy(database, call);
    const answer = await fetch(addressesOf(server).office + path, { headers, signal: end });
    if (!answer.ok || !answer.body) throw new Error(`${name} answered ${answer.status}`);
    for await (const part of answer.body) {
      bytes += part.length;
      for (const byte of part) if (byte === 10) lines += 1;
    }
  } catch (error) {
    if (!end.aborted) throw error;
  } finally {
    clearInterval(look);
  }
  const took = (performance.now() - since) / 1000;
  const whole = !end.aborted;
  return { name, lines, mib: bytes / 2 ** 20, seconds: took, before, most, whole };
}

/** Measures each export in turn; failed exports are reported and left out. */
async function exports(database: Database, only: string, say: Say): Promise<ExportRow[]> {
  const rows: ExportRow[] = [];
  for (const call of officeExports(await subjectsIn(database.pool))) {
    if (!call.name.includes(only)) continue;
    try {
      rows.push(await exported(database, call));
      say(exportLine(rows.at(-1)!));
    } catch (error) {
      say(`${call.name}: ${error instanceof Error ? error.message.slice(0, 300) : error}`);
    }
  }
  return rows;
}

const exportLine = ({ name, lines, mib, seconds: took, before, most, whole }: ExportRow) =>
  `| ${name} | ${lines.toLocaleString('en-US')}${whole ? '' : ', broken off'} | ` +
  `${mib.toFixed(1)} | ${took.toFixed(1)} | ${before.toFixed(0)} | ${most.toFixed(0)} |`;

/** Returns the exports as a Markdown table. */
export const exportTable = (rows: readonly ExportRow[]) =>
  [
    '| what | lines | MiB | s | MiB resident before | at most |',
    '| --- | --- | --- | --- | --- | --- |',
    ...rows.map(exportLine),
  ].join('\n');

const ms = ({ median, min, max }: Figure) =>
  `${median.toFixed(1)} (${min.toFixed(1)}–${max.toFixed(1)})`;
const lineOf = ({ name, large, small, roundTrip: trip }: OfficeRow) =>
  `| ${name} | ${ms(large)} | ${ms(small)} | **${(large.median / small.median).toFixed(1)}** | ` +
  `${(large.median / trip.median).toFixed(0)} |`;

/** Returns the rows as a Markdown table. */
export const officeTable = (rows: readonly OfficeRow[]) =>
  [
    '| what | ms with the large database | ms with the small | ratio | × `select 1` |',
    '| --- | --- | --- | --- | --- |',
    ...rows.map(lineOf),
  ].join('\n');

/**
 * Measures and prints everything; starts and stops its own databases and servers. Returns the
 * tables.
 */
export async function benchOffice(settings: Settings, options: Options, say: Say) {
  const folder = options.keep ? resolve(options.keep) : mkdtempSync(join(tmpdir(), 'baixi-bench-'));
  if (!existsSync(folder)) mkdirSync(folder, { recursive: true });
  // If this runs as root, PostgreSQL runs as a user of its own and must be able to enter the
  // folder.
  chmodSync(folder, 0o711);
  const postgres = await startPostgres({ folder: join(folder, 'cluster'), durable: false });
  const databases: Database[] = [];
  try {
    say('Seeding …');
    const tenth = { members: 10_000, loans: 5_000, orders: 100_000 };
    const size = settings.quick ? tenth : LARGE;
    const large = await furnished(postgres, folder, settings.quick ? 'tenth' : 'large', size, say);
    const small = await furnished(postgres, folder, 'small', SMALL, say);
    databases.push(await databaseOf(large, folder));
    databases.push(await databaseOf(small, folder));
    const [one, other] = databases as [Database, Database];
    say('Measuring …');
    const rows = await measured(one, other, settings.rounds, options.only ?? '', say);
    const handedOut = await exports(one, options.only ?? '', say);
    return { rows, handedOut, size };
  } finally {
    for (const { server, pool } of databases) {
      server.process.removeAllListeners('exit');
      server.process.kill('SIGTERM');
      await pool.end();
    }
    await postgres.stop();
    if (!options.keep) rmSync(folder, { recursive: true, force: true });
  }
}
