// A complete server for one test file: a separate database, both sites listening, a movable clock.
import { randomBytes } from 'node:crypto';
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { Client } from 'pg';
import pino, { type Logger } from 'pino';
import { afterAll, beforeAll, expect, inject } from 'vitest';
import { addDays, dayOf } from '#contract/core/day.ts';
import type { Endpoint } from '#contract/core/endpoint.ts';
import { type CallOptions, type Client as Caller, createClient } from '../actors/client.ts';
import { overHttp } from '../actors/transport.ts';
import type { Services } from '../server/action.ts';
import { createPasswords } from '../server/adapters/auth/passwords.ts';
import { readConfig } from '../server/config/config.ts';
import { type Tx, createPool, db } from '../server/database/db.ts';
import { type App, type Pages, startApp } from '../server/app.ts';
import type { Pace } from '../server/http/security/pace.ts';
import { createLog } from '../server/log.ts';
import { brokenInvariants } from './invariants.ts';
import { tasksWithOtherDays } from './task-titles.ts';
import { template } from './template.setup.ts';

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
  /** Destination of the server's log, for tests that read it. */
  log?: Logger;
  /** Limits for slow connections. */
  pace?: Partial<Pace>;
  /** Whether the invariants are checked; false for tests that violate them on purpose. */
  invariants?: boolean;
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
 * of the returned object are set by then.
 */
export function useServer(options: ServerOptions = {}): TestServer {
  const server = {} as TestServer;
  beforeAll(async () => void Object.assign(server, await startServer(options)));
  afterAll(async () => {
    try {
      if (options.invariants !== false && server.rows) {
        expect(await brokenInvariants(server.rows), 'the books hold').toEqual([]);
        expect(await tasksWithOtherDays(server.rows), 'days as pages write them').toEqual([]);
      }
    } finally {
      await server.close?.();
    }
  });
  return server;
}

/** Clones the template database and starts a server on it, on free ports. */
export async function startServer(options: ServerOptions = {}): Promise<TestServer> {
  const maintenanceUrl = inject('postgresUrl');
  const name = `t_${randomBytes(8).toString('hex')}`;
  const admin = new Client({ connectionString: maintenanceUrl });
  await admin.connect();
  await admin.query(`create database ${name} template ${template} strategy file_copy`);
  const databaseUrl = maintenanceUrl.replace(/[^/]*$/, name);
  const programUrl = inject('programUrl').replace(/[^/]*$/, name);
  const dataDir = mkdtempSync(join(inject('scratch'), 'data-'));
  cpSync(inject('keys'), dataDir, { recursive: true });
  // TRUST_PROXY lets each person in a test use a different address, because rate limits count by
  // address.
  const ours = { PORT: '0', OFFICE_PORT: '0', TRUST_PROXY: '1' };
  const config = readConfig({ ...ours, ...options.environment }, dataDir);
  const app = await startApp({
    config,
    databaseUrl: programUrl,
    log:
      options.log ??
      createLog('warn', pino.destination({ dest: logFile(), mkdir: true, sync: true })),
    pages: options.pages ?? 'none',
    pace: options.pace,
    instead: (services) => ({
      checkAnswers: true,
      ...(options.hashing !== 'production' && { passwords: createPasswords({ cost: CHEAP }) }),
      ...options.instead?.(services),
    }),
  });
  // In the office a browser sends the page's origin, and a passkey is bound to the site's origin,
  // so tests of these set the ports in advance.
  const { officePort, port } = config;
  const ports = await app.listen({ host: '127.0.0.1', port, officePort });
  const siteUrl = `http://127.0.0.1:${ports.port}`;
  const officeUrl = `http://127.0.0.1:${ports.officePort}`;
  const metricsUrl = `http://127.0.0.1:${ports.metricsPort}`;
  if (options.worker) await app.work();
  const looking = new Client({ connectionString: databaseUrl });
  await looking.connect();
  /** Runs queries one after another, even if a test starts several at once. */
  let looked: Promise<unknown> = Promise.resolve();
  const closeDays = async () => {
    const bank = app.services.demonstration?.bank;
    bank?.beLate(false);
    await bank?.endDays();
  };
  const { ask, ok } = createClient(overHttp({ site: siteUrl, office: officeUrl }));
  return {
    app,
    services: app.services,
    databaseUrl,
    programUrl,
    siteUrl,
    officeUrl,
    metricsUrl,
    ask,
    ok,
    async refused(endpoint, input, how) {
      const { status, code, body } = await ask(endpoint, input, how);
      expect(code, `${endpoint.path}: ${status} ${JSON.stringify(body)}`).toBeTypeOf('string');
      return String(code);
    },
    async rows<Row>(sql: string, values: unknown[] = []) {
      const look = looked.then(() => looking.query(sql, values));
      looked = look.catch(() => {});
      return (await look).rows as Row[];
    },
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
      await app.close();
      await admin.query(`drop database ${name} with (force)`);
      await admin.end();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
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
