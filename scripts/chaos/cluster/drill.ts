// Drill: the program on three Patroni nodes behind HAProxy, whose primary is killed or frozen and
// whose etcd is stopped under load.
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { randomOf } from '../../../actors/random.ts';
import { migrate } from '../../../server/database/migrate.ts';
import { freePort } from '../../../server/database/postgres.ts';
import {
  type Cluster,
  type Node,
  SUPERUSER_PASSWORD,
  missingPackages,
  primaryOf,
  startCluster,
  untilWhole,
} from './nodes.ts';
import { postmasterOf, signalFamilies } from './signals.ts';
import { type Drill, type DrillOptions, withFolder } from '../drill.ts';
import { problemsAfter } from '../market/acknowledged.ts';
import { newLoad } from '../market/load.ts';
import { furnish } from '../market/market.ts';
import { startMarketServer } from '../processes.ts';
import { type Probe, startProbe } from './probe.ts';

const ROUNDS = 30;
const CLIENTS = 8;
const SIZE = { investors: 600, cases: 60, amountMin: 50, amountMax: 90 };
/** How long a node stays frozen: longer than the primary's lease (`ttl` in deploy/patroni.yml). */
const FROZEN_MS = 30_000;
const ETCD_MS = 30_000;
const GAP_P95_MAX_MS = 25_000;

const addressOf = (role: string, password: string, port: number) =>
  `postgres://${role}:${password}@127.0.0.1:${port}/baixi`;

/** Creates the database and the program's role through HAProxy, and migrates. */
export async function prepare({ primaryPort }: Cluster) {
  const url = addressOf('postgres', SUPERUSER_PASSWORD, primaryPort);
  const client = new pg.Client({ connectionString: url.replace(/baixi$/, 'postgres') });
  await client.connect();
  await client.query('create database baixi');
  await client.query(`create role baixi_program login password 'program-of-the-drill'`);
  await client.end();
  const programUrl = addressOf('baixi_program', 'program-of-the-drill', primaryPort);
  await migrate({ url, programUrl });
  return { url, programUrl };
}

type Fault = {
  name: string;
  /** Whether the fault forces another node to become the primary. */
  moves: boolean;
  run(cluster: Cluster, primary: Node, data: string): Promise<void>;
};

const etcdsStopped = (name: string, count: number): Fault => ({
  name,
  moves: false,
  async run({ etcds }) {
    const stopped = etcds.slice(0, count);
    for (const etcd of stopped) etcd.signal('SIGKILL');
    await sleep(ETCD_MS);
    for (const etcd of stopped) if (!etcd.isRunning()) etcd.start();
  },
});

export const nodeKilled: Fault = {
  name: 'the node of the primary killed',
  moves: true,
  async run(cluster, { process }, data) {
    // Patroni is killed first, because it would start PostgreSQL again.
    const postmaster = postmasterOf(data);
    process.signal('SIGKILL');
    signalFamilies([postmaster], 'SIGKILL');
    await untilMoved(cluster, data);
    process.start();
  },
};

const faults: Fault[] = [
  nodeKilled,
  {
    name: 'the node of the primary frozen',
    moves: true,
    async run(cluster, { process }, data) {
      const postmaster = postmasterOf(data);
      const family = [process.pid(), postmaster];
      signalFamilies(family, 'SIGSTOP');
      await Promise.all([sleep(FROZEN_MS), untilMoved(cluster, data)]);
      signalFamilies(family, 'SIGCONT');
    },
  },
  {
    name: 'PostgreSQL of the primary killed',
    moves: false,
    run: async (_cluster, _primary, data) => signalFamilies([postmasterOf(data)], 'SIGKILL'),
  },
  etcdsStopped('one etcd killed', 1),
  etcdsStopped('two of three etcd killed', 2),
];
const MOVING = faults.filter(({ moves }) => moves);
const OTHERS = faults.filter(({ moves }) => !moves);

const MOVE_MAX_MS = 120_000;

/** Waits until a node other than the one with this data folder is the primary. */
async function untilMoved(cluster: Cluster, data: string): Promise<void> {
  const limit = performance.now() + MOVE_MAX_MS;
  while (performance.now() < limit) {
    const primary = await primaryOf(cluster);
    if (primary && primary.data !== data) return;
    await sleep(200);
  }
  throw new Error('no other node became the primary');
}

/** Runs one fault; returns the longest time without an acknowledged write, in ms. */
async function runFault(cluster: Cluster, probe: Probe, fault: Fault): Promise<number> {
  const primary = await primaryOf(cluster);
  if (!primary) throw new Error('there is no primary to break');
  const began = performance.now();
  await fault.run(cluster, primary, primary.data);
  await untilWhole(cluster);
  await probe.untilWritten();
  return probe.longestGapSince(began);
}

const percentile = (sorted: readonly number[], share: number) =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;

async function drill(cluster: Cluster, folder: string, { rounds, say }: DrillOptions) {
  await untilWhole(cluster);
  const urls = await prepare(cluster);
  const random = randomOf(1);
  const market = await furnish(urls.programUrl, folder, random, SIZE);
  const ports = { site: await freePort(), office: await freePort() };
  const server = await startMarketServer(urls.programUrl, folder, ports);
  const failures: string[] = [];
  const gaps: number[] = [];
  try {
    const load = newLoad([ports], market, random);
    const clients = load.run(CLIENTS);
    const direct = cluster.nodes.map(({ postgresPort }) =>
      addressOf('postgres', SUPERUSER_PASSWORD, postgresPort),
    );
    const probe = await startProbe(urls.url, direct);
    const count = rounds ?? ROUNDS;
    try {
      for (let round = 1; round <= count; round += 1) {
        const moving = MOVING[round % MOVING.length]!;
        // The faults that do not require a new primary are each run once, between the others.
        for (const fault of [moving, ...OTHERS.slice(round - 1, round)]) {
          const gap = await runFault(cluster, probe, fault);
          if (fault.moves) gaps.push(gap);
          const seconds = (gap / 1000).toFixed(1);
          const answered = `${load.acknowledged.acks.length} orders answered`;
          say(`  ${round} of ${count}: ${fault.name}: ${seconds} s without a write, ${answered}`);
        }
      }
    } catch (error) {
      failures.push((error as Error).message);
    }
    // A server that no longer runs answers nobody, so that its clients would wait for ever.
    if (server.exitCode !== null) failures.push(`the server ended with ${server.exitCode}`);
    load.end({ abandon: server.exitCode !== null });
    await clients;
    failures.push(...(await probe.end()));
    failures.push(...(await problemsAfter(urls.programUrl, load.acknowledged)));
    const sorted = gaps.toSorted((a, b) => a - b);
    const p95 = percentile(sorted, 0.95);
    if (p95 > GAP_P95_MAX_MS) failures.push(`p95 of the gap is ${Math.round(p95)} ms`);
    const { acks, paid } = load.acknowledged;
    const result =
      `${gaps.length} failovers, ${acks.length} orders answered, ${paid.length} payments, ` +
      `${probe.written()} writes of the probe, ${probe.direct()} of them past HAProxy; ` +
      `gap p50 ${(percentile(sorted, 0.5) / 1000).toFixed(1)} s, p95 ${(p95 / 1000).toFixed(1)} s`;
    return { result, failures };
  } finally {
    server.kill('SIGKILL');
  }
}

/** Starts a cluster in a folder of its own, and removes both when `work` ends. */
export async function withCluster(
  work: (cluster: Cluster, folder: string) => ReturnType<Drill['run']>,
) {
  const missing = missingPackages();
  if (missing !== null) return { result: `SKIPPED: ${missing}`, failures: [] };
  return withFolder(async (folder) => {
    const cluster = await startCluster(folder);
    try {
      return await work(cluster, folder);
    } finally {
      const { etcds, nodes, haproxy } = cluster;
      const postmasters = nodes.map(({ data }) => postmasterOf(data));
      signalFamilies([...nodes.map((node) => node.process.pid()), ...postmasters], 'SIGKILL');
      for (const one of [...etcds, haproxy]) one.signal('SIGKILL');
      await sleep(500);
    }
  });
}

export const clusterDrill: Drill = {
  about: 'kills and freezes the primary of a Patroni cluster under load, and stops its etcd',
  run: (options) => withCluster((cluster, folder) => drill(cluster, folder, options)),
};
