// Drill: all connections of the program are in use, by 500 clients at once, by transactions of
// others that wait, or by work that never gives its connection back.
import { setTimeout as sleep } from 'node:timers/promises';
import pino from 'pino';
import { startApp } from '../../../server/app.ts';
import { readConfig } from '../../../server/config/config.ts';
import type { Pool } from '../../../server/database/db.ts';
import { migrate } from '../../../server/database/migrate.ts';
import { freePort } from '../../../server/database/free-port.ts';
import { type Postgres } from '../../../server/database/postgres.ts';
import { type Drill, type DrillOptions, withPostgres } from '../drill.ts';
import { type Answer, newVisitors } from '../visitors.ts';
import { percentile } from './judgement.ts';

const POOL_MAX = 4;
const CROWD = 500;
const CLIENTS = 16;
const FAULT_MS = 8_000;
/** Longest wait for a connection and for a statement, and the work of a busy machine. */
const WAIT_MAX_MS = 8_000;
const RECOVERY_MAX_MS = 5_000;
/** Longest time until the median refusal, if no connection is ever given back. */
const REFUSAL_MAX_MS = 1_000;

/** Takes connections and begins transactions on them; returns what gives them back. */
async function leak(pool: Pool, count: number): Promise<() => Promise<void>> {
  const clients = await Promise.all(Array.from({ length: count }, () => pool.connect()));
  for (const client of clients) await client.query('begin');
  return async () => {
    for (const client of clients) {
      await client.query('rollback');
      client.release();
    }
  };
}

/** Locks what every vote writes, in a transaction that is idle. */
async function lockVotes(pool: Pool): Promise<() => Promise<void>> {
  const client = await pool.connect();
  await client.query('begin');
  await client.query('lock table content.vote in exclusive mode');
  return async () => {
    await client.query('rollback');
    client.release();
  };
}

type Fault = { name: string; clients: number; begin(): Promise<() => Promise<void>> };

async function exhaust(postgres: Postgres, folder: string, { rounds, say }: DrillOptions) {
  await migrate(postgres);
  const ports = { PORT: String(await freePort()), OFFICE_PORT: String(await freePort()) };
  const config = readConfig({ ...ports, TRUST_PROXY: '1', POOL_MAX: String(POOL_MAX) }, folder);
  const { programUrl: databaseUrl } = postgres;
  const log = pino({ level: 'silent' });
  const app = await startApp({ config, databaseUrl, log, pages: 'none' });
  await app.listen(config);
  const { pool } = app.services;
  const { visit } = newVisitors(`http://127.0.0.1:${ports.PORT}`);
  const faults: Fault[] = [
    { name: `${CROWD} clients`, clients: CROWD, begin: async () => async () => {} },
    { name: 'votes locked', clients: CLIENTS, begin: () => lockVotes(pool) },
    { name: '3 of 4 leaked', clients: CLIENTS, begin: () => leak(pool, POOL_MAX - 1) },
    { name: 'all leaked', clients: CLIENTS, begin: () => leak(pool, POOL_MAX) },
  ];
  const failures: string[] = [];
  let calls = 0;
  for (let round = 0; round < (rounds ?? 1); round += 1) {
    for (const { name, clients, begin } of faults) {
      const answers: Answer[] = [];
      let over = false;
      const client = async () => {
        while (!over) answers.push(await visit());
      };
      const end = await begin();
      const running = Array.from({ length: clients }, client);
      await sleep(FAULT_MS);
      await end();
      over = true;
      await Promise.all(running);
      const endedAt = performance.now();
      while ((await visit()).status !== 200) await sleep(50);
      const recovery = performance.now() - endedAt;
      if (recovery > RECOVERY_MAX_MS) failures.push(`${name}: recovered after ${recovery} ms`);
      const judged = judge(answers);
      failures.push(...judged.failures.map((line) => `${name}: ${line}`));
      if (name === 'all leaked' && judged.refusalMs > REFUSAL_MAX_MS)
        failures.push(`${name}: refused after ${Math.round(judged.refusalMs)} ms`);
      calls += answers.length;
      say(`  ${name}: ${judged.says}, recovery ${Math.round(recovery)} ms`);
    }
  }
  await app.close();
  return { result: `${calls} calls with ${POOL_MAX} connections`, failures };
}

function judge(answers: readonly Answer[]) {
  const failures: string[] = [];
  for (const { path, status, ms, retryAfter, text } of answers) {
    if (status !== 200 && status !== 503) failures.push(`${path} ${status} ${text}`);
    if (status === 503 && retryAfter === null) failures.push('503 without Retry-After');
    if (ms > WAIT_MAX_MS) failures.push(`${path} ${status} after ${Math.round(ms)} ms`);
  }
  const refused = answers.filter(({ status }) => status === 503);
  const sorted = (some: readonly Answer[]) => some.map(({ ms }) => ms).toSorted((a, b) => a - b);
  const times = sorted(answers);
  const refusalMs = percentile(sorted(refused), 0.5);
  const says =
    `${answers.length} calls, ${refused.length} of them 503 ` +
    `(p50 ${Math.round(refusalMs)} ms), all ` +
    `p50 ${Math.round(percentile(times, 0.5))} ms, longest ${Math.round(times.at(-1) ?? 0)} ms`;
  return { says, failures, refusalMs };
}

export const exhaustion: Drill = {
  about: 'leaves the program no free connection to the database',
  run: (options) => withPostgres((postgres, folder) => exhaust(postgres, folder, options)),
};
