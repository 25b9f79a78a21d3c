// Tests batches over several cases: each order gets its own answer, and no order delays or fails
// another one.
import { afterAll, expect, test } from 'vitest';
import type { ServerOrder } from '#contract/investing/calls.ts';
import { newCase, newInvestor, newInvestors } from '../../../tests/actors/market.ts';
import { useServer } from '../../../tests/server.ts';
import type { Services } from '../../services.ts';
import { createPool, lockLoan, type Pool, withTransaction } from '../../database/db.ts';
import { Refusal } from '#contract/refusals.ts';
import { sql } from '../../database/sql.ts';
import { type Queues, takeBatch, type Waiting } from './queues.ts';
import { placeOrder } from './writer.ts';
import { lockWaits } from '../../../tests/readers.ts';

const server = useServer();
const pools: Pool[] = [];
afterAll(async () => {
  await Promise.all(pools.map((pool) => pool.end()));
});

/** Services with a writer of their own, as in another process of the installation. */
function otherProcess(): Services {
  const pool = createPool(server.programUrl, { max: 8 });
  pools.push(pool);
  return { ...server.services, pool };
}

type Answer = ServerOrder | string;
const place = (loanId: number, token: string, amount = 10_000, services = server.services) =>
  placeOrder(services, { token, loanId, amount, mode: 1, key: null }).catch(
    (problem: unknown): Answer => (problem instanceof Refusal ? problem.code : 'failed'),
  );
const codeOf = (answer: Answer) => (typeof answer === 'string' ? answer : 'placed');
const idsOf = (answers: readonly Answer[]) =>
  answers.flatMap((answer) => (typeof answer === 'string' ? [] : [answer.id]));

/** Number of transactions in which these orders were inserted. */
async function transactionsOf(answers: readonly Answer[]): Promise<number> {
  const [row] = await server.rows<{ count: number }>(
    `select count(distinct xmin::text)::int as count from investing."order" where id = any ($1)`,
    [idsOf(answers)],
  );
  return row?.count ?? 0;
}

const reservedIn = async (loanIds: readonly number[]) => {
  const rows = await server.rows<{ reserved: string; orders: number; sum: string; count: number }>(
    `select f.reserved, f.order_count as orders, coalesce(sum(o.amount), 0) as sum,
       count(o.id)::int as count
     from investing.funding f left join investing."order" o on o.loan_id = f.loan_id
     where f.loan_id = any ($1) group by f.loan_id order by array_position($1, f.loan_id)`,
    [loanIds],
  );
  for (const { reserved, orders, sum, count } of rows) {
    expect([reserved, orders]).toEqual([sum, count]);
  }
  return rows.map(({ reserved }) => Number(reserved));
};

/**
 * Runs `act` while both batches of the process wait for members whose exposure is locked, so that
 * all orders that it places form one batch, the next one.
 */
async function inOneBatch<T>(act: () => Promise<T>): Promise<T> {
  const held = await newInvestors(server, 2);
  const cases = await Promise.all(held.map(() => newCase(server)));
  const ids = held.map(({ id }) => id);
  await server.rows('insert into investing.exposure select unnest($1::bigint[])', [ids]);
  return withTransaction(otherProcess().pool, async (tx) => {
    await tx.run(sql`select from investing.exposure where member_id = any (${ids}) for update`);
    const waiting = held.map(({ token }, i) => place(cases[i]!, token));
    const answers = act();
    await lockWaits(server, 2);
    return { waiting, answers };
  }).then(async ({ waiting, answers }) => {
    expect((await Promise.all(waiting)).map(codeOf)).toEqual(['placed', 'placed']);
    return answers;
  });
}

test('orders of several cases share a transaction, without a closed and a full one', async () => {
  const [open, other, closed, full] = await Promise.all([
    newCase(server),
    newCase(server),
    newCase(server, { endsInDays: -1 }),
    newCase(server, { amount: 30_000 }),
  ]);
  const investors = await newInvestors(server, 7);
  const [a, b, c, d, e, f, g] = investors.map(({ token }) => token) as [string, ...string[]];
  const answers = await inOneBatch(() =>
    Promise.all([
      place(open, a),
      place(closed, b!),
      place(full, c!, 20_000),
      place(full, d!, 20_000),
      place(other, e!),
      place(full, f!),
      place(full, g!),
      place(999_999, a),
    ]),
  );
  expect(answers.map(codeOf)).toEqual([
    'placed',
    'CASE_CLOSED',
    'placed',
    'AMOUNT_EXCEEDS',
    'placed',
    'placed',
    'CASE_FULL',
    'CASE_NOT_FOUND',
  ]);
  expect(await transactionsOf(answers)).toBe(1);
  expect(await reservedIn([open, other, closed, full])).toEqual([10_000, 10_000, 0, 30_000]);
});

test('a member whose limit is used up by an order in one case is refused in another', async () => {
  const { id, token } = await newInvestor(server, { profile: 1 });
  const stranger = await newInvestor(server, { profile: 1 });
  await server.rows('insert into investing.exposure values ($1, 0, 85000)', [id]);
  const [first, second] = await Promise.all([newCase(server), newCase(server)]);
  const answers = await inOneBatch(() =>
    Promise.all([place(first, token), place(second, token), place(second, stranger.token)]),
  );
  expect(answers.map(codeOf)).toEqual(['placed', 'LIMIT_TOTAL', 'placed']);
  expect(await transactionsOf(answers)).toBe(1);
  expect(await reservedIn([first, second])).toEqual([10_000, 10_000]);
  await server.rows('update investing.exposure set outstanding = 0 where member_id = $1', [id]);
});

test('a case that another transaction holds does not delay the orders of others', async () => {
  const [held, free] = await Promise.all([newCase(server), newCase(server)]);
  const investors = await newInvestors(server, 4);
  const waiting = await withTransaction(otherProcess().pool, async (tx) => {
    await lockLoan(tx, held);
    const late = investors.slice(0, 2).map(({ token }) => place(held, token));
    // Both orders of the free case are answered while the other case is locked.
    for (const { token } of investors.slice(2))
      expect(codeOf(await place(free, token))).toBe('placed');
    expect(await reservedIn([held, free])).toEqual([0, 20_000]);
    return { late };
  });
  expect((await Promise.all(waiting.late)).map(codeOf)).toEqual(['placed', 'placed']);
  expect(await reservedIn([held, free])).toEqual([20_000, 20_000]);
});

test('an order that fails unexpectedly fails alone', async () => {
  const [spoilt, free] = await Promise.all([newCase(server), newCase(server)]);
  const [bad, ...good] = await newInvestors(server, 3);
  // This amount cannot be read as a safe integer, so that every batch with this member fails.
  await server.rows('insert into investing.exposure values ($1, $2)', [bad!.id, 2n ** 60n]);
  const answers = await inOneBatch(() =>
    Promise.all([
      place(spoilt, bad!.token),
      place(spoilt, good[0]!.token),
      place(free, good[1]!.token),
    ]),
  );
  expect(answers.map(codeOf)).toEqual(['failed', 'placed', 'placed']);
  expect(await reservedIn([spoilt, free])).toEqual([10_000, 10_000]);
  await server.rows('delete from investing.exposure where member_id = $1', [bad!.id]);
});

test('two processes never sell more of many cases than there is', async () => {
  const cases = await Promise.all(
    Array.from({ length: 12 }, () => newCase(server, { amount: 30_000 })),
  );
  const investors = await newInvestors(server, 120);
  const processes = [server.services, otherProcess()];
  const answers = await Promise.all(
    investors.map(({ token }, i) =>
      place(cases[i % cases.length]!, token, 10_000, processes[Math.floor(i / 12) % 2]!),
    ),
  );
  expect(answers.filter((answer) => typeof answer !== 'string')).toHaveLength(36);
  expect(new Set(answers.map(codeOf))).toEqual(new Set(['placed', 'CASE_FULL']));
  expect(await reservedIn(cases)).toEqual(cases.map(() => 30_000));
});

test('every case gets its share of a batch, and one case alone all of it', () => {
  const waiting = (loanId: number, count: number): [number, Waiting[]] => [
    loanId,
    Array.from({ length: count }, (_, at) => ({ loanId, amount: at }) as Waiting),
  ];
  const queues: Queues = {
    waiting: new Map([waiting(1, 1_000), waiting(2, 3), waiting(3, 200), waiting(4, 5)]),
    busy: new Set([4]),
  };
  const counts = (batch: readonly Waiting[]) =>
    [1, 2, 3, 4].map((id) => batch.filter(({ loanId }) => loanId === id).length);
  const first = takeBatch(queues);
  expect(counts(first)).toEqual([168, 3, 85, 0]);
  // The orders of a case are taken in the order of their arrival, and a case that was served is
  // behind those that were served longer ago.
  const ofFirst = first.filter(({ loanId }) => loanId === 1).map(({ amount }) => amount);
  expect(ofFirst).toEqual(Array.from({ length: 168 }, (_, at) => at));
  expect([...queues.busy]).toEqual([4, 1, 2, 3]);
  expect(takeBatch(queues)).toEqual([]);
  queues.busy.clear();
  expect(counts(takeBatch(queues))).toEqual([136, 0, 115, 5]);
});

/** Number of connections to the member site. */
const openSockets = () =>
  new Promise<number>((found) => {
    server.app.site.server.getConnections((_error, count) => found(count));
  });

test('an order whose caller gave up while it waited for its case is not placed', async () => {
  const loanId = await newCase(server);
  const { token } = await newInvestor(server);
  const left = new AbortController();
  const send = (key: string, signal?: AbortSignal) =>
    fetch(`${server.siteUrl}/v1/invest/quick-apply`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        authorization: `Bearer ${token}`,
        'idempotency-key': key,
      },
      body: JSON.stringify({ id: `${loanId}`, invest_amount: 10_000, payment_mode: 1 }),
      ...(signal && { signal }),
    });
  const waitsForCase = () =>
    server.rows(
      `select from pg_stat_activity
       where wait_event_type = 'Lock' and wait_event = 'advisory' and datname = current_database()`,
    );
  await withTransaction(otherProcess().pool, async (tx) => {
    await lockLoan(tx, loanId);
    const given = send('given-up', left.signal).catch(() => 'gave up');
    await expect.poll(waitsForCase).toHaveLength(1);
    left.abort();
    expect(await given).toBe('gave up');
    // The connection is closed once the other end has noticed it.
    await expect.poll(openSockets).toBe(0);
  });
  // The next order of the case waits for the one before, whose fate is known afterwards.
  expect((await send('asked-again')).status).toBe(200);
  const placed = await server.rows<{ key: string }>(
    'select idempotency_key as key from investing."order" where loan_id = $1',
    [loanId],
  );
  expect(placed).toEqual([{ key: 'asked-again' }]);
});
