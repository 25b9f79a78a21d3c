// Drill: the network between one of two processes and PostgreSQL carries nothing in one or both
// directions; what became of each doubtful request is found out with its key.
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import type { Drill, DrillOptions } from '../drill.ts';
import { type Stage, atPort, withMarket } from '../market/stage.ts';
import { type Silence, startFaultProxy } from './fault-proxy.ts';
import { judgeTries } from './judgement.ts';

const CLIENTS = 16;
const SECONDS = [5, 20, 60];
const DIRECTIONS = ['requests', 'answers', 'both'] as const satisfies Silence[];
/** Pause after each partition, in which the partitioned process must answer again. */
const QUIET_MS = 6_000;
/** Time in which a request that is repeated with its key gets a definite answer. */
const RESOLUTION_MAX_MS = 15_000;

/** Returns how many of these requests are orders in the database, although nobody was told. */
async function countCarriedOut(url: string, keys: ReadonlySet<string>): Promise<number> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const { rows } = await client.query(
    'select count(*)::integer as n from investing."order" where idempotency_key = any($1)',
    [[...keys]],
  );
  await client.end();
  return rows[0].n as number;
}

/** Waits until none of these requests is doubtful any more; returns how long it took in ms. */
async function untilResolved(doubtful: ReadonlySet<string>, open: ReadonlySet<string>) {
  const began = performance.now();
  const isOver = () => performance.now() - began > RESOLUTION_MAX_MS;
  while ([...open].some((key) => doubtful.has(key)) && !isOver()) await sleep(50);
  return performance.now() - began;
}

type Proxy = Awaited<ReturnType<typeof startFaultProxy>>;

async function part(stage: Stage, proxy: Proxy, { rounds, say }: DrillOptions) {
  const { postgres, load, settle } = stage;
  const failures: string[] = [];
  let [partitions, doubtful, carriedOut, longest] = [0, 0, 0, 0];
  await sleep(QUIET_MS);
  for (let round = 0; round < (rounds ?? 1); round += 1) {
    for (const seconds of SECONDS) {
      for (const direction of DIRECTIONS) {
        load.tries.length = 0;
        proxy.state.silent = direction;
        await sleep(seconds * 1_000);
        const open = new Set(load.doubtful);
        const found = await countCarriedOut(postgres.url, open);
        proxy.state.silent = 'none';
        const resolution = await untilResolved(load.doubtful, open);
        await sleep(QUIET_MS);
        const judged = judgeTries(load.tries);
        failures.push(...judged.failures.map((line) => `${direction}, ${seconds} s: ${line}`));
        if (resolution > RESOLUTION_MAX_MS) {
          failures.push(`${direction}, ${seconds} s: doubtful for ${Math.round(resolution)} ms`);
        }
        longest = Math.max(longest, resolution);
        partitions += 1;
        doubtful += open.size;
        carriedOut += found;
        const doubt = `${open.size} doubtful, ${found} of them carried out`;
        say(`  ${direction} held for ${seconds} s: ${judged.says}; ${doubt}`);
      }
    }
  }
  await settle(failures);
  const { acks, paid } = load.acknowledged;
  const result =
    `${partitions} partitions, ${acks.length} orders answered, ${paid.length} payments, ` +
    `${load.repeated()} requests sent again; ${doubtful} doubtful at the end of a partition, ` +
    `${carriedOut} of them carried out, all resolved within ${(longest / 1000).toFixed(1)} s`;
  return { result, failures };
}

export const partitions: Drill = {
  about: 'cuts one of two processes off from PostgreSQL, in one or both directions',
  async run(options) {
    let proxy = null as Proxy | null;
    const urlsOf = async ({ port, programUrl }: Stage['postgres']) => {
      proxy = await startFaultProxy(port);
      return [atPort(programUrl, proxy.port), programUrl];
    };
    try {
      return await withMarket({ clients: CLIENTS, cases: 120, urlsOf }, (stage) =>
        part(stage, proxy!, options),
      );
    } finally {
      proxy?.close();
    }
  },
};
