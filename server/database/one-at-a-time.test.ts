// Tests that work of one kind is done one after the other, also by several processes.
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test, vi } from 'vitest';
import { useServer } from '../../tests/server.ts';
import { jobs } from '../routes.ts';
import { runDay } from '../worker.ts';
import { createPool } from './db.ts';
import { oneAtATime } from './one-at-a-time.ts';

const server = useServer();
const staying = new AbortController().signal;

async function until(isOver: () => boolean): Promise<void> {
  while (!isOver()) await sleep(20);
}

/** Work that notes how much of it was done at the same time. */
function counted(takesMs = 300) {
  let [underway, most, done] = [0, 0, 0];
  return {
    async work() {
      underway += 1;
      most = Math.max(most, underway);
      await sleep(takesMs);
      underway -= 1;
      done += 1;
    },
    seen: () => ({ most, done }),
  };
}

test('two processes do work of a kind one after the other, and of two kinds at once', async () => {
  const other = createPool(server.programUrl, { max: 3 });
  const here = { pool: server.services.pool, leaving: staying };
  const there = { pool: other, leaving: staying };
  const same = counted();
  await Promise.all([
    oneAtATime(here, 'night', same.work),
    oneAtATime(there, 'night', same.work),
    oneAtATime(here, 'night', same.work),
  ]);
  expect(same.seen()).toEqual({ most: 1, done: 3 });
  const two = counted();
  await Promise.all([oneAtATime(here, 'night', two.work), oneAtATime(there, 'minute', two.work)]);
  expect(two.seen()).toEqual({ most: 2, done: 2 });
  await other.end();
});

test('work that fails lets the next one begin, and a process that ends does not wait', async () => {
  const here = { pool: server.services.pool, leaving: staying };
  const fails = () => Promise.reject(new Error('no'));
  await expect(oneAtATime(here, 'night', fails)).rejects.toThrow('no');
  const next = counted();
  const running = oneAtATime(here, 'night', next.work);
  const leaving = { ...here, leaving: AbortSignal.abort() };
  await expect(oneAtATime(leaving, 'night', next.work)).rejects.toThrow('the process ends');
  await running;
  expect(next.seen()).toEqual({ most: 1, done: 1 });
});

test('work that takes long keeps its turn, but a process that hangs loses it', async () => {
  const here = { pool: server.services.pool, leaving: staying };
  const long = counted(1_200);
  await Promise.all([
    oneAtATime(here, 'night', long.work, 600),
    sleep(100).then(() => oneAtATime(here, 'night', long.work)),
  ]);
  expect(long.seen()).toEqual({ most: 1, done: 2 });
  // A process that hangs gives no signs of life.
  const noSigns = vi.spyOn(globalThis, 'setInterval').mockReturnValueOnce({} as NodeJS.Timeout);
  let isOver = false;
  const hanging = oneAtATime(here, 'night', () => until(() => isOver), 600);
  await Promise.all([
    expect(hanging).rejects.toThrow(),
    sleep(100).then(() => oneAtATime(here, 'night', async () => void (isOver = true))),
  ]);
  noSigns.mockRestore();
});

test('the jobs of two nights that are made up for at once run one after the other', async () => {
  const job = jobs.find(({ name }) => name === 'proofs.logHeads')!;
  const { work, seen } = counted();
  const log = vi.spyOn(job, 'run').mockImplementation(work);
  await Promise.all([runDay(server.services), runDay(server.services)]);
  log.mockRestore();
  expect(seen()).toEqual({ most: 1, done: 2 });
});
