// Drill: PostgreSQL is killed again and again while it recovers from a kill under load.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { type Drill, type DrillOptions, restartPostgres } from '../drill.ts';
import { killAll } from '../kill-all.ts';
import { type Stage, withMarket } from '../market/stage.ts';

const ROUNDS = 20;
const CLIENTS = 8;
const LOAD_MS = 10_000;
const MOMENT_MIN_MS = 100;
const MOMENT_MAX_MS = 2_500;
const KILLS_A_RECOVERY = 7;
/** No checkpoint shortens the log that must be replayed. */
const POSTGRES = ['checkpoint_timeout=1h', 'max_wal_size=16GB'];
const FILLER_ROWS = 400_000;
const FILLER_TIMES = 8;

/** Writes as much of the log as hours of the market would. */
async function lengthenLog(url: string): Promise<string> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query('drop schema if exists drill cascade');
  await client.query('create schema drill');
  await client.query('create table drill.filler (id integer primary key, text text)');
  await client.query('checkpoint');
  const before = await client.query('select pg_current_wal_lsn() as at');
  await client.query(
    `insert into drill.filler select n, repeat('x', 100) from generate_series(1, $1) n`,
    [FILLER_ROWS],
  );
  for (let time = 0; time < FILLER_TIMES; time += 1) {
    await client.query(`update drill.filler set text = md5(id::text || $1) where id % 2 = $2`, [
      String(time),
      time % 2,
    ]);
  }
  const { rows } = await client.query(
    'select pg_size_pretty(pg_current_wal_lsn() - $1::pg_lsn) as n',
    [before.rows[0].at],
  );
  await client.end();
  return rows[0].n as string;
}

/** Returns the postmaster that runs in a folder and its state; null if none does. */
function postmasterIn(folder: string): { pid: number; state: string } | null {
  try {
    const lines = readFileSync(join(folder, 'postmaster.pid'), 'utf8').split('\n');
    return { pid: Number(lines[0]), state: lines[7]?.trim() ?? '' };
  } catch {
    return null;
  }
}

/**
 * Starts PostgreSQL and kills it at random moments of its recovery, at most `most` times; returns
 * how often. A recovery that ends before its moment ends this.
 */
async function killInRecovery({ postgres, random }: Stage, most: number): Promise<number> {
  let last = postgres.pid;
  let kills = 0;
  let ready = false;
  const kill = async () => {
    while (kills < most && !ready) {
      const found = postmasterIn(postgres.folder);
      if (!found || found.pid === last) {
        await sleep(10);
        continue;
      }
      last = found.pid;
      await sleep(random.int(MOMENT_MIN_MS, MOMENT_MAX_MS));
      const now = postmasterIn(postgres.folder);
      if (now?.pid !== last || now.state === 'ready') return;
      killAll(last);
      kills += 1;
    }
  };
  const killing = kill();
  while (!ready) {
    // After a few kills the start gives up, as an init system may, and is repeated.
    await restartPostgres(postgres, POSTGRES).then(
      () => (ready = true),
      () => {},
    );
  }
  await killing;
  return kills;
}

async function drill(stage: Stage, { rounds, say }: DrillOptions) {
  const { postgres, load, settle } = stage;
  const failures: string[] = [];
  const aim = rounds ?? ROUNDS;
  let [kills, recoveries, longest] = [0, 0, 0];
  while (kills < aim && recoveries < aim) {
    const log = await lengthenLog(postgres.url);
    await sleep(LOAD_MS);
    killAll(postgres.pid);
    await postgres.ended;
    const began = performance.now();
    const times = await killInRecovery(stage, Math.min(aim - kills, KILLS_A_RECOVERY));
    kills += times;
    recoveries += 1;
    longest = Math.max(longest, performance.now() - began);
    const answered = `${load.acknowledged.acks.length} orders answered`;
    say(`  recovery ${recoveries} of ${log} of the log, killed ${times} times; ${answered}`);
  }
  if (kills < aim) failures.push(`${kills} kills instead of ${aim}`);
  await settle(failures);
  const { acks, paid } = load.acknowledged;
  const orders = acks.filter(({ orderId }) => orderId !== null).length;
  const result =
    `${kills} kills in ${recoveries} recoveries, ${orders} orders and ${paid.length} payments ` +
    `acknowledged; longest way back ${(longest / 1000).toFixed(1)} s`;
  return { result, failures };
}

export const recoveryKills: Drill = {
  about: 'kills PostgreSQL while it recovers from a kill under load',
  run: (options) =>
    withMarket({ clients: CLIENTS, cases: 60, postgres: POSTGRES }, (stage) =>
      drill(stage, options),
    ),
};
