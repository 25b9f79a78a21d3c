// Proves the conditions of jobs: a job that is not due would have written nothing.
import type { QueryResult } from 'pg';
import { expect } from 'vitest';
import { addDays } from '#contract/core/day.ts';
import type { Services } from '../server/services.ts';
import { bankClosedThrough } from '../server/banking/front.ts';
import { type Pool, createPool, db } from '../server/database/db.ts';
import { dueAmong, firstDays } from '../server/jobs/due.ts';
import { processedThrough } from '../server/jobs/judged.ts';
import { closedDayJobs, jobs } from '../server/routes.ts';

type TestServer = { services: Services; programUrl: string };
type Idle = { name: string; run: (services: Services) => Promise<void> };

/** The jobs of the minute and of the day that are not due, each kind as the worker would ask. */
async function idleJobs(services: Services): Promise<Idle[]> {
  const idle: Idle[] = [];
  for (const each of ['minute', 'day'] as const) {
    const these = jobs.filter((job) => job.each === each);
    const due = await dueAmong(services, these);
    idle.push(...these.filter((job) => !due.includes(job)));
  }
  return idle;
}

/** The jobs that have nothing to do for the next closed day. */
async function idleClosedDayJobs(services: Services): Promise<Idle[]> {
  const tx = db(services.pool);
  const to = await bankClosedThrough(tx);
  const from = addDays((await processedThrough(tx)).day, 1);
  if (to === null || from > to) return [];
  const days = await firstDays(services, closedDayJobs, { from, to });
  return closedDayJobs
    .filter((_, k) => days[k] !== from)
    .map(({ name, judge }) => ({ name, run: (idle) => judge(idle, from) }));
}

type Ask = (query: { text: string; values?: unknown[] }) => Promise<QueryResult>;

/** Number of rows that the open transaction has written; locks do not count. */
async function rowsWritten(ask: Ask): Promise<number> {
  const { rows: ids } = await ask({ text: 'select pg_current_xact_id_if_assigned() as id' });
  if (ids[0]?.id === null) return 0;
  const { rows } = await ask({
    text: `select coalesce(sum(n_tup_ins + n_tup_upd + n_tup_del), 0)::int as written
      from pg_stat_xact_user_tables`,
  });
  return Number(rows[0]?.written);
}

/**
 * Returns a pool that throws at the end of each transaction, or after a statement outside of any,
 * that wrote rows, and takes them back.
 */
function poolWithoutWrites(programUrl: string): Pool {
  const pool = createPool(programUrl, { max: 2 });
  pool.on('connect', (client) => {
    const ask = client.query.bind(client) as unknown as Ask;
    let isOpen = false;
    const ended = async (): Promise<void> => {
      isOpen = false;
      const written = await rowsWritten(ask);
      if (written === 0) return;
      await ask({ text: 'rollback' });
      throw new Error(`${written} rows written`);
    };
    const guarded: Ask = async (query) => {
      if (query.text === 'begin') isOpen = true;
      else if (query.text === 'rollback') isOpen = false;
      else if (query.text === 'commit') await ended();
      else if (!isOpen) {
        await ask({ text: 'begin' });
        const answer = await ask(query);
        await ended();
        await ask({ text: 'commit' });
        return answer;
      }
      return ask(query);
    };
    Object.assign(client, { query: guarded });
  });
  return pool;
}

/** Runs every job that is not due, and returns those that would have written something. */
async function wronglyIdle({ services, programUrl }: TestServer): Promise<string[]> {
  const pool = poolWithoutWrites(programUrl);
  const wrong: string[] = [];
  try {
    for (const { name, run } of [
      ...(await idleJobs(services)),
      ...(await idleClosedDayJobs(services)),
    ]) {
      await run({ ...services, pool }).catch((error: unknown) => {
        wrong.push(`${name}: ${String(error)}`);
      });
    }
  } finally {
    await pool.end();
  }
  return wrong;
}

/** Fails if a job that is not due now would write something. */
export async function expectIdle(server: TestServer): Promise<void> {
  expect(await wronglyIdle(server), 'written by jobs that are not due').toEqual([]);
}
