// Starts everything and stops it again: `npm start`, and `npm run dev` with --dev.
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { flushCompileCache } from 'node:module';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import pino, { type DestinationStream } from 'pino';
import { readOptions } from '../scripts/options.ts';
import { type Config, readConfig, readEnvironment, setNodeEnvironment } from './config/config.ts';
import { assertMetricsServed } from './config/metrics-served.ts';
import { type Tx, createPool, db } from './database/db.ts';
import { sql } from './database/sql.ts';
import type { Services } from './services.ts';
import type { App } from './app.ts';
import { withLazyCommits } from './database/lazy-commits.ts';
import { takeLock } from '../scripts/starting/lock.js';
import { createLog } from './log.ts';
import {
  type Urls,
  assertMigrated,
  assertRestricted,
  assertTwoRoles,
  migrate,
} from './database/migrate.ts';
import { assertDirect } from './database/role-limits.ts';
import { type Postgres, startPostgres } from './database/postgres.ts';
import { alreadyRunning, portInUse, shortageIn } from '../scripts/starting/sentences.js';
import { greet } from './start/greeting.ts';
import { StartFailure } from './start-failure.ts';
import { returnStartMemory } from './start-memory.ts';
import { onStarterGone, socketsOf, tellStarter } from './start/starter.ts';

const DATA = '.data';
/** Maximum time to close everything after draining; requests and jobs are cut off earlier. */
const STOP_LIMIT_MS = 20_000;
const RESTARTS_MAX = 5;
/** How often the script that started this is told how far the filling is. */
const TELL_MS = 500;
const MONTH_MS = 30.44 * 86_400_000;
/**
 * Time from the end of the start until its memory is given back, which takes a quarter of a second:
 * the first requests after a start do not wait for it.
 */
const SETTLED_MS = 10_000;
/** The demonstration's data, which a container image does not contain. */
const SEED = fileURLToPath(new URL('../db/seed.ts', import.meta.url));
/** Exists once the demonstration is whole, so that the next start need not ask the database. */
const FILLED = 'filled';
/** The server that only fills the demonstration listens where nobody looks for it. */
const ANY_PORTS = { host: '127.0.0.1', port: 0, officePort: 0 };
const NO_DEMONSTRATION = 'There is no demonstration in this installation: set DATABASE_URL.';

const say = (line: string) => void process.stdout.write(`${line}\n`);
const { values: options } = readOptions({
  command: 'npm start --',
  purpose: 'Starts the member site and the back office; with nothing set, as a demonstration.',
  options: {
    dev: { type: 'boolean', about: 'serves the pages from their sources' },
    role: {
      type: 'string',
      value: 'ROLE',
      about: 'web answers calls, worker runs jobs, all does both; as the setting ROLE',
    },
    api: { type: 'boolean', about: 'serves the calls without pages' },
    stack: { type: 'boolean', about: 'shows where an unexpected failure of the start came from' },
    fill: { type: 'boolean', about: 'only fills a new demonstration, on free ports, and ends' },
    sockets: {
      type: 'string',
      value: 'FDS',
      about: 'listens on sockets that the script of `npm start` has opened',
    },
  },
});
const dev = Boolean(options.dev);
const sockets = socketsOf(options.sockets);

/** Everything opened so far, newest last; stopping closes it in reverse order. */
const opened: { name: string; close: () => void | Promise<void> }[] = [];
let stopping: Promise<void> | undefined;
/**
 * Function that is called before everything is closed: reports the process as not ready and still
 * answers requests for a while. It does nothing until the sites listen.
 */
let draining: () => Promise<void> = async () => {};
let drainMs = 0;
/** Address of the embedded PostgreSQL for its superuser. */
let ownerUrl: string | undefined;
/** Longest time by which the clock was set back, in months: what is played altogether. */
let monthsOf = 0;
/** Folder of the embedded PostgreSQL, once it has started. */
let databaseFolder: string | undefined;

/**
 * Closes everything that is open, only once however often the function is called; ends the process
 * by force if something does not close.
 */
function stop(code: number): Promise<void> {
  stopping ??= (async () => {
    const limit = setTimeout(() => process.exit(1), drainMs + STOP_LIMIT_MS);
    limit.unref();
    if (code === 0) await draining();
    for (const { name, close } of opened.toReversed()) {
      try {
        await close();
      } catch (error) {
        process.stderr.write(`${name} did not close: ${(error as Error).message}\n`);
      }
    }
    process.exit(code);
  })();
  return stopping;
}

function stopOnSignal(): void {
  if (!stopping) say('\nStopping …');
  void stop(0);
}

/**
 * Handles signals itself, because libraries used by the pages would end the process on a signal,
 * and only this file knows what to close.
 */
function takeSignals(): void {
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.removeAllListeners(signal);
    process.on(signal, stopOnSignal);
  }
}

takeSignals();
// A script that was killed must not leave a server that holds ports and data.
onStarterGone(stopOnSignal);
try {
  await start();
} catch (error) {
  if (!stopping) {
    const known = error instanceof StartFailure;
    const why = known ? error.message : `The start failed: ${String(error)}`;
    process.stderr.write(`${shortageIn(why) ?? shortageIn(databaseLog()) ?? why}\n`);
    if (!known && options.stack) process.stderr.write(`${(error as Error).stack}\n`);
  }
  await stop(1);
}

async function start(): Promise<void> {
  const environment = readEnvironment();
  if (options.role) environment['ROLE'] = options.role;
  setNodeEnvironment(dev ? 'development' : 'production');
  if (!environment['DATABASE_URL']) {
    if (!existsSync(SEED)) throw new StartFailure(NO_DEMONSTRATION);
    lockFolder();
  }
  const config = readConfig(environment, DATA);
  assertMetricsServed(config);
  if (options.fill && !config.demonstration) throw new StartFailure(NO_DEMONSTRATION);
  if (config.role !== 'worker' && !sockets && !options.fill) await assertFree(config);
  const log = openLog(config);
  const databaseUrl = config.databaseUrl
    ? await checkDatabase(config.databaseUrl, config)
    : await openDatabase(config, log);
  if (stopping) return;
  const needsPages = !options.api && !options.fill && config.role !== 'worker';
  const pages = !needsPages ? 'none' : dev ? 'sources' : 'built';
  const { startApp } = await import('./app.ts');
  const app = await startApp({ config, databaseUrl, log, pages });
  opened.push({ name: 'The app', close: () => app.close() });
  if (dev) takeSignals();
  if (stopping) return;
  // The seeding is marked as begun before the ports open, so that nothing reports the demonstration
  // as ready too early.
  const isNew = config.demonstration && (await beginSeeding(app));
  const ports = await app.listen(options.fill ? ANY_PORTS : { ...config, sockets });
  draining = () => app.drain();
  drainMs = config.drainSeconds * 1_000;
  // Seeding needs open ports, because the sandbox bank reports payments over HTTP. It runs the jobs
  // of each day itself, so the worker begins after it.
  if (isNew) await seedNow(app);
  if (config.demonstration) writeFileSync(join(DATA, FILLED), '');
  if (options.fill) {
    flushCompileCache();
    return stop(0);
  }
  tellStarter({ listening: true });
  if (config.role !== 'web') await app.work();
  if (stopping) return;
  await greet(app, config, ports, say);
  // Compiled code is kept where NODE_COMPILE_CACHE says. By itself Node writes it at the end, which
  // a process that is killed never reaches.
  flushCompileCache();
  setTimeout(returnStartMemory, SETTLED_MS).unref();
}

function lockFolder(): void {
  try {
    mkdirSync(DATA, { recursive: true });
  } catch {
    throw new StartFailure(`${DATA} is not a folder one can write to. Move it away and try again.`);
  }
  const lock = takeLock(DATA);
  if ('heldBy' in lock) {
    throw new StartFailure(alreadyRunning(lock.heldBy));
  }
  opened.push({ name: 'The lock', close: lock.release });
}

/** Checks early that the ports are free, before anything slow is done; listening checks again. */
async function assertFree({ host, port, officePort }: Config): Promise<void> {
  for (const [wanted, setting] of [
    [port, 'PORT'],
    [officePort, 'OFFICE_PORT'],
  ] as const) {
    const taken = await new Promise<boolean>((settle) => {
      const probe = createServer();
      probe.once('error', (error: NodeJS.ErrnoException) => settle(error.code === 'EADDRINUSE'));
      probe.listen(wanted, host, () => probe.close(() => settle(false)));
    });
    if (taken) throw new StartFailure(portInUse(wanted, setting));
  }
  if (port === officePort && port !== 0) {
    throw new StartFailure('PORT and OFFICE_PORT must differ.');
  }
}

/** A demonstration logs to a file, because its terminal is for people. */
function openLog(config: Config): pino.Logger {
  const to: DestinationStream = config.demonstration
    ? pino.destination({ dest: join(DATA, 'log'), mkdir: true, sync: true })
    : pino.destination({ dest: 1, sync: true });
  return createLog(config.logLevel, to);
}

/** Runs the embedded PostgreSQL and restarts it on the same port if it is killed. */
async function openDatabase(config: Config, log: pino.Logger): Promise<string> {
  const folder = join(config.dataDir ?? DATA, 'pg');
  // The app's modules are loaded while PostgreSQL starts; if they fail, `start` reports it.
  const onSpawn = () => void import('./app.ts').catch(() => {});
  let postgres: Postgres = await startPostgres({ folder, durable: true, say, onSpawn });
  opened.push({ name: 'The database', close: () => postgres.stop() });
  await forgetHalfSeeded(postgres);
  const { url, programUrl, port } = postgres;
  ownerUrl = url;
  databaseFolder = postgres.folder;
  // Writes the database addresses to files, for the development tools and for psql.
  for (const [name, at] of Object.entries({ 'database-url': programUrl, 'owner-url': url })) {
    const address = join(config.dataDir ?? DATA, name);
    writeFileSync(address, `${at}\n`, { mode: 0o600 });
    opened.push({ name: 'The address', close: () => rmSync(address, { force: true }) });
  }
  let restarts = 0;
  const watch = async (running: Postgres): Promise<void> => {
    const unasked = await running.ended;
    if (!unasked || stopping) return;
    log.error('the database ended unasked');
    restarts += 1;
    if (restarts > RESTARTS_MAX) return giveUp('The database ends again and again.');
    try {
      postgres = await startPostgres({ folder, durable: true, port });
    } catch (error) {
      return giveUp((error as Error).message);
    }
    log.warn('the database runs again');
    // After 15 minutes without another crash, crashes are counted from zero again.
    setTimeout(() => (restarts = 0), 900_000).unref();
    return watch(postgres);
  };
  void watch(postgres);
  const sayWhy = (why: string) =>
    `The database under ${DATA} cannot be prepared: ${why}. "npm run reset" starts afresh.`;
  await prepareDatabase({ url, programUrl }, sayWhy);
  return programUrl;
}

/**
 * If the first start was interrupted during seeding, deletes the half-filled demonstration so that
 * it starts again.
 */
async function forgetHalfSeeded({ url, recreate }: Postgres): Promise<void> {
  const pool = createPool(url, { max: 1 });
  let state: string | null = null;
  try {
    state = await readSeeded(db(pool));
  } catch {
    // The query fails if the database is not migrated yet; then nothing was seeded.
  } finally {
    await pool.end();
  }
  if (state !== 'begun') return;
  say('The first start was cut off; it begins again.');
  await recreate();
}

/** Returns what the embedded PostgreSQL last wrote, which knows why it ended; empty without one. */
function databaseLog(): string {
  try {
    return databaseFolder ? readFileSync(`${databaseFolder}.log`, 'utf8').slice(-4_000) : '';
  } catch {
    return '';
  }
}

function giveUp(why: string): void {
  process.stderr.write(`${why} See ${DATA}/pg.log.\n`);
  void stop(1);
}

/**
 * Migrates a company's own database if the address of the owner's role is known, and checks that
 * the server's role cannot change the schema, and that jobs reach PostgreSQL directly.
 */
async function checkDatabase(
  programUrl: string,
  { ownerUrl, directUrl, role }: Config,
): Promise<string> {
  const sayWhy = (why: string) => `The database of DATABASE_URL cannot be used: ${why}`;
  try {
    if (ownerUrl === null) await assertMigrated(programUrl, say);
    else await assertTwoRoles({ url: ownerUrl, programUrl });
  } catch (error) {
    throw startFailure(error, sayWhy);
  }
  if (ownerUrl !== null) await prepareDatabase({ url: ownerUrl, programUrl }, sayWhy);
  await assertRestricted(programUrl);
  if (role !== 'web') {
    const setting = directUrl === null ? 'DATABASE_URL' : 'DATABASE_DIRECT_URL';
    await assertDirect(directUrl ?? programUrl, setting).catch((error: unknown) => {
      throw startFailure(error, (why) => `The database of ${setting} cannot be used: ${why}`);
    });
  }
  return programUrl;
}

async function prepareDatabase(urls: Urls, sayWhy: (why: string) => string): Promise<void> {
  try {
    const applied = await migrate(urls, say);
    if (applied > 0) say(`The database is prepared (${applied} steps).`);
  } catch (error) {
    throw startFailure(error, sayWhy);
  }
}

function startFailure(error: unknown, sayWhy: (why: string) => string): StartFailure {
  if (error instanceof StartFailure) return error;
  const { message, code } = error as NodeJS.ErrnoException;
  return new StartFailure(sayWhy(message || code || 'no answer'));
}

function markSeeded(tx: Tx, value: 'begun' | 'whole') {
  return tx.run(sql`
    insert into app.setting (key, value) values ('seeded', to_jsonb(${value}::text))
    on conflict (key) do update set value = excluded.value
  `);
}

/** Returns whether the demonstration is new, and marks its seeding as begun. */
async function beginSeeding({ services }: App): Promise<boolean> {
  const tx = db(services.pool);
  if ((await readSeeded(tx)) === 'whole') return false;
  await markSeeded(tx, 'begun');
  return true;
}

/** Fills a new demonstration through its own API, and marks it as complete only at the end. */
async function seedNow(app: App): Promise<void> {
  const { services } = app;
  if (!options.fill) say('Filling the demonstration …');
  const telling = setInterval(() => tellStarter({ filling: played(services.clock) }), TELL_MS);
  const { inProcess } = await import('../actors/transport.ts');
  const { seed } = await import('../db/seed.ts');
  const fill = () => seed(services, inProcess(app), say);
  // Its commits need not be durable one by one, because a start that is cut off begins again.
  await (ownerUrl === undefined ? fill() : withLazyCommits(ownerUrl, fill));
  clearInterval(telling);
  await markSeeded(db(services.pool), 'whole');
}

/** Returns how many months of the demonstration's history were played, and of how many. */
function played({ realNow, now }: Services['clock']): { done: number; of: number } {
  const left = (realNow().getTime() - now().getTime()) / MONTH_MS;
  monthsOf = Math.max(monthsOf, Math.ceil(left));
  return { done: monthsOf - Math.ceil(left), of: monthsOf };
}

async function readSeeded(tx: Tx): Promise<string | null> {
  const row = await tx.maybe<{ value: string }>(sql`
    select value #>> '{}' as value from app.setting where key = 'seeded'
  `);
  return row?.value ?? null;
}
