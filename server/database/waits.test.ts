// Tests of waits for the database: each wait has a limit, after which the caller must retry.
import { describe, expect, test } from 'vitest';
import { content } from '#contract/content/calls.ts';
import { day as toDay } from '#contract/core/day.ts';
import { notices } from '#contract/notices/calls.ts';
import { newMember } from '../../tests/actors/people.ts';
import { startServer, useServer } from '../../tests/server.ts';
import { reserveVirtualAccounts } from '../banking/front.ts';
import { refusalOf } from '../http/failure.ts';
import { DatabaseBusy } from './bounded-pool.ts';
import { type Pool, createPool, db, withTransaction, withTransactionAgain } from './db.ts';
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

test('a call is asked to come back if no connection is given back', async () => {
  const busy = await startServer({ environment: { POOL_MAX: '2' } });
  const held = [await busy.services.pool.connect(), await busy.services.pool.connect()];
  try {
    const began = performance.now();
    const { status, code, headers } = await busy.ask(content.listAds, {});
    expect([status, code, headers.get('retry-after')]).toEqual([503, 'BUSY', '2']);
    expect(performance.now() - began).toBeLessThan(2_500);
  } finally {
    for (const client of held) client.release();
    await busy.close();
  }
});

describe('a caller of a pool whose connections are all in use', () => {
  const nap = sql`select pg_sleep(0.1)`;
  const onOneConnection = async (work: (pool: Pool) => Promise<void>) => {
    const pool = createPool(server.programUrl, { max: 1 });
    try {
      await work(pool);
    } finally {
      await pool.end();
    }
  };

  test('waits longer than a standstill while others are served', () =>
    onOneConnection(async (pool) => {
      const began = performance.now();
      await Promise.all(Array.from({ length: 14 }, () => db(pool).run(nap)));
      expect(performance.now() - began).toBeGreaterThan(1_300);
    }));

  test('gives up if nobody is served, and leaves the connection to the next', () =>
    onOneConnection(async (pool) => {
      const held = await pool.connect();
      await expect(db(pool).run(nap)).rejects.toThrow('no connection was given back');
      expect(pool.waitingCount, 'the pool still counts the one who gave up').toBe(1);
      held.release();
      expect(await db(pool).one(sql`select 1 as one`)).toEqual({ one: 1 });
      expect([pool.waitingCount, pool.idleCount]).toEqual([0, 1]);
    }));
});

/** Two transactions at once that take the same two locks in opposite orders. */
async function crossing(inTransaction: typeof withTransaction) {
  const pool = createPool(server.programUrl, { max: 2 });
  const lock = (key: number) => sql`select pg_advisory_xact_lock(770, ${key}::integer)`;
  const bothHoldOne = meeting(2);
  let tries = 0;
  const takeBoth = (first: number, second: number) =>
    inTransaction(pool, async (tx) => {
      tries += 1;
      await tx.one(lock(first));
      await bothHoldOne();
      await tx.one(lock(second));
    });
  const ends = await Promise.allSettled([takeBoth(1, 2), takeBoth(2, 1)]);
  await pool.end();
  return { tries, failed: ends.flatMap((end) => (end.status === 'rejected' ? [end.reason] : [])) };
}

test('of two transactions that wait for each other one is asked to come back', async () => {
  const { tries, failed } = await crossing(withTransaction);
  expect([tries, failed.length]).toEqual([2, 1]);
  expect(refusalOf(failed[0])).toMatchObject({ code: 'BUSY', retryAfter: 2 });
});

test('or it is carried out again, where it may be repeated', async () => {
  expect(await crossing(withTransactionAgain)).toEqual({ tries: 3, failed: [] });
  let tries = 0;
  const broken = withTransactionAgain(server.services.pool, async (tx) => {
    tries += 1;
    await tx.run(sql`select 1 / 0`);
  });
  await expect(broken).rejects.toMatchObject({ code: '22012' });
  expect(tries, 'any other failure is not repeated').toBe(1);
});

describe('a command that PostgreSQL rolls back', () => {
  /** Makes the next writes of preferences the victims of a deadlock; a sequence is never undone. */
  const failNext = async (times: number) => {
    await server.rows('drop sequence if exists public.write cascade');
    await server.rows('create sequence public.write');
    await server.rows('grant usage on public.write to baixi_program');
    await server.rows(`create or replace function public.fail_first() returns trigger
      language plpgsql as $$ begin
        if nextval('public.write') <= ${times} then
          raise exception 'deadlock detected' using errcode = '40P01';
        end if;
        return new;
      end $$`);
    await server.rows(`create or replace trigger fail_first before insert on notices.preference
      for each row execute function public.fail_first()`);
  };
  const told = async (times: number) => {
    const { token } = await newMember(server);
    await failNext(times);
    const answer = await server.ask(notices.setPreferences, { hideAmounts: true }, { token });
    const { data } = await server.ok(notices.preferences, {}, { token });
    return { code: answer.code ?? answer.status, hidden: data.hideAmounts };
  };

  test('is carried out again before it is refused', async () => {
    expect(await told(1)).toEqual({ code: 200, hidden: true });
    expect(await told(2)).toEqual({ code: 200, hidden: true });
    expect(await told(3)).toEqual({ code: 'BUSY', hidden: false });
  });
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
