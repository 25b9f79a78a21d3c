// Drill: the disk of PostgreSQL is full, for the data, the WAL or both, while the market runs.
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { restartPostgres } from '../drill.ts';
import type { Drill, DrillOptions } from '../drill.ts';
import { killAll } from '../kill-all.ts';
import { type Stage, withMarket } from '../market/stage.ts';
import { type FullDisk, newFullDisk } from './full-disk.ts';
import { judgeTries } from './judgement.ts';

const CLIENTS = 16;
const FULL_MS = 12_000;
const RECOVERY_MAX_MS = 20_000;
const QUIET_MS = 4_000;
const SWITCH_EACH_MS = 500;
/** Otherwise the segments that PostgreSQL keeps for reuse would outlast the drill. */
const POSTGRES = ['wal_recycle=off'];

const phases = {
  data: ['data'],
  WAL: ['wal'],
  'data and WAL': ['data', 'wal'],
} as const;

async function ask<Row>(url: string, sql: string): Promise<Row[]> {
  const client = new pg.Client({ connectionString: url });
  client.on('error', () => {});
  await client.connect();
  try {
    return (await client.query(sql)).rows as Row[];
  } finally {
    await client.end().catch(() => {});
  }
}

/** Makes PostgreSQL need new segments of the WAL until the time is over. */
async function switchSegments(url: string, until: number): Promise<void> {
  while (performance.now() < until) {
    await ask(url, 'select pg_switch_wal()').catch(() => {});
    await sleep(SWITCH_EACH_MS);
  }
}

/** Returns what the pages, checksums and indexes of all tables say that is wrong. */
async function damageOf(url: string): Promise<string[]> {
  await ask(url, 'create extension if not exists amcheck');
  const heaps = await ask<{ says: string }>(
    url,
    `select c.oid::regclass || ': ' || v.msg as says from pg_class c, lateral verify_heapam(c.oid) v
     where c.relkind in ('r', 't', 'm') and c.relpersistence = 'p'`,
  );
  // The function throws for an index that is damaged, and names it.
  const indexes = ask(
    url,
    `select bt_index_check(c.oid, true) from pg_class c join pg_am a on a.oid = c.relam
     where c.relkind = 'i' and a.amname = 'btree' and c.relpersistence = 'p'`,
  );
  const damaged = await indexes.then(
    () => [],
    (error: Error) => [error.message],
  );
  return [...heaps.map(({ says }) => says), ...damaged];
}

/** Waits until an order is placed after `since`; returns how long it took in ms. */
async function untilOrdered({ load }: Stage, since: number): Promise<number> {
  const limit = since + RECOVERY_MAX_MS * 2;
  const isPlaced = () =>
    load.acknowledged.acks.some(({ orderId, answeredAt }) => orderId && answeredAt > since);
  while (!isPlaced() && Date.now() < limit) await sleep(50);
  return Date.now() - since;
}

async function fillUp(stage: Stage, disk: FullDisk, { rounds, say }: DrillOptions) {
  const { postgres, load, settle } = stage;
  const failures: string[] = [];
  let [times, ends, longest] = [0, 0, 0];
  await sleep(QUIET_MS);
  for (let round = 0; round < (rounds ?? 1); round += 1) {
    for (const [name, parts] of Object.entries(phases)) {
      load.tries.length = 0;
      const placed = load.acknowledged.acks.length;
      for (const part of parts) disk.fill(part);
      const until = performance.now() + FULL_MS;
      if (parts.some((part) => part === 'wal')) await switchSegments(postgres.url, until);
      while (performance.now() < until) await sleep(50);
      const judged = judgeTries(load.tries);
      const answered = load.acknowledged.acks.length - placed;
      disk.free();
      const freedAt = Date.now();
      // PostgreSQL ends if it cannot even recover; an init system would start it again.
      const ended = await Promise.race([postgres.ended, sleep(1_000, 'runs')]);
      if (ended !== 'runs') {
        ends += 1;
        await restartPostgres(postgres, POSTGRES);
      }
      const recovery = await untilOrdered(stage, freedAt);
      if (recovery > RECOVERY_MAX_MS) failures.push(`${name}: recovered after ${recovery} ms`);
      failures.push(...judged.failures.map((line) => `${name} full: ${line}`));
      times += 1;
      longest = Math.max(longest, recovery);
      say(`  ${name} full: ${judged.says}; ${answered} orders answered; recovery ${recovery} ms`);
      await sleep(QUIET_MS);
    }
  }
  load.end();
  // What is only in memory would not survive this.
  killAll(postgres.pid);
  await postgres.ended;
  await restartPostgres(postgres, POSTGRES);
  await settle(failures);
  failures.push(...(await damageOf(postgres.url)));
  const { acks, paid } = load.acknowledged;
  const orders = acks.filter(({ orderId }) => orderId !== null).length;
  const result =
    `${times} times full, ${orders} orders and ${paid.length} payments acknowledged; ` +
    `PostgreSQL ended ${ends} times; longest recovery ${(longest / 1000).toFixed(1)} s`;
  return { result, failures };
}

export const diskFull: Drill = {
  about: 'fills the disk of PostgreSQL (skipped without gcc)',
  async run(options) {
    const disk = newFullDisk();
    if (!disk) return { result: 'SKIPPED: gcc is not installed', failures: [] };
    // PostgreSQL inherits the environment of this process.
    Object.assign(process.env, disk.environment('/cluster/'));
    try {
      return await withMarket({ clients: CLIENTS, cases: 60, postgres: POSTGRES }, (stage) =>
        fillUp(stage, disk, options),
      );
    } finally {
      disk.remove();
    }
  },
};
