// Drill: a column and an index are added to the tables of orders and receipts while investors
// reserve and pay.
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import type { Drill, DrillOptions } from '../drill.ts';
import { type Stage, withMarket } from '../market/stage.ts';
import { judgeTries } from './judgement.ts';

const ROUNDS = 10;
const CLIENTS = 8;
const PAUSE_MS = 1_500;
const LOCK_MAX_MS = 200;
const TABLES = ['investing."order"', 'banking.receipt', 'ledger.account'];

async function change(stage: Stage, { rounds, say }: DrillOptions) {
  const { postgres, load, settle } = stage;
  const client = new pg.Client({ connectionString: postgres.url });
  await client.connect();
  await sleep(PAUSE_MS);
  load.tries.length = 0;
  const waits: number[] = [];
  const times = rounds ?? ROUNDS;
  for (let round = 0; round < times; round += 1) {
    for (const [n, table] of TABLES.entries()) {
      const name = `drill_${round}_${n}`;
      const began = performance.now();
      // The change itself writes only the catalogue, so that this is the wait for the lock.
      await client.query(`alter table ${table} add column ${name} text not null default ''`);
      waits.push(performance.now() - began);
      await client.query(`create index concurrently ${name} on ${table} (${name})`);
    }
    await sleep(PAUSE_MS);
  }
  await client.end();
  const judged = judgeTries(load.tries);
  const failures = [...judged.failures];
  const refused = load.tries.filter(({ status }) => status === 503 || status === 0).length;
  if (refused > 0) failures.push(`${refused} requests were refused`);
  const longest = Math.round(Math.max(...waits));
  if (longest > LOCK_MAX_MS) failures.push(`a lock was waited for during ${longest} ms`);
  say(`  ${judged.says}`);
  await settle(failures);
  const { acks, paid } = load.acknowledged;
  const result =
    `${waits.length} columns and indexes on ${TABLES.length} tables, ` +
    `${acks.length} orders answered, ${paid.length} payments; ` +
    `longest wait for a lock ${longest} ms`;
  return { result, failures };
}

export const migration: Drill = {
  about: 'adds columns and indexes while investors reserve and pay',
  run: (options) => withMarket({ clients: CLIENTS, cases: 60 }, (stage) => change(stage, options)),
};
