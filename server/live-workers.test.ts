// Tests that jobs of dead workers are released, and those of living workers are not.
import { EventEmitter } from 'node:events';
import type { Worker, WorkerEvents } from 'graphile-worker';
import { expect, test } from 'vitest';
import { useServer } from '../tests/server.ts';
import { createPool } from './database/db.ts';
import { watchWorkers } from './live-workers.ts';

const server = useServer();

/** Adds a job that this worker took `seconds` seconds ago. */
async function jobTakenBy(worker: string, secondsAgo: number): Promise<void> {
  await server.rows(`select graphile_worker.add_job('nothing')`);
  await server.rows(`update graphile_worker._private_jobs
    set locked_by = '${worker}', locked_at = now() - interval '${secondsAgo} seconds'
    where locked_by is null`);
}

const takenJobs = async () =>
  (
    await server.rows<{ worker: string }>(
      `select locked_by as worker from graphile_worker.jobs where locked_by is not null order by 1`,
    )
  ).map(({ worker }) => worker);

/** Returns how many workers hold their lock. */
const heldLocks = async () =>
  (
    await server.rows(
      `select from pg_locks where locktype = 'advisory' and classid = 25 and granted`,
    )
  ).length;

/** Watches workers as a separate process with one worker would. */
function newProcess(workerId: string) {
  const pool = createPool(server.programUrl, { max: 2 });
  const events = new EventEmitter() as WorkerEvents;
  const workers = watchWorkers(pool, events);
  events.emit('worker:create', { worker: { workerId } as Worker } as never);
  return { pool, workers };
}

test('a job is released if its worker has lost its lock, and only then', async () => {
  const one = newProcess('worker-one');
  const other = newProcess('worker-other');
  try {
    expect(await one.workers.releaseJobs()).toEqual([]);
    expect(await other.workers.releaseJobs()).toEqual([]);
    await jobTakenBy('worker-one', 3_600);
    await jobTakenBy('worker-other', 3_600);
    await jobTakenBy('worker-killed', 3_600);
    await jobTakenBy('worker-new', 5);
    expect(await one.workers.releaseJobs()).toEqual(['worker-killed']);
    expect(await takenJobs()).toEqual(['worker-new', 'worker-one', 'worker-other']);
    // A killed process closes its database session without releasing anything.
    other.workers.stop();
    await expect.poll(() => one.workers.releaseJobs()).toEqual(['worker-other']);
    expect(await takenJobs()).toEqual(['worker-new', 'worker-one']);
  } finally {
    one.workers.stop();
    await Promise.all([one.pool.end(), other.pool.end()]);
  }
});

test('a worker takes its lock again after its session was lost', async () => {
  const one = newProcess('worker-again');
  const other = newProcess('worker-looking');
  const lost = new Promise((settle) => one.pool.once('remove', settle));
  one.pool.on('error', () => {});
  try {
    await one.workers.releaseJobs();
    await jobTakenBy('worker-again', 3_600);
    await server.rows(`select pg_terminate_backend(pid) from pg_locks
      where locktype = 'advisory' and classid = 25`);
    await lost;
    // The cut session may keep the lock for a moment, so that the first try may not get it.
    await expect.poll(heldLocks).toBe(0);
    await one.workers.releaseJobs();
    expect(await other.workers.releaseJobs()).toEqual([]);
    expect(await takenJobs()).toContain('worker-again');
  } finally {
    for (const { workers, pool } of [one, other]) {
      workers.stop();
      await pool.end();
    }
  }
});

test('a worker tries again while its cut session still holds its lock', async () => {
  const cut = newProcess('worker-slow');
  const one = newProcess('worker-slow');
  const other = newProcess('worker-near');
  try {
    await cut.workers.releaseJobs();
    await one.workers.releaseJobs();
    await jobTakenBy('worker-slow', 3_600);
    cut.workers.stop();
    await expect.poll(heldLocks).toBe(0);
    await one.workers.releaseJobs();
    expect(await other.workers.releaseJobs()).toEqual([]);
    expect(await takenJobs()).toContain('worker-slow');
  } finally {
    for (const { workers, pool } of [cut, one, other]) {
      workers.stop();
      await pool.end();
    }
  }
});

test('the worker of the program takes a job that a killed process left', async () => {
  const [job] = await server.rows<{ id: number }>(
    `select id from graphile_worker.add_job('minute')`,
  );
  await server.rows(`update graphile_worker._private_jobs
    set locked_by = 'worker-gone', locked_at = now() - interval '1 minute' where id = ${job?.id}`);
  await server.app.work();
  const isWaiting = async () =>
    (await server.rows(`select from graphile_worker.jobs where id = ${job?.id}`)).length > 0;
  await expect.poll(isWaiting).toBe(false);
});
