// Drill: the database becomes slow, silent, or is stopped; every call is answered in time.
import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { type Urls, migrate } from '../../../server/database/migrate.ts';
import type { Postgres } from '../../../server/database/postgres.ts';
import { type Drill, type DrillOptions, withPostgres } from '../drill.ts';
import { productionSettings, startProcess, withPorts } from '../processes.ts';
import { type Answer, newVisitors } from '../visitors.ts';
import { startFaultProxy } from './fault-proxy.ts';
import { percentile } from './judgement.ts';

/**
 * Longest time a request may take: 2.5 s for a connection, 3 s for an answer, and the remaining
 * work.
 */
const WAIT_MAX_MS = 6_000;
const RECOVERY_MAX_MS = 5_000;
const FAULT_MS = 10_000;
const CLIENTS = 16;
const SLOW_MS = 100;

/** Sends a signal to the postmaster and all its processes. */
function signalAll({ pid }: Postgres, signal: 'SIGSTOP' | 'SIGCONT'): void {
  const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ');
  for (const one of [...children.filter(Boolean).map(Number), pid]) {
    try {
      process.kill(one, signal);
    } catch {
      // A backend has ended meanwhile.
    }
  }
}

/** Returns the figures measured during a fault in one line, and the limits that were exceeded. */
function judge(name: string, answers: readonly Answer[], endedAt: number) {
  const times = answers.map(({ ms }) => ms).toSorted((a, b) => a - b);
  const refused = answers.filter(({ status }) => status === 503);
  const failures: string[] = [];
  for (const { path, status, ms, retryAfter, text } of answers) {
    if (status !== 200 && status !== 503) failures.push(`${name}: ${path} ${status} ${text}`);
    if (status === 503 && retryAfter === null) failures.push(`${name}: 503 without Retry-After`);
    if (ms > WAIT_MAX_MS) failures.push(`${name}: ${status} after ${Math.round(ms)} ms`);
  }
  const well = answers.find(({ at, ms, status }) => status === 200 && at - ms >= endedAt);
  const recovery = (well?.at ?? Infinity) - endedAt;
  if (recovery > RECOVERY_MAX_MS) failures.push(`${name}: recovered after ${recovery} ms`);
  const says = [
    `${name}: ${answers.length} calls, ${refused.length} of them 503`,
    `p50 ${Math.round(percentile(times, 0.5))} ms`,
    `p99 ${Math.round(percentile(times, 0.99))} ms`,
    `longest ${Math.round(times.at(-1) ?? 0)} ms`,
    `recovery ${Math.round(recovery)} ms`,
  ].join(', ');
  return { says, failures };
}

type Fault = { name: string; begin(): void; end(): void };

async function slowDown(postgres: Postgres, folder: string, options: DrillOptions) {
  const urls: Urls = postgres;
  await migrate(urls);
  const proxy = await startFaultProxy(postgres.port);
  const behind = new URL(urls.programUrl);
  behind.port = String(proxy.port);
  const settings = await withPorts({
    ...productionSettings({ programUrl: behind.href }, folder),
    POOL_MAX: '4',
    DRAIN_SECONDS: '0',
    LOG_LEVEL: 'fatal',
  });
  const running = await startProcess(settings, ['--role', 'web']);
  const set = (change: Partial<typeof proxy.state>) => void Object.assign(proxy.state, change);
  const faults: Fault[] = [
    { name: 'none', begin: () => {}, end: () => {} },
    {
      name: `${SLOW_MS} ms late each way`,
      begin: () => set({ delayMs: SLOW_MS }),
      end: () => set({ delayMs: 0 }),
    },
    { name: 'silent', begin: () => set({ silent: 'both' }), end: () => set({ silent: 'none' }) },
    {
      name: 'stopped (SIGSTOP)',
      begin: () => signalAll(postgres, 'SIGSTOP'),
      end: () => signalAll(postgres, 'SIGCONT'),
    },
  ];
  let answers: Answer[] = [];
  let over = false;
  const { visit, votes } = newVisitors(running.siteUrl);
  const client = async () => {
    while (!over) {
      answers.push(await visit());
      await sleep(20);
    }
  };
  const clients = Array.from({ length: CLIENTS }, client);
  const failures: string[] = [];
  let calls = 0;
  try {
    for (let round = 0; round < (options.rounds ?? 1); round += 1) {
      for (const { name, begin, end } of faults) {
        answers = [];
        begin();
        await sleep(FAULT_MS);
        end();
        const endedAt = performance.now();
        await sleep(RECOVERY_MAX_MS + 1_000);
        const judged = judge(name, answers, endedAt);
        calls += answers.length;
        options.say(`  ${judged.says}`);
        failures.push(...judged.failures);
      }
    }
  } finally {
    over = true;
    signalAll(postgres, 'SIGCONT');
    await Promise.all(clients);
    running.child.kill('SIGTERM');
    await running.ended;
    proxy.close();
  }
  const stored = await countVotes(urls.url);
  if (stored < votes.length) failures.push(`${votes.length - stored} votes were lost`);
  return { result: `${calls} calls, ${votes.length} votes acknowledged`, failures };
}

async function countVotes(url: string): Promise<number> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const { rows } = await client.query('select count(*)::integer as n from content.vote');
  await client.end();
  return rows[0].n as number;
}

export const slowDatabase: Drill = {
  about: 'slows, silences and stops the database, and measures how long calls wait',
  run: (options) => withPostgres((postgres, folder) => slowDown(postgres, folder, options)),
};
