// Samples of what a program that runs for long must not accumulate.
import type { ChildProcess } from 'node:child_process';
import { readFileSync, readdirSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import { percentile } from '../database/judgement.ts';
import type { Try } from '../market/retries.ts';

/** Figures of one moment; those of several processes are added up. */
export type Sample = {
  /** Resident memory of the program, in MiB, with whatever garbage V8 has not collected yet. */
  memory: number;
  /** The same after the last collection of garbage that the drill asked for. */
  live: number;
  /** Open files and sockets of the program. */
  handles: number;
  /** Connections to the database. */
  connections: number;
  /** Rows stored in all tables, as a multiple of those that are not dead. */
  bloat: number;
  /** Time that 99 of 100 answers stayed below, in ms. */
  p99: number;
};

const COLLECTED_MS = 3_000;

const memoryOf = (pid: number) =>
  Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) / 1024;
const handlesOf = (pid: number) => readdirSync(`/proc/${pid}/fd`).length;
const total = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0);

/** Lets the processes of `scripts/chaos/server.ts` collect their garbage; returns what is left. */
export async function liveMemoryOf(servers: readonly ChildProcess[]): Promise<number> {
  for (const server of servers) server.kill('SIGUSR2');
  await sleep(COLLECTED_MS);
  return total(servers.map(({ pid = 0 }) => memoryOf(pid)));
}

/**
 * Takes a sample of these processes and of their database, whose answers `tries` has; `live` is
 * their memory after the last collection.
 */
export async function sampleOf(
  pids: readonly number[],
  db: pg.Client,
  { tries, live }: { tries: readonly Try[]; live: number },
): Promise<Sample> {
  const { rows } = await db.query<{ connections: number; bloat: number }>(`
    select
      (select count(*)::int from pg_stat_activity
        where datname = current_database() and pid <> pg_backend_pid()) as connections,
      (select sum(n_live_tup + n_dead_tup)::float8 / greatest(sum(n_live_tup), 1)
        from pg_stat_user_tables) as bloat`);
  const { connections, bloat } = rows[0]!;
  const times = tries.map(({ ms }) => ms).toSorted((a, b) => a - b);
  return {
    memory: total(pids.map(memoryOf)),
    live,
    handles: total(pids.map(handlesOf)),
    connections,
    bloat,
    p99: percentile(times, 0.99),
  };
}
