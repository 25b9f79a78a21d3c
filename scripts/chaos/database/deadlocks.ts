// Drill: many clients post transfers between the same few accounts, which they name in any order.
import pg from 'pg';
import { day } from '#contract/core/day.ts';
import { money, negate } from '#contract/core/money.ts';
import { type Random, randomOf } from '../../../actors/random.ts';
import { type Pool, createPool, withTransaction } from '../../../server/database/db.ts';
import { migrate } from '../../../server/database/migrate.ts';
import type { Postgres } from '../../../server/database/postgres.ts';
import { postTransfers } from '../../../server/ledger/queries.ts';
import type { Transfer } from '../../../server/ledger/rules.ts';
import { type Drill, type DrillOptions, withPostgres } from '../drill.ts';

const CLIENTS = 16;
const ACCOUNTS = 10;
const ENTRIES = 4;
const TRANSFERS = 3;
const SECONDS = 60;
/** After so many transactions the accounts are others, which many clients open at once. */
const NEW_ACCOUNTS_EACH = 50;
const THROUGHPUT_MIN = 0.5;
const AMOUNT = money(100);

/** Returns transfers from the trust account to some orders, which are sorted or in any order. */
function someTransfers(random: Random, serial: number, sorted: boolean): Transfer[] {
  const first = 1 + Math.floor(serial / NEW_ACCOUNTS_EACH) * ACCOUNTS;
  return Array.from({ length: TRANSFERS }, (_, n) => {
    const orders = Array.from({ length: ACCOUNTS }, (_, k) => first + k)
      .toSorted(() => random.next() - 0.5)
      .slice(0, ENTRIES);
    if (sorted) orders.sort((a, b) => a - b);
    return {
      id: `drill:${sorted}:${serial}:${n}`,
      kind: 'order_receipt',
      on: day('2026-06-01'),
      entries: [
        { account: 'trust_bank', amount: money(AMOUNT * ENTRIES) },
        ...orders.map((order) => ({
          account: 'order_funds' as const,
          order,
          amount: negate(AMOUNT),
        })),
      ],
    };
  });
}

/** Posts for some seconds; returns how many transactions there were, and which failed. */
async function storm(pool: Pool, random: Random, seconds: number, sorted: boolean) {
  const until = performance.now() + seconds * 1_000;
  const failures: string[] = [];
  let serial = sorted ? 0 : 10_000_000;
  let done = 0;
  const client = async () => {
    while (performance.now() < until) {
      serial += 1;
      const transfers = someTransfers(random, serial, sorted);
      await withTransaction(pool, (tx) => postTransfers(tx, transfers)).then(
        () => (done += 1),
        (error: Error) => failures.push(error.message),
      );
    }
  };
  await Promise.all(Array.from({ length: CLIENTS }, client));
  return { done, failures };
}

async function countDeadlocks(url: string): Promise<number> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query('select pg_stat_force_next_flush()');
  const { rows } = await client.query(
    'select deadlocks::integer as n from pg_stat_database where datname = current_database()',
  );
  await client.end();
  return rows[0].n as number;
}

async function drill(postgres: Postgres, { rounds }: DrillOptions) {
  await migrate(postgres);
  const pool = createPool(postgres.programUrl, { max: CLIENTS });
  const random = randomOf(1);
  const seconds = rounds ?? SECONDS;
  const ordered = await storm(pool, random, seconds, true);
  const shuffled = await storm(pool, random, seconds, false);
  await pool.end();
  const deadlocks = await countDeadlocks(postgres.url);
  const failures = [...ordered.failures, ...shuffled.failures];
  if (deadlocks > 0) failures.push(`${deadlocks} deadlocks`);
  const share = shuffled.done / ordered.done;
  if (share < THROUGHPUT_MIN) failures.push(`${share.toFixed(2)} of the ordered throughput`);
  const result =
    `${ordered.done} transactions in order and ${shuffled.done} in any order of ${ACCOUNTS} ` +
    `accounts by ${CLIENTS} clients, ${deadlocks} deadlocks`;
  return { result, failures };
}

export const deadlocks: Drill = {
  about: 'posts to the same few accounts in any order (rounds: seconds)',
  // Commits do not wait for the disk, so that the locks are taken as often as possible.
  run: (options) =>
    withPostgres((postgres) => drill(postgres, options), ['synchronous_commit=off']),
};
