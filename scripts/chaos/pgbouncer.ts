// Drill: the program works through PgBouncer in transaction mode; its jobs connect directly.
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { chmodSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { migrate } from '../../server/database/migrate.ts';
import { freePort } from '../../server/database/free-port.ts';
import { type Postgres } from '../../server/database/postgres.ts';
import { filledIn } from './deployed.ts';
import { type DrillOptions, withPostgres } from './drill.ts';
import { productionSettings, startProcess, withPorts } from './processes.ts';
import { newVisitors } from './visitors.ts';

export const about = 'serves through PgBouncer, which has fewer connections than there are clients';

const CLIENTS = 24;
const SECONDS = 15;
const SERVER_CONNECTIONS = 4;

/** Returns the version of the PgBouncer that is installed, or null if there is none. */
export function pgbouncerVersion(): number | null {
  const { stdout } = spawnSync('pgbouncer', ['--version'], { encoding: 'utf8' });
  const [, version] = /^PgBouncer (\d+\.\d+)/.exec(stdout ?? '') ?? [];
  return version === undefined ? null : Number(version.split('.')[1]);
}

/**
 * Starts a PgBouncer that pools by transaction in front of the program's role; with `tls` it
 * verifies the certificate of this host.
 */
export async function startPgbouncer(
  postgres: Pick<Postgres, 'programUrl' | 'port'>,
  folder: string,
  size = SERVER_CONNECTIONS,
  tls?: { host: string; caFile: string },
) {
  const { username, password, pathname } = new URL(postgres.programUrl);
  const port = await freePort();
  const place = join(folder, 'pgbouncer');
  mkdirSync(place);
  chmodSync(place, 0o755);
  const users = join(place, 'users.txt');
  writeFileSync(users, `"${username}" "${password}"\n`, { mode: 0o644 });
  const settings = join(place, 'pgbouncer.ini');
  const prepared = (pgbouncerVersion() ?? 0) >= 21 ? 'max_prepared_statements = 500' : '';
  writeFileSync(
    settings,
    filledIn('pgbouncer.ini', {
      PRIMARY_ADDRESS: tls?.host ?? '127.0.0.1',
      PRIMARY_PORT: String(postgres.port),
      NODE_ADDRESS: '127.0.0.1',
      PGBOUNCER_PORT: String(port),
      USERS_FILE: users,
      POOL_SIZE: String(size),
      PREPARED_SETTING: prepared,
      SERVER_TLS_MODE: tls ? 'verify-full' : 'disable',
      CA_FILE: tls?.caFile ?? '',
    }),
    { mode: 0o644 },
  );
  const asRoot = process.getuid?.() === 0;
  const args = [...(asRoot ? ['-u', 'postgres'] : []), '-q', settings];
  const child: ChildProcess = spawn('pgbouncer', args, { stdio: ['ignore', 'ignore', 'pipe'] });
  let complaint = '';
  child.stderr?.on('data', (text) => (complaint += String(text)));
  const url = `postgres://${username}:${password}@127.0.0.1:${port}${pathname}`;
  for (let attempt = 0; attempt < 50; attempt += 1) {
    const client = new pg.Client({ connectionString: url });
    const isUp = await client.connect().then(
      () => true,
      () => false,
    );
    await client.end().catch(() => {});
    if (isUp) return { url, child, complaint: () => complaint };
    await sleep(100);
  }
  child.kill('SIGKILL');
  throw new Error(`PgBouncer does not answer: ${complaint.slice(-500)}`);
}

/** Sends requests through PgBouncer; returns how many were made and what failed. */
async function serveThrough(postgres: Postgres, folder: string, seconds: number) {
  await migrate(postgres);
  const bouncer = await startPgbouncer(postgres, folder);
  const failures: string[] = [];
  let requests = 0;
  try {
    const named = await migrate({ url: bouncer.url, programUrl: bouncer.url }).then(
      () => 'a migration through PgBouncer was not refused',
      (error: Error) => (error.name === 'StartFailure' ? null : String(error)),
    );
    if (named) failures.push(named);
    const settings = await withPorts({
      ...productionSettings({ programUrl: bouncer.url }, folder),
      DATABASE_DIRECT_URL: postgres.programUrl,
      DRAIN_SECONDS: '0',
      LOG_LEVEL: 'warn',
      DATABASE_PREPARED: (pgbouncerVersion() ?? 0) >= 21 ? 'on' : 'off',
    });
    const running = await startProcess(settings);
    const until = performance.now() + seconds * 1_000;
    const { visit } = newVisitors(running.siteUrl);
    const client = async () => {
      while (performance.now() < until) {
        const { path, status, text } = await visit();
        requests += 1;
        if (status !== 200) failures.push(`${path}: ${status} ${text}`);
      }
    };
    await Promise.all(Array.from({ length: CLIENTS }, client));
    failures.push(...(await jobProblems(postgres)));
    running.child.kill('SIGTERM');
    const code = await running.ended;
    if (code !== 0) failures.push(`the process ended with ${code}`);
    // A failure that the log names was not an answer to a request; it may come from a background
    // loop.
    for (const line of running.printed().split('\n')) {
      const bad = /"msg":"(a job failed|the worker will try again|a call failed[^"]*)"/.exec(line);
      if (bad) failures.push(line.slice(0, 300));
    }
  } finally {
    bouncer.child.kill('SIGKILL');
  }
  return { requests, failures };
}

/**
 * Requests a job, about which LISTEN notifies the worker, and returns what is wrong with its run.
 */
async function jobProblems(postgres: Postgres): Promise<string[]> {
  const client = new pg.Client({ connectionString: postgres.url });
  await client.connect();
  try {
    await client.query(`select graphile_worker.add_job('minute')`);
    for (let attempt = 0; attempt < 100; attempt += 1) {
      const { rows } = await client.query('select name, failure from app.job');
      const failed = rows.filter(({ failure }) => failure !== null);
      if (failed.length > 0) return failed.map((row) => `job ${row.name}: ${row.failure}`);
      if (rows.some(({ name }) => name === 'ledger.addUp')) return [];
      await sleep(100);
    }
    return ['no job ran within 10 s'];
  } finally {
    await client.end();
  }
}

export async function run({ rounds }: DrillOptions) {
  const version = pgbouncerVersion();
  if (version === null) {
    return {
      result: 'SKIPPED: pgbouncer is not installed (apt-get install pgbouncer)',
      failures: [],
    };
  }
  return withPostgres(async (postgres, folder) => {
    const { requests, failures } = await serveThrough(postgres, folder, rounds ?? SECONDS);
    const places = `${SERVER_CONNECTIONS} connections`;
    const result = `PgBouncer 1.${version}, ${places}, ${requests} requests`;
    return { result, failures };
  });
}
