// A whole server for one test file: its own database, both sites listening, the clock in hand.
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
import { type Tx, createPool, statementsOf } from '../server/database/db.ts';
import { type House, type Pages, openHouse } from '../server/app.ts';
import type { Pace } from '../server/http/security/pace.ts';
import { createLog } from '../server/log.ts';
import { brokenInvariants } from './invariants.ts';
import { template } from './template.setup.ts';

export type AskOptions = {
  /** A member's bearer token; for operators' calls the value of the session cookie. */
  token?: string;
  /** Commands get a fresh one when none is given; null sends none. */
  key?: string | null;
  headers?: Record<string, string>;
  files?: { name: string; filename: string; type: string; bytes: Uint8Array }[];
};

export type Answer<E extends Endpoint> = {
  status: number;
  headers: Headers;
  /** What the contract promises where the status is 200; a failure's body otherwise. */
  body: z.output<E['output']>;
  /** The code of a refusal, `HTTP_401` and the like where it has none, null at 200. */
  code: string | null;
};

export type TestServer = {
  house: House;
  services: Services;
  /** As the owner, who may look at everything and break it; the server signs in as the program. */
  databaseUrl: string;
  programUrl: string;
  siteUrl: string;
  officeUrl: string;
  /** One call over HTTP, as the contract describes it; `input` may be wrong on purpose. */
  ask<E extends Endpoint>(endpoint: E, input: unknown, options?: AskOptions): Promise<Answer<E>>;
  /** The same, where anything but 200 fails the test. Answers the body. */
  ok<E extends Endpoint>(
    endpoint: E,
    input: z.input<E['input']>,
    options?: AskOptions,
  ): Promise<z.output<E['output']>>;
  /** The same, where 200 fails the test. Answers the code of the refusal. */
  refused<E extends Endpoint>(endpoint: E, input: unknown, options?: AskOptions): Promise<string>;
  /** Any statement, as the superuser: for looking at what was written. */
  rows<Row>(sql: string, values?: unknown[]): Promise<Row[]>;
  /** Runs `work` as the owner in a transaction that is always rolled back. */
  undone<T>(work: (tx: Tx) => Promise<T>): Promise<T>;
  /**
   * Moves business time on by whole days, without running the days' jobs. The bank closes the days
   * that pass, unless it is late with them.
   */
  advance(days: number, more?: { bankIsLate?: boolean }): Promise<void>;
  /** The bank closes what it was late with. */
  closeDays(): Promise<void>;
  close(): Promise<void>;
};

export type ServerOptions = {
  pages?: Pages;
  /** Runs the worker's loops; off, a test drains the outbox itself when it wants. */
  worker?: boolean;
  instead?: (services: Services) => Partial<Services>;
  environment?: Record<string, string>;
  /** Where the server writes its log, for tests that read it. */
  log?: Logger;
  /** How slow a connection may be. */
  pace?: Partial<Pace>;
  /** Tests that break the books on purpose say so. */
  invariants?: boolean;
  /** Tests of passwords hash them at the cost of production; to all others they are a means. */
  hashing?: 'production';
};

/** The least that argon2id takes: a test's members sign in thousands of times. */
const CHEAP = { memoryCost: 8, timeCost: 1, parallelism: 1 };

/** For the top of a test file: the server runs while its tests do; its fields are set by then. */
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

/** Clones the template database and opens the house on it, on free ports. */
export async function startServer(options: ServerOptions = {}): Promise<TestServer> {
  const maintenanceUrl = inject('postgresUrl');
  const name = `t_${randomBytes(8).toString('hex')}`;
  const admin = new Client({ connectionString: maintenanceUrl });
  await admin.connect();
  await admin.query(`create database ${name} template ${template} strategy file_copy`);
  const databaseUrl = maintenanceUrl.replace(/[^/]*$/, name);
  const programUrl = inject('programUrl').replace(/[^/]*$/, name);
  const dataDir = mkdtempSync(join(tmpdir(), 'baixi-data-'));
  // Each person of a test may come from an address of his own: limits count by address.
  const ours = { PORT: '0', OFFICE_PORT: '0', TRUST_PROXY: '1' };
  const config = readConfig({ ...ours, ...options.environment }, dataDir);
  const house = await openHouse({
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
  // A browser names its origin at the office, and a passkey is bound to the site's: where those
  // count, a test chooses the port beforehand.
  const { officePort, port } = config;
  const ports = await house.listen({ host: '127.0.0.1', port, officePort });
  const siteUrl = `http://127.0.0.1:${ports.port}`;
  const officeUrl = `http://127.0.0.1:${ports.officePort}`;
  if (options.worker) await house.work();
  const looking = new Client({ connectionString: databaseUrl });
  await looking.connect();
  /** One look after the other, however many a test takes at once. */
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
        return await work(statementsOf(client));
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
      // Of days that are passed over only the last is judged, as their other jobs are not run.
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

/** Leaves only the last day that has ended to be judged. */
const passOver = ({ pool, clock }: Services) =>
  pool.query('update door.judged set through = $1 where through < $1', [
    addDays(dayOf(clock.now()), -2),
  ]);

/** What the servers of tests have to say, for whoever looks into a failure. */
function logFile(): string {
  return join('test-results', 'server.log');
}

/** Signing in is public, at the office too. */
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
