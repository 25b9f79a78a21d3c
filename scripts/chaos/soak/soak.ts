// Drill: a steady load of orders, payments, uploads and reads for long, during which the memory,
// handles and connections of the program, the dead rows and the times of its answers must not rise.
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import type { Drill, DrillOptions } from '../drill.ts';
import { judgeTries } from '../database/judgement.ts';
import { type Stage, withMarket } from '../market/stage.ts';
import { driftOf } from './drift.ts';
import { type Sample, liveMemoryOf, sampleOf } from './samples.ts';

const MINUTES = 60;
const SAMPLE_MS = 10_000;
const SAMPLES_A_LINE = 30;
/** Garbage is collected before every such sample, seldom enough not to slow down the answers. */
const SAMPLES_A_COLLECTION = 12;
const PROCESSES = 2;
const CLIENTS = 4;
const PACE = { pauseMs: 1_000, uploadEachMs: 5_000, readEachMs: 500 };
/** Share of the samples at the beginning that do not count: caches and the heap still fill. */
const WARM_UP = 0.25;
const DRIFT_MAX = 0.05;
/**
 * What is judged. Resident memory as such is only reported: V8 leaves garbage alone while there is
 * memory enough, so that it rises for an hour although the objects do not become more.
 */
const FIGURES = ['live', 'handles', 'connections', 'bloat', 'p99'] as const;

const says = (sample: Sample) =>
  `${Math.round(sample.memory)} MiB, ${Math.round(sample.live)} of them without garbage, ` +
  `${sample.handles} handles, ` +
  `${sample.connections} connections, bloat ${sample.bloat.toFixed(2)}, ` +
  `p99 ${Math.round(sample.p99)} ms`;

const percent = (share: number) => `${(share * 100).toFixed(1)} %`;

async function soakFor({ postgres, servers, load, settle }: Stage, options: DrillOptions) {
  const { rounds, say } = options;
  const minutes = rounds ?? MINUTES;
  const client = new pg.Client({ connectionString: postgres.url });
  await client.connect();
  const failures: string[] = [];
  const samples: Sample[] = [];
  let refused = 0;
  const pids = servers.map(({ pid = 0 }) => pid);
  let live = 0;
  const end = performance.now() + minutes * 60_000;
  while (performance.now() < end) {
    await sleep(SAMPLE_MS);
    const tries = load.tries.splice(0);
    refused += tries.filter(({ status }) => status === 503).length;
    failures.push(...judgeTries(tries).failures);
    if (samples.length % SAMPLES_A_COLLECTION === 0) live = await liveMemoryOf(servers);
    const sample = await sampleOf(pids, client, { tries, live });
    samples.push(sample);
    if (samples.length % SAMPLES_A_LINE === 1) say(`  sample ${samples.length}: ${says(sample)}`);
  }
  await client.end();
  say(`  sample ${samples.length}: ${says(samples.at(-1)!)}`);
  const judged = samples.slice(Math.floor(samples.length * WARM_UP));
  const drifts = (['memory', ...FIGURES] as const).map(
    (name) => [name, driftOf(judged.map((one) => one[name]))] as const,
  );
  for (const [name, drift] of drifts) {
    if (name !== 'memory' && drift > DRIFT_MAX) failures.push(`${name} rose by ${percent(drift)}`);
  }
  await settle(failures);
  const { acks, paid, uploaded } = load.acknowledged;
  const result =
    `${minutes} minutes, ${acks.length} orders answered, ${paid.length} payments, ` +
    `${uploaded.length} uploads, ${refused} requests refused with 503; drift ` +
    drifts.map(([name, drift]) => `${name} ${percent(drift)}`).join(', ');
  return { result, failures };
}

export const soak: Drill = {
  about: 'serves a steady load for an hour (--rounds: minutes) and measures what rises',
  run: (options) =>
    withMarket(
      {
        clients: CLIENTS,
        pace: PACE,
        // A minute brings at most 240 orders, and a case has room for about 150.
        cases: 10 + 2 * (options.rounds ?? MINUTES),
        urlsOf: ({ programUrl }) => Array.from({ length: PROCESSES }, () => programUrl),
      },
      (stage) => soakFor(stage, options),
    ),
};
