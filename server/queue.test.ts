// Tests that the queue of jobs survives a connection that breaks while a job's end is recorded, and
// a clock that is set back.
import type pg from 'pg';
import { Logger } from 'graphile-worker';
import pino from 'pino';
import { expect, test } from 'vitest';
import { useServer } from '../tests/server.ts';
import { createPool } from './database/db.ts';
import { startQueue } from './queue.ts';

const server = useServer({ worker: false });
const clock = { realNow: () => server.services.clock.realNow() };

/** Makes the next statement that matches fail as if the connection broke. */
function breakNext(pool: pg.Pool, pattern: RegExp): void {
  let isBroken = false;
  pool.on('acquire', (client) => {
    const query = client.query.bind(client) as (...args: unknown[]) => unknown;
    const sabotaged = (...args: unknown[]) => {
      const [what] = args as [string | { text: string }];
      if (isBroken || !pattern.test(typeof what === 'string' ? what : what.text)) {
        return query(...args);
      }
      isBroken = true;
      return Promise.reject(new Error('Connection terminated unexpectedly'));
    };
    Object.assign(client, { query: sabotaged });
  });
}

test.each([
  ['a success', /delete from .*_private_jobs/s, false],
  ['a failure', /last_error = /, true],
])('the queue goes on when %s cannot be recorded', async (_, pattern, fails) => {
  const pool = createPool(server.programUrl, { max: 4 });
  breakNext(pool, pattern);
  const runs: string[] = [];
  const taskList = {
    probe: async (payload: unknown) => {
      runs.push((payload as { name: string }).name);
      if (fails) throw new Error('the job failed');
    },
  };
  const logger = new Logger(() => () => {});
  const options = { pgPool: pool, noHandleSignals: true, pollInterval: 100, taskList, logger };
  const queue = await startQueue(options, pino({ level: 'silent' }), () => clock.realNow());
  const add = (name: string) =>
    server.rows('select graphile_worker.add_job($1, $2)', ['probe', { name }]);
  await add('first');
  await expect.poll(() => runs).toContain('first');
  await new Promise((later) => setTimeout(later, 200));
  await add('second');
  await expect.poll(() => runs).toContain('second');
  await queue.stop();
  await pool.end();
});

const lastOf = async (task: string) => {
  const [row] = await server.rows<{ at: Date | null }>(
    `select last_execution as at from graphile_worker._private_known_crontabs
     where identifier = $1`,
    [task],
  );
  return row?.at?.getTime() ?? Infinity;
};

test('the crontab goes on after the clock was set back by days', async () => {
  const pool = createPool(server.programUrl, { max: 4 });
  const ahead = 35 * 3_600_000;
  let wrongBy = ahead;
  const realNow = () => new Date(clock.realNow().getTime() + wrongBy);
  const warnings: string[] = [];
  const log = pino({ level: 'warn' }, { write: (line: string) => void warnings.push(line) });
  const runs: string[] = [];
  const options = {
    pgPool: pool,
    noHandleSignals: true,
    pollInterval: 100,
    crontab: '* * * * * probe',
    taskList: { probe: async (payload: unknown) => void runs.push(JSON.stringify(payload)) },
    logger: new Logger(() => () => {}),
  };
  const queue = await startQueue(options, log, realNow, 50);
  // As the cron leaves it if the clock is ahead.
  const leave = () =>
    server.rows(
      `update graphile_worker._private_known_crontabs set last_execution = $1
       where identifier = 'probe' returning identifier`,
      [realNow()],
    );
  await expect.poll(async () => (await leave()).length).toBe(1);
  wrongBy = 0;
  const warned = () => warnings.join('\n');
  await expect.poll(warned, { timeout: 20_000 }).toContain('the clock was set back');
  const latest = clock.realNow().getTime() + 60_000;
  await expect.poll(() => lastOf('probe'), { timeout: 20_000 }).toBeLessThanOrEqual(latest);
  const add = (name: string) =>
    server.rows('select graphile_worker.add_job($1, $2)', ['probe', { name }]);
  await add('after');
  await expect.poll(() => runs.join(' '), { timeout: 20_000 }).toContain('after');
  await queue.stop();
  await pool.end();
});
