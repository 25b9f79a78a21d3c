// A complete server for one test file: a separate database, both sites listening, a movable clock.
import { cpSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { Client } from 'pg';
import pino, { type Logger } from 'pino';
import { afterAll, beforeAll, expect, inject } from 'vitest';
import { addDays, day, dayOf } from '#contract/core/day.ts';
import type { Endpoint } from '#contract/core/endpoint.ts';
import {
  type CallOptions,
  type Client as Caller,
  clientOf,
  createClient,
} from '../actors/client.ts';
import { overHttp } from '../actors/transport.ts';
import type { Services } from '../server/services.ts';
import { createPasswords } from '../server/adapters/auth/passwords.ts';
import { inTransactionsOf } from '../server/chains/chain.ts';
import { readConfig } from '../server/config/config.ts';
import { type Tx, createPool, db } from '../server/database/db.ts';
import { type App, type Pages, startApp } from '../server/app.ts';
import type { Pace } from '../server/http/security/pace.ts';
import { createLog } from '../server/log.ts';
import { brokenSchedules } from '../server/servicing/repayment/recomputation.ts';
import { dropDatabase, takeDatabase } from './databases.ts';
import { freePort } from './free-port.ts';
import { brokenInvariants } from './invariants.ts';
import { type RunningApp, keepApp, takeApp } from './kept-apps.ts';
import { repeatingCommands } from './repeated-commands.ts';
import { startOn } from './start-day.ts';
import { tasksWithOtherDays } from './task-titles.ts';

export type { Answer, CallOptions as AskOptions } from '../actors/client.ts';

export type TestServer = Caller & {
  app: App;
  services: Services;
  /**
   * Database URL with the owner role, which may read and change everything; the server itself uses
   * the restricted role of `programUrl`.
   */
  databaseUrl: string;
  programUrl: string;
  siteUrl: string;
  officeUrl: string;
  /** URL of the probes and metrics, if METRICS_PORT is set. */
  metricsUrl: string;
  /** Makes a call that must be refused. Returns the code of the refusal. */
  refused(endpoint: Endpoint, input: unknown, options?: CallOptions): Promise<string>;
  /** Runs any statement as the superuser, to check what was written. */
  rows<Row>(sql: string, values?: unknown[]): Promise<Row[]>;
  /** Runs `work` as the owner in a transaction that is always rolled back. */
  undone<T>(work: (tx: Tx) => Promise<T>): Promise<T>;
  /**
   * Moves business time forward by whole days without running the daily jobs. The bank closes the
   * days that pass, unless it is late.
   */
  advance(days: number, more?: { bankIsLate?: boolean }): Promise<void>;
  /** Makes the bank close the days that it has not closed in time. */
  closeDays(): Promise<void>;
  close(): Promise<void>;
};

export type ServerOptions = {
  pages?: Pages;
  /**
   * Whether the background worker runs; if it does not, a test sends the outbox's messages itself.
   */
  worker?: boolean;
  instead?: (services: Services) => Partial<Services>;
  environment?: Record<string, string>;
  /**
   * The day on which the server starts, for tests of a law that names days and periods; all others
   * hold on any day.
   */
  startsOn?: string;
  /** Destination of the server's log, for tests that read it. */
  log?: Logger;
  /** Limits for slow connections. */
  pace?: Partial<Pace>;
  /** Whether commands are repeated; false where jobs or other clients run beside the calls. */
  repeats?: false;
  /** Whether the invariants are checked; false for tests that violate them on purpose. */
  invariants?: boolean;
  /** False for the large data set, whose later schedules no recorded event has made. */
  schedules?: false;
  /**
   * Hashes passwords at production cost, for tests of passwords; all other tests use a cheap
   * setting.
   */
  hashing?: 'production';
};

/** Minimum cost of argon2id, because test members sign in thousands of times. */
const CHEAP = { memoryCost: 8, timeCost: 1, parallelism: 1 };

/**
 * To be called at the top of a test file: the server runs during the file's tests, and the fields
 * of the returned object are set by then. Files with the same settings use the same app one after
 * another, each with its own database and folder.
 */
export function useServer(options: ServerOptions = {}): TestServer {
  const server = {} as TestServer;
  beforeAll(async () => void Object.assign(server, await openServer(options, true)));
  afterAll(async () => {
    try {
      if (options.invariants !== false && server.rows) {
        expect(await brokenInvariants(server.rows), 'the books hold').toEqual([]);
        const read = inTransactionsOf(server.services.pool);
        const today = dayOf(server.services.clock.now());
        const broken = options.schedules === false ? [] : await brokenSchedules(read, today);
        expect(broken, 'schedules').toEqual([]);
        expect(await tasksWithOtherDays(server.rows), 'days as pages write them').toEqual([]);
      }
    } finally {
      await server.close?.();
    }
  });
  return server;
}

/** Clones the template database and starts a server of its own on it, on free ports. */
export const startServer = (options: ServerOptions = {}): Promise<TestServer> =>
  openServer(options, false);

/** Starts an app, or moves one that waits to the new database if `mayShare`. */
async function openServer(options: ServerOptions, mayShare: boolean): Promise<TestServer> {
  const name = await takeDatabase();
  const databaseUrl = inject('postgresUrl').replace(/[^/]*$/, name);
  const programUrl = inject('programUrl').replace(/[^/]*$/, name);
  const settings = mayShare ? sharedSettings(options) : null;
  const looking = new Client({ connectionString: databaseUrl });
  await looking.connect();
  // The template knows the keys of the demonstration.
  const hasOwnKeys = Object.keys(options.environment ?? {}).some((name) => /_KEYS?/.test(name));
  if (hasOwnKeys) await looking.query('delete from app.data_key; delete from app.hash_key');
  if (options.startsOn) await startOn(looking, day(options.startsOn));
  const waiting = settings === null ? null : takeApp(settings);
  if (waiting) {
    clearFolder(waiting.dataDir);
    await waiting.app.moveTo(programUrl);
  }
  const running = waiting ?? (await openApp(options, programUrl));
  const { app, siteUrl, officeUrl, dataDir } = running;
  const { isAltered, lent } = lend(app);
  if (options.worker) await lent.work();
  /** Runs queries one after another, even if a test starts several at once. */
  let looked: Promise<unknown> = Promise.resolve();
  const closeDays = async () => {
    const bank = app.services.demonstration?.bank;
    bank?.beLate(false);
    await bank?.endDays();
  };
  const rows = async <Row>(sql: string, values: unknown[] = []) => {
    const look = looked.then(() => looking.query(sql, values));
    looked = look.catch(() => {});
    return (await look).rows as Row[];
  };
  const isAlone = options.repeats !== false && (options.pages ?? 'none') === 'none';
  const isQuiet = () => isAlone && !isAltered();
  const plain = createClient(overHttp({ site: siteUrl, office: officeUrl }));
  const { ask, ok } = clientOf(repeatingCommands(plain.ask, rows, isQuiet));
  return {
    ...running,
    app: lent,
    services: app.services,
    databaseUrl,
    programUrl,
    ask,
    ok,
    async refused(endpoint, input, how) {
      const { status, code, body } = await ask(endpoint, input, how);
      expect(code, `${endpoint.path}: ${status} ${JSON.stringify(body)}`).toBeTypeOf('string');
      return String(code);
    },
    rows,
    async undone(work) {
      const pool = createPool(databaseUrl, { max: 1 });
      const client = await pool.connect();
      try {
        await client.query('begin');
        return await work(db(client));
      } finally {
        await client.query('rollback');
        client.release();
        await pool.end();
      }
    },
    async advance(days, { bankIsLate = false } = {}) {
      const { demonstration } = app.services;
      await demonstration?.clock.advance(days);
      if (bankIsLate) demonstration?.bank.beLate(true);
      else await closeDays();
      // If several days are skipped, the jobs for closed days process only the last day, because
      // the other daily jobs of the skipped days are not run either.
      if (days > 1 && !bankIsLate) await passOver(app.services);
    },
    closeDays,
    async close() {
      await looking.end();
      if (settings !== null && !isAltered()) {
        await keepApp(settings, running);
      } else {
        await app.close();
        rmSync(dataDir, { recursive: true, force: true });
      }
      await dropDatabase(name);
    },
  };
}

/** Starts an app on a database, listening on free ports. */
async function openApp(options: ServerOptions, databaseUrl: string): Promise<RunningApp> {
  const dataDir = mkdtempSync(join(inject('scratch'), 'data-'));
  clearFolder(dataDir);
  // TRUST_PROXY lets each person in a test use a different address, because rate limits count by
  // address. A browser sends the page's origin to the office, which must know it in advance.
  const { pages = 'none' } = options;
  const ports =
    pages === 'none'
      ? { PORT: '0', OFFICE_PORT: '0' }
      : { PORT: String(await freePort()), OFFICE_PORT: String(await freePort()) };
  const config = readConfig({ ...ports, TRUST_PROXY: '1', ...options.environment }, dataDir);
  const app = await startApp({
    config,
    databaseUrl,
    log:
      options.log ??
      createLog('warn', pino.destination({ dest: logFile(), mkdir: true, sync: true })),
    pages,
    pace: options.pace,
    instead: (services) => ({
      checkAnswers: true,
      // No worker runs beside most tests, which would carry out what was held.
      undoSeconds: 0,
      ...(options.hashing !== 'production' && { passwords: createPasswords({ cost: CHEAP }) }),
      ...options.instead?.(services),
    }),
  });
  const { officePort, port } = config;
  const open = await app.listen({ host: '127.0.0.1', port, officePort });
  return {
    app,
    dataDir,
    siteUrl: `http://127.0.0.1:${open.port}`,
    officeUrl: `http://127.0.0.1:${open.officePort}`,
    metricsUrl: `http://127.0.0.1:${open.metricsPort}`,
  };
}

/**
 * Returns the settings of a server as text, by which another file finds its app again; null if the
 * server has parts that belong to its own file.
 */
function sharedSettings({ instead, log, pace, worker, ...rest }: ServerOptions): string | null {
  if (instead || log || pace || worker) return null;
  const { pages, environment, hashing } = rest;
  return JSON.stringify({ pages, environment, hashing });
}

/** Returns an app for one file, and whether the file has started or ended more than calls in it. */
function lend(app: App): { lent: App; isAltered: () => boolean } {
  let altered = false;
  const noting = <Args extends unknown[], T>(act: (...args: Args) => T) => {
    return (...args: Args): T => {
      altered = true;
      return act(...args);
    };
  };
  const { work, drain, close, listen, moveTo } = app;
  const lent = {
    ...app,
    work: noting(work),
    drain: noting(drain),
    close: noting(close),
    listen: noting(listen),
    moveTo: noting(moveTo),
  };
  return { lent, isAltered: () => altered };
}

/** Empties the folder of a server, except for the keys. */
function clearFolder(folder: string): void {
  for (const entry of readdirSync(folder)) {
    rmSync(join(folder, entry), { recursive: true, force: true });
  }
  cpSync(inject('keys'), folder, { recursive: true });
}

/** Marks days as processed, so that only the last completed day remains to be processed. */
const passOver = ({ pool, clock }: Services) =>
  pool.query('update app.judged set through = $1 where through < $1', [
    addDays(dayOf(clock.now()), -2),
  ]);

/** Returns the log file of the test servers, for investigating a failure. */
function logFile(): string {
  return join('test-results', 'server.log');
}
