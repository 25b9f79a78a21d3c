// Tests that the queue of jobs survives a connection that breaks while a job's end is recorded.
import type pg from 'pg';
import { Logger } from 'graphile-worker';
import pino from 'pino';
import { expect, test } from 'vitest';
import { useServer } from '../tests/server.ts';
import { createPool } from './database/db.ts';
import { startQueue } from './queue.ts';

const server = useServer({ worker: false });

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
  const queue = await startQueue(options, pino({ level: 'silent' }));
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
