// Tests of waits for the database: each wait has a limit, after which the caller must retry.
import { expect, test } from 'vitest';
import { content } from '#contract/content/calls.ts';
import { day as toDay } from '#contract/core/day.ts';
import { startServer, useServer } from '../../tests/server.ts';
import { reserveVirtualAccounts } from '../banking/actions.ts';
import { refusalOf } from '../http/failure.ts';
import {
  DatabaseBusy,
  createPool,
  db,
  type Tx,
  withTransaction,
  withTransactionAgain,
} from './db.ts';
import { sql } from './sql.ts';

const server = useServer();
const PATIENCE = { answerMs: 200 };
const slow = sql`select pg_sleep(3)`;

/** Returns a function that resolves once it was called this many times. */
function meeting(members: number): () => Promise<void> {
  let absent = members;
  const { promise, resolve } = Promise.withResolvers<void>();
  return () => {
    absent -= 1;
    if (absent === 0) resolve();
    return promise;
  };
}

test('a statement without an answer in time fails, and its connection is discarded', async () => {
  const pool = createPool(server.programUrl, { max: 1 });
  try {
    const began = performance.now();
    await expect(db(pool, PATIENCE).run(slow)).rejects.toThrow(DatabaseBusy);
    await expect(withTransaction(pool, (tx) => tx.run(slow), PATIENCE)).rejects.toThrow(
      DatabaseBusy,
    );
    expect(performance.now() - began).toBeLessThan(2_000);
    // The pool's only connection slot is free again and holds a new connection.
    expect(await db(pool).one(sql`select 1 as one`)).toEqual({ one: 1 });
  } finally {
    await pool.end();
  }
});

test('the server ends a session whose caller has given up', async () => {
  const pool = createPool(server.programUrl, { max: 1 });
  const long = sql`select pg_sleep(600) as given_up`;
  await expect(db(pool, PATIENCE).run(long)).rejects.toThrow(DatabaseBusy);
  await pool.end();
  const left = () =>
    server.rows(`select from pg_stat_activity
      where query like '%as given_up%' and pid <> pg_backend_pid() and state = 'active'`);
  await expect.poll(async () => (await left()).length).toBe(0);
});

test('a call that finds no connection in time is asked to come back', async () => {
  const busy = await startServer({ environment: { POOL_MAX: '2' } });
  const held = [await busy.services.pool.connect(), await busy.services.pool.connect()];
  try {
    const began = performance.now();
    const { status, code, headers } = await busy.ask(content.listAds, {});
    expect([status, code, headers.get('retry-after')]).toEqual([503, 'BUSY', '2']);
    expect(performance.now() - began).toBeLessThan(5_000);
  } finally {
    for (const client of held) client.release();
    await busy.close();
  }
});

test('of two transactions that wait for each other one is asked to come back', async () => {
  const pool = createPool(server.programUrl, { max: 2 });
  const lock = (key: number) => sql`select pg_advisory_xact_lock(770, ${key}::integer)`;
  const bothHoldOne = meeting(2);
  const takeBoth = (first: number, second: number) =>
    withTransaction(pool, async (tx) => {
      await tx.one(lock(first));
      await bothHoldOne();
      await tx.one(lock(second));
    });
  const ends = await Promise.allSettled([takeBoth(1, 2), takeBoth(2, 1)]);
  await pool.end();
  const [failed, ...others] = ends.filter((end) => end.status === 'rejected');
  expect(others).toEqual([]);
  expect(refusalOf(failed?.reason)).toMatchObject({ code: 'BUSY', retryAfter: 2 });
});

test('the number of a virtual account is waited for no longer than an order may wait', async () => {
  const pool = createPool(server.programUrl, { max: 1 });
  const on = toDay('2031-05-06');
  await reserveVirtualAccounts(server.services, on, 1);
  try {
    await withTransaction(pool, async (tx) => {
      await tx.run(sql`update banking.serial set next = next where day = ${on}`);
      // More than a block, so that the serial that another transaction holds is needed.
      const waiting = reserveVirtualAccounts(server.services, on, 500);
      await expect(waiting).rejects.toThrow(DatabaseBusy);
    });
  } finally {
    await pool.end();
  }
  expect(await reserveVirtualAccounts(server.services, on, 500)).toHaveLength(500);
});

test('only so many callers wait for a connection', async () => {
  const pool = createPool(server.programUrl, { max: 1 });
  const held = await pool.connect();
  try {
    const asked = Array.from({ length: 1_001 }, () => db(pool).run(sql`select 1`));
    const all = Promise.allSettled(asked);
    await expect(asked[1_000]).rejects.toThrow('1000 calls wait');
    held.release();
    const ended = await all;
    expect(ended.filter(({ status }) => status === 'rejected').length).toBe(1);
  } finally {
    await pool.end();
  }
});

/** Two transactions at once that lock two rows of `deadlocked` in opposite orders. */
async function crossing(inTransaction: typeof withTransaction) {
  const haveLocked = meeting(2);
  let tries = 0;
  const lockBoth = (first: string, second: string) =>
    inTransaction(server.services.pool, async (tx: Tx) => {
      tries += 1;
      await tx.run(sql`update deadlocked set n = n + 1 where id = ${first}`);
      await haveLocked();
      await tx.run(sql`update deadlocked set n = n + 1 where id = ${second}`);
    });
  const ends = await Promise.allSettled([lockBoth('a', 'b'), lockBoth('b', 'a')]);
  return { tries, failed: ends.flatMap((end) => (end.status === 'rejected' ? [end.reason] : [])) };
}

test('the victim of a deadlock is carried out again, where it may be repeated', async () => {
  await server.rows(`create table deadlocked (id text primary key, n integer not null)`);
  await server.rows(`insert into deadlocked values ('a', 0), ('b', 0)`);
  await server.rows('grant select, update on deadlocked to baixi_program');
  const counts = () => server.rows('select n from deadlocked order by id');

  const once = await crossing(withTransaction);
  expect([once.tries, once.failed.map(({ code }) => code)]).toEqual([2, ['40P01']]);
  expect(refusalOf(once.failed[0])).toMatchObject({ code: 'BUSY', retryAfter: 2 });
  expect(await counts()).toEqual([{ n: 1 }, { n: 1 }]);

  expect(await crossing(withTransactionAgain)).toEqual({ tries: 3, failed: [] });
  expect(await counts()).toEqual([{ n: 3 }, { n: 3 }]);

  let tries = 0;
  const broken = withTransactionAgain(server.services.pool, async (tx) => {
    tries += 1;
    await tx.run(sql`select 1 / 0`);
  });
  await expect(broken).rejects.toMatchObject({ code: '22012' });
  expect(tries, 'any other failure is not repeated').toBe(1);
});
