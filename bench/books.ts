// Benchmark rows 3a, 3b, 4a, 4b and 8: distribution, transfers and the proof of the ledger.
import { pipeline } from 'node:stream/promises';
import { Readable, Writable } from 'node:stream';
import pino from 'pino';
import { from as copyFrom, to as copyTo } from 'pg-copy-streams';
import { day } from '#contract/core/day.ts';
import { ZERO, money } from '#contract/core/money.ts';
import { type Pool, db, withTransaction } from '../server/database/db.ts';
import { eachInLanes } from '../server/each-one.ts';
import { postTransfers } from '../server/ledger/queries.ts';
import type { Transfer } from '../server/ledger/rules.ts';
import { CHUNK, LANES } from '../server/servicing/loans-at-once.ts';
import { distributeBatches } from '../server/servicing/queries.ts';
import { loanBook } from './furnish.ts';
import { type Row, type Settings, best, figureOf, inTurn, rate } from './measure.ts';

const today = day('2026-11-20');
const secondsOf = async (work: () => Promise<unknown>) => {
  const begin = performance.now();
  await work();
  return (performance.now() - begin) / 1000;
};

/**
 * Distributes and posts one instalment of each loan in the chunks and lanes of a night; returns the
 * seconds it took.
 */
function instalment(pool: Pool, loans: readonly number[], no: number) {
  const chunks: number[][] = [];
  for (let from = 0; from < loans.length; from += CHUNK) {
    chunks.push(loans.slice(from, from + CHUNK));
  }
  return secondsOf(() =>
    eachInLanes({ log: pino({ level: 'silent' }) }, LANES, chunks, async (chunk) => {
      const batches = chunk.map((loanId) => ({
        id: `bench:${loanId}:${no}`,
        loanId,
        no,
        feeBps: 1_000,
        on: today,
        principal: money(8_000),
        interest: money(3_000),
        accrued: ZERO,
        lateInterest: ZERO,
        penalty: ZERO,
        sharedFee: ZERO,
        keptFee: ZERO,
      }));
      await withTransaction(pool, (tx) => distributeBatches(tx, batches, today));
    }),
  );
}

async function copyOut(pool: Pool, query: string): Promise<Buffer> {
  const client = await pool.connect();
  const parts: Buffer[] = [];
  try {
    const sink = new Writable({
      write: (part: Buffer, _encoding, done) => {
        parts.push(part);
        done();
      },
    });
    await pipeline(client.query(copyTo(`copy (${query}) to stdout`)), sink);
  } finally {
    client.release();
  }
  return Buffer.concat(parts);
}

async function copyIn(pool: Pool, table: string, rows: Buffer): Promise<void> {
  const client = await pool.connect();
  try {
    await pipeline(Readable.from([rows]), client.query(copyFrom(`copy ${table} from stdin`)));
  } finally {
    client.release();
  }
}

/**
 * Copies the rows that an instalment wrote into tables with the same indexes; returns the rows
 * copied per second.
 */
async function copied(pool: Pool, no: number): Promise<{ rows: number; seconds: number }> {
  const mine = `like 'bench:%:${no}'`;
  const sources = [
    ['ledger.entry', `transfer_id ${mine}`],
    ['servicing.distribution', `batch ${mine}`],
    ['ledger.transfer', `id ${mine}`],
  ] as const;
  let seconds = 0;
  let rows = 0;
  for (const [table, where] of sources) {
    const copy = `bench.copy_${table.replace('.', '_')}`;
    await pool.query(`create table ${copy} (like ${table} including all)`);
    const bytes = await copyOut(pool, `select * from ${table} where ${where}`);
    seconds += await secondsOf(() => copyIn(pool, copy, bytes));
    const counted = await pool.query(`select count(*)::int as n from ${copy}`);
    rows += counted.rows[0].n;
    await pool.query(`drop table ${copy}`);
  }
  return { rows, seconds };
}

async function distributionRow(
  pool: Pool,
  row: string,
  shape: { loans: number; investors: number; what: string; aim: string },
  rounds: number,
): Promise<Row> {
  const loans = await loanBook(pool, shape.loans, shape.investors, 10_000);
  await pool.query('analyze servicing.share; analyze ledger.account; analyze investing."order"');
  const ours: number[] = [];
  const other: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const no = Number(row.charCodeAt(1)) * 100 + round;
    const seconds = await instalment(pool, loans, no);
    const copy = await copied(pool, no);
    ours.push(copy.rows / seconds);
    other.push(copy.rows / copy.seconds);
  }
  await proveBalances(pool);
  const what = `${shape.what}, rows; against COPY of the same rows`;
  return { row, what, ours: figureOf(ours), other: figureOf(other), aim: shape.aim };
}

export const distributionRows = async (pool: Pool, { rounds, loans }: Settings): Promise<Row[]> => [
  await distributionRow(
    pool,
    '3a',
    {
      loans: 1,
      investors: 1_000,
      what: 'one instalment over 1,000 investors',
      aim: '0.35 (0.5)',
    },
    rounds * 3,
  ),
  await distributionRow(
    pool,
    '3b',
    {
      loans,
      investors: 50,
      what: `a night of ${loans.toLocaleString('en-US')} loans × 50 investors`,
      aim: '0.45 (0.7)',
    },
    Math.min(rounds, 3),
  ),
];

async function proveBalances(pool: Pool): Promise<void> {
  const { rows } = await pool.query(
    `select a.id from ledger.account a
     left join (select account_id, sum(amount)::bigint as sum from ledger.entry group by 1) e
       on e.account_id = a.id
     where a.tallied and a.balance <> coalesce(e.sum, 0) limit 1`,
  );
  if (rows.length > 0) throw new Error('a balance is not the sum of its entries');
}

const ACCOUNTS = 10_000;
const BATCH = 500;
let serial = 0;

/** Returns a transfer between two of the accounts, shaped like the payment of an order. */
function transfer(from: number, to: number): Transfer {
  serial += 1;
  return {
    id: `pair:${process.pid}:${serial}`,
    kind: 'order_receipt',
    on: today,
    entries: [
      { account: 'order_funds', order: from, amount: 1 },
      { account: 'order_funds', order: to, amount: -1 },
    ],
  };
}

function pair(): [number, number] {
  const from = 1 + Math.floor(Math.random() * ACCOUNTS);
  const to = 1 + Math.floor(Math.random() * ACCOUNTS);
  return from === to ? pair() : [10_000_000 + from, 10_000_000 + to];
}

async function furnishAccounts(pool: Pool): Promise<void> {
  const fill = Array.from({ length: ACCOUNTS }, (_, k) => ({
    id: `fill:${k}`,
    kind: 'order_receipt' as const,
    on: today,
    entries: [
      { account: 'trust_bank' as const, amount: 1_000_000 },
      { account: 'order_funds' as const, order: 10_000_001 + k, amount: -1_000_000 },
    ],
  }));
  await withTransaction(pool, (tx) => postTransfers(tx, fill));
  await pool.query(`insert into bench.account select n, 1000000 from generate_series(1, $1) n`, [
    ACCOUNTS,
  ]);
  await pool.query(`insert into bench.book (id) select 'b' || n from generate_series(1, $1) n`, [
    ACCOUNTS,
  ]);
  await pool.query('analyze');
}

/** Random account pairs of one batch. */
const pairs = () => Array.from({ length: BATCH }, pair);

/** The ways of writing that are compared; each returns what it completes per second. */
function writers(pool: Pool) {
  const batched = (clients: number, time: number) =>
    rate(clients, time, async () => {
      const list = pairs().map(([from, to]) => transfer(from, to));
      await withTransaction(pool, (tx) => postTransfers(tx, list));
      return BATCH;
    });
  const inBlocks = (clients: number, time: number) =>
    rate(clients, time, async () => {
      const list = pairs().map(([from, to]) => [from - 10_000_000, to - 10_000_000] as const);
      const answer = await pool
        .query({
          name: 'bench.batch',
          text: 'select bench.transfer_batch($1, $2, $3) as results',
          values: [list.map(([from]) => from), list.map(([, to]) => to), list.map(() => 1)],
        })
        // Each block locks its own two accounts, so batches may deadlock; those do not count.
        .catch(() => ({ rows: [{ results: [] as number[] }] }));
      return (answer.rows[0].results as number[]).filter((code) => code === 0).length;
    });
  const single = (clients: number, time: number) =>
    rate(clients, time, async () => {
      await postTransfers(db(pool), [transfer(...pair())]);
    });
  const postOne = (clients: number, time: number) =>
    rate(clients, time, async () => {
      const [from, to] = pair();
      await pool.query({
        name: 'bench.one',
        text: 'select bench.post_one($1, $2, 1)',
        values: [`b${from - 10_000_000}`, `b${to - 10_000_000}`],
      });
    });
  const least = (clients: number, time: number) =>
    rate(clients, time, async () => {
      await pool.query({ name: 'bench.least', text: 'insert into bench.least values (1)' });
    });
  return { batched, inBlocks, single, postOne, least };
}

const SWEEP = [1, 2, 4, 8, 16];

/**
 * Measures single and batched transfers. A single transfer is one statement in its own transaction,
 * as in the plain SQL that it is compared with.
 */
export async function transferRows(pool: Pool, settings: Settings): Promise<Row[]> {
  await furnishAccounts(pool);
  const { batched, inBlocks, single, postOne, least } = writers(pool);
  const against = async (
    [ours, ourClients]: [typeof single, readonly number[]],
    [other, otherClients]: [typeof single, readonly number[]],
  ) => {
    const clients = {
      ours: await best(settings, ourClients, ours),
      other: await best(settings, otherClients, other),
    };
    return inTurn(
      settings.rounds,
      () => ours(clients.ours, settings.seconds),
      () => other(clients.other, settings.seconds),
    );
  };
  const batches = await against([batched, SWEEP], [inBlocks, [1, 2]]);
  const singles = await against([single, SWEEP], [postOne, SWEEP]);
  const insertions = await against([least, SWEEP], [postOne, SWEEP]);
  await proveBalances(pool);
  return [
    {
      row: '4a',
      what: `ledger transfers in batches of ${BATCH}; against tb-perf's batched design`,
      ...batches,
      aim: '1.5 (2.8)',
    },
    {
      row: '4b',
      what: "ledger transfers singly; against pgledger's design",
      ...singles,
      aim: '3 (5)',
    },
    {
      row: '4c',
      what:
        'single insertions of one number, each with its commit, which nothing durable undercuts; ' +
        "against pgledger's design",
      ...insertions,
      aim: '–',
    },
  ];
}

/**
 * Measures row 8 of the benchmark: how many times longer the full proof of the ledger takes than
 * copying its rows out.
 */
export async function proofRow(pool: Pool, { rounds, quick }: Settings): Promise<Row> {
  const wanted = quick ? 100_000 : 1_000_000;
  for (;;) {
    const { rows } = await pool.query('select count(*)::int as n from ledger.entry');
    if (rows[0].n >= wanted) break;
    const list = Array.from({ length: 10_000 }, () => transfer(...pair()));
    await withTransaction(pool, (tx) => postTransfers(tx, list));
  }
  await pool.query('vacuum analyze ledger.entry');
  const proof = `select (select count(*) from (select transfer_id from ledger.entry
      group by transfer_id having sum(amount) <> 0) z) as unbalanced,
    (select count(*) from ledger.account a left join (select account_id,
      sum(amount)::bigint as sum from ledger.entry group by 1) e on e.account_id = a.id
      where a.tallied and a.balance <> coalesce(e.sum, 0)) as wrong`;
  const figures = await inTurn(
    rounds,
    () =>
      secondsOf(async () => {
        const { rows } = await pool.query(proof);
        if (Number(rows[0].unbalanced) + Number(rows[0].wrong) > 0) throw new Error('broken books');
      }),
    () => secondsOf(() => copyOut(pool, 'select * from ledger.entry')),
  );
  const what =
    `ms to prove ${wanted.toLocaleString('en-US')} entries and all balances; ` +
    'against COPY TO of the rows';
  const scaled = (f: { median: number; min: number; max: number }) => ({
    median: f.median * 1000,
    min: f.min * 1000,
    max: f.max * 1000,
  });
  return {
    row: '8',
    what,
    ours: scaled(figures.ours),
    other: scaled(figures.other),
    aim: '≤ 10 (3)',
  };
}
