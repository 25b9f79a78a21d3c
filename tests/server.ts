// A complete server for one test file: a separate database, both sites listening, a movable clock.
import { randomBytes, randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import pino, { type Logger } from 'pino';
import { afterAll, beforeAll, expect, inject } from 'vitest';
import type { z } from 'zod';
import { addDays, dayOf } from '#contract/core/day.ts';
import type { Endpoint } from '#contract/core/endpoint.ts';
import type { Services } from '../server/action.ts';
import { createPasswords } from '../server/adapters/auth/passwords.ts';
import { readConfig } from '../server/config/config.ts';
import { type Tx, createPool, db } from '../server/database/db.ts';
import { type App, type Pages, startApp } from '../server/app.ts';
import type { Pace } from '../server/http/security/pace.ts';
import { createLog } from '../server/log.ts';
import { brokenInvariants } from './invariants.ts';
import { template } from './template.setup.ts';

export type AskOptions = {
  /** A member's bearer token; for operators' calls, the value of the session cookie. */
  token?: string;
  /** Idempotency key: a command gets a new one if none is given; null sends none. */
  key?: string | null;
  headers?: Record<string, string>;
  files?: { name: string; filename: string; type: string; bytes: Uint8Array }[];
};

export type Answer<E extends Endpoint> = {
  status: number;
  headers: Headers;
  /** The contract's output if the status is 200, otherwise the body of the failure. */
  body: z.output<E['output']>;
  /** Code of the refusal; `HTTP_401` and the like if the answer has no code; null at 200. */
  code: string | null;
};

export type TestServer = {
  house: App;
  services: Services;
  /**
   * Address for the owner role, which may read and change everything; the server uses the
   * restricted role of `programUrl`.
   */
  databaseUrl: string;
  programUrl: string;
  siteUrl: string;
  officeUrl: string;
  /** Probes and metrics, if METRICS_PORT is set. */
  metricsUrl: string;
  /** Makes one call over HTTP as the contract describes it; `input` may be wrong on purpose. */
  ask<E extends Endpoint>(endpoint: E, input: unknown, options?: AskOptions): Promise<Answer<E>>;
  /** Like `ask`, but any status other than 200 fails the test. Returns the body. */
  ok<E extends Endpoint>(
    endpoint: E,
    input: z.input<E['input']>,
    options?: AskOptions,
  ): Promise<z.output<E['output']>>;
  /** Like `ask`, but status 200 fails the test. Returns the code of the refusal. */
  refused<E extends Endpoint>(endpoint: E, input: unknown, options?: AskOptions): Promise<string>;
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
  /** Whether the worker's loops run; if they do not, a test sends the outbox's messages itself. */
  worker?: boolean;
  instead?: (services: Services) => Partial<Services>;
  environment?: Record<string, string>;
  /** Destination of the server's log, for tests that read it. */
  log?: Logger;
  /** Limits for slow connections. */
  pace?: Partial<Pace>;
  /** False for tests that violate the invariants on purpose. */
  invariants?: boolean;
  /** Tests of passwords hash them at production cost; all others use a cheap setting. */
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
  const dataDir = mkdtempSync(join(tmpdir(), 'baixi-data-'));
  // Each person in a test may use a different address, because rate limits count by address.
  const ours = { PORT: '0', OFFICE_PORT: '0', TRUST_PROXY: '1' };
  const config = readConfig({ ...ours, ...options.environment }, dataDir);
  const house = await startApp({
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
  // At the office a browser sends its origin, and a passkey is bound to the site's origin, so tests
  // of these choose the port in advance.
  const { officePort, port } = config;
  const ports = await house.listen({ host: '127.0.0.1', port, officePort });
  const siteUrl = `http://127.0.0.1:${ports.port}`;
  const officeUrl = `http://127.0.0.1:${ports.officePort}`;
  const metricsUrl = `http://127.0.0.1:${ports.metricsPort}`;
  if (options.worker) await house.work();
  const looking = new Client({ connectionString: databaseUrl });
  await looking.connect();
  /** Runs queries one after another, even if a test starts several at once. */
  let looked: Promise<unknown> = Promise.resolve();
  const closeDays = async () => {
    const bank = house.services.demonstration?.bank;
    bank?.beLate(false);
    await bank?.endDays();
  };
  const ask: TestServer['ask'] = (endpoint, input, how = {}) =>
    askOver(isOffices(endpoint) ? officeUrl : siteUrl, endpoint, input, how);
  return {
    house,
    services: house.services,
    databaseUrl,
    programUrl,
    siteUrl,
    officeUrl,
    metricsUrl,
    ask,
    async ok(endpoint, input, how) {
      const { status, body } = await ask(endpoint, input, how);
      expect(status, `${endpoint.path}: ${JSON.stringify(body)}`).toBe(200);
      return body;
    },
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
      const { demonstration } = house.services;
      await demonstration?.clock.advance(days);
      if (bankIsLate) demonstration?.bank.beLate(true);
      else await closeDays();
      // If several days are skipped, closed-day jobs process only the last one, because the other
      // jobs of those days are not run.
      if (days > 1 && !bankIsLate) await passOver(house.services);
    },
    closeDays,
    async close() {
      await looking.end();
      await house.close();
      await admin.query(`drop database ${name} with (force)`);
      await admin.end();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

/** Marks days as processed, so that only the last finished day remains. */
const passOver = ({ pool, clock }: Services) =>
  pool.query('update app.judged set through = $1 where through < $1', [
    addDays(dayOf(clock.now()), -2),
  ]);

/** Returns the log file of the test servers, for investigating a failure. */
function logFile(): string {
  return join('test-results', 'server.log');
}

/** Signing in is a public call, also at the office. */
const isOffices = ({ path }: Endpoint) => path.startsWith('/ops/');

async function askOver<E extends Endpoint>(
  base: string,
  endpoint: E,
  input: unknown,
  options: AskOptions,
): Promise<Answer<E>> {
  const rest = { ...(input as Record<string, unknown>) };
  const path = endpoint.path.replace(/:(\w+)/g, (_, name: string) => {
    const value = rest[name];
    delete rest[name];
    return encodeURIComponent(String(value));
  });
  const headers = headersOf(endpoint, options);
  const query = endpoint.method === 'GET' ? queryOf(rest) : '';
  const body = endpoint.method === 'GET' ? undefined : bodyOf(endpoint, rest, options, headers);
  const response = await fetch(base + path + query, {
    method: endpoint.method,
    headers,
    ...(body === undefined ? {} : { body }),
  });
  const bytes = Buffer.from(await response.arrayBuffer());
  const isJson = response.headers.get('content-type')?.includes('json');
  const answer: unknown = isJson ? JSON.parse(bytes.toString()) : bytes;
  const failure = answer as { code?: string };
  const code = response.status === 200 ? null : (failure.code ?? `HTTP_${response.status}`);
  return {
    status: response.status,
    headers: response.headers,
    body: answer as z.output<E['output']>,
    code,
  };
}

function headersOf(endpoint: Endpoint, { token, key, headers }: AskOptions) {
  const all: Record<string, string> = { accept: 'application/json' };
  if (isOffices(endpoint)) {
    all['x-office'] = '1';
    if (token) all['cookie'] = `office_session=${token}`;
  } else if (token) all['authorization'] = `Bearer ${token}`;
  const isCommand = endpoint.kind === 'command' || endpoint.kind === 'batched';
  if (key ?? (isCommand && key !== null)) all['idempotency-key'] = key ?? randomUUID();
  return { ...all, ...headers };
}

function queryOf(input: Record<string, unknown>): string {
  const pairs = Object.entries(input)
    .filter(([, value]) => value !== undefined && value !== null)
    .flatMap(([name, value]) => [value].flat().map((one) => [name, String(one)]));
  return pairs.length > 0 ? `?${new URLSearchParams(pairs)}` : '';
}

function bodyOf(
  endpoint: Endpoint,
  input: Record<string, unknown>,
  { files }: AskOptions,
  headers: Record<string, string>,
): FormData | string {
  if (!endpoint.files) {
    headers['content-type'] ??= 'application/json';
    return JSON.stringify(input);
  }
  const form = new FormData();
  for (const [name, value] of Object.entries(input)) {
    if (value === undefined || value === null) continue;
    form.append(name, typeof value === 'object' ? JSON.stringify(value) : String(value));
  }
  for (const { name, filename, type, bytes } of files ?? []) {
    form.append(name, new File([new Uint8Array(bytes)], filename, { type }));
  }
  return form;
}
