// The loan book of the large data set: what is published is what SQL counts again, and while it is
// read, nobody waits for a lock. `LOAN_BOOK=full` takes the full size of the benchmarks (100,000
// members, 50,000 loans, 1,000,000 orders), which needs some 20 minutes.
import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from 'pg';
import { beforeAll, expect, test, vi } from 'vitest';
import { dayOf } from '#contract/core/day.ts';
import { investing } from '#contract/investing/calls.ts';
import { BORROWERS_MIN } from '#contract/reports/book/statistics.ts';
import { sizes } from '../../bench/scale/database.ts';
import { seedDatabase } from '../../bench/scale/seed.ts';
import { createPool, withTransaction } from '../../server/database/db.ts';
import { addUpDays } from '../../server/ledger/queries.ts';
import { publishBook } from '../../server/reports/book/publishing.ts';
import { jobs } from '../../server/routes.ts';
import { CHUNK } from '../../server/servicing/loans-at-once.ts';
import { processClosedDays } from '../../server/jobs/closed-days.ts';
import { pay } from '../actors/loans.ts';
import { newCase, newInvestors } from '../actors/market.ts';
import { useServer } from '../server.ts';
import { recount } from './recount.ts';

const isFull = process.env['LOAN_BOOK'] === 'full';
const size = sizes[isFull ? 'large' : 'small'];
const HOUR_MS = 3_600_000;

// The server's own hooks prove all books at the end, which takes minutes at the full size.
if (isFull) vi.setConfig({ hookTimeout: HOUR_MS, testTimeout: HOUR_MS });
const server = useServer({ schedules: false });

beforeAll(async () => {
  const { secrets, clock } = server.services;
  const at = clock.now();
  // The data is written directly into the ledger's tables, which only the database owner may do.
  const pool = createPool(server.databaseUrl, { max: 2 });
  const told = isFull ? (part: string) => process.stdout.write(`${part}\n`) : () => {};
  await seedDatabase(pool, secrets, size, { at, today: dayOf(at), say: told });
  await withTransaction(pool, (tx) => addUpDays(tx, 0));
  await pool.end();
  await server.advance(1);
  await server.closeDays();
  await processClosedDays(server.services);
});

/** Sessions that wait for a lock, seen every few milliseconds until `work` has ended. */
async function waitersDuring(work: Promise<unknown>): Promise<{ seen: number; waited: object[] }> {
  const looking = new Client({ connectionString: server.databaseUrl });
  await looking.connect();
  const watch = { ended: false };
  void work.finally(() => (watch.ended = true)).catch(() => {});
  const waited: object[] = [];
  let seen = 0;
  try {
    while (!watch.ended) {
      const { rows } = await looking.query<object>(
        `select query, wait_event from pg_stat_activity
         where datname = current_database() and wait_event_type = 'Lock'`,
      );
      waited.push(...rows);
      seen += 1;
      await sleep(5);
    }
  } finally {
    await looking.end();
  }
  return { seen, waited };
}

test('while the book is published, members order and nobody waits for a lock', async () => {
  const investors = await newInvestors(server, 2);
  const since = performance.now();
  const publishing = publishBook(server.services);
  const watching = waitersDuring(publishing);
  const state = { published: false };
  void publishing.finally(() => (state.published = true)).catch(() => {});
  let orders = 0;
  do {
    const id = String(await newCase(server));
    for (const { token } of investors) {
      const asked = { id, invest_amount: 1_000, payment_mode: 1 } as const;
      await server.ok(investing.quickApply, asked, { token });
      orders += 1;
    }
  } while (!state.published);
  await publishing;
  const took = Math.round(performance.now() - since);
  const { seen, waited } = await watching;
  expect(waited).toEqual([]);
  expect(seen).toBeGreaterThan(0);
  if (isFull)
    process.stdout.write(`${took} ms beside ${orders} orders, ${seen} looks at the locks\n`);
});

test('what is published is what SQL counts again, and each group is large enough', async () => {
  const { published, recounted } = (await recount(server))!;
  expect(recounted).toEqual(published);
  expect(published.loans).toBeGreaterThan(size.loans / 4);
  if (isFull) process.stdout.write(`${JSON.stringify(published)}\n`);
  for (const { borrowers, late } of published.lateness?.groups ?? []) {
    expect(late).toBeGreaterThanOrEqual(BORROWERS_MIN);
    expect(borrowers - late).toBeGreaterThanOrEqual(BORROWERS_MIN);
  }
});

test('in one night, chunks that pay the same investors at once pay each of them once', async () => {
  // The instalments of more than one chunk are paid before their time and fall due in one night.
  const loans = await server.rows<{ account: string; amount: number }>(
    `with next as (
       select distinct on (i.loan_id) i.loan_id, i.principal + i.interest as amount
       from servicing.instalment i join lending.loan l on l.id = i.loan_id
       where l.status = 60 and i.current and i.paid_on is null and i.due_on > current_date + 10
       order by i.loan_id, i.no limit $1
     ), account as (
       insert into banking.virtual_account (account, subject_type, subject_id)
       select lpad((77000000000000 + loan_id)::text, 14, '0'), 'loan', loan_id from next
       on conflict (subject_type, subject_id) do update set account = excluded.account
       returning account, subject_id
     )
     select account, amount::int from next join account on subject_id = loan_id`,
    [3 * CHUNK],
  );
  for (const { account, amount } of loans) await pay(server, account, amount);
  const total = async (text: string) =>
    (await server.rows<{ sum: number; rows: number }>(text))[0]!;
  const prepaid = `select coalesce(-sum(balance), 0)::int as sum, count(*)::int as rows
    from ledger.account where kind = 'borrower_prepaid' and balance < 0`;
  const distributed = `select sum(principal + interest)::int as sum, count(*)::int as rows,
    count(distinct (batch, order_id))::int as different from servicing.distribution`;
  const held = await total(prepaid);
  expect(held.rows).toBeGreaterThan(CHUNK);
  const before = await total(distributed);
  await server.advance(31);
  await jobs.find(({ name }) => name === 'applyPrepaid')!.run(server.services);
  expect(await total(prepaid)).toEqual({ sum: 0, rows: 0 });
  const after = await total(distributed);
  expect(after.sum - before.sum).toBe(held.sum);
  expect(after).toMatchObject({ different: after.rows });
});
