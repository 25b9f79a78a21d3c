// Drill: the program on three Patroni nodes behind HAProxy and PgBouncer, all encrypted, whose
// primary is killed, frozen or cut off and whose etcd is stopped under load; then a restore from
// the repository into which each primary archived.
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { randomOf } from '../../../actors/random.ts';
import { migrate } from '../../../server/database/migrate.ts';
import { freePort } from '../../../server/database/free-port.ts';
import { type Drill, type DrillOptions, withFolder } from '../drill.ts';
import { problemsAfter } from '../market/acknowledged.ts';
import { newLoad } from '../market/load.ts';
import { furnish } from '../market/market.ts';
import { pgbouncerVersion, startPgbouncer } from '../pgbouncer.ts';
import { startMarketServer } from '../processes.ts';
import { type Fault, MOVING, OTHERS } from './faults.ts';
import { type Cluster, missingPackages, primaryOf, startCluster, untilWhole } from './nodes.ts';
import { DATABASE_NAME, PRIMARY_PORT, SUPERUSER_PASSWORD } from './places.ts';
import { type Probe, startProbe } from './probe.ts';
import {
  openRepository,
  restoreTo,
  takeFirstBackup,
  takeNextBackup,
  untilArchived,
} from './repository.ts';
import { postmasterOf, signalFamilies } from '../signals.ts';

const ROUNDS = 30;
const CLIENTS = 8;
const UPLOAD_EACH_MS = 2_000;
const SIZE = { investors: 600, cases: 60, amountMin: 50, amountMax: 90 };
const GAP_P95_MAX_MS = 25_000;
/** How long the load goes on after the last fault; the moment restored is the middle of it. */
const AFTER_MS = 10_000;
const PROGRAM_PASSWORD = 'program-of-the-drill';

/** Creates the database and the program's role through HAProxy, and migrates. */
export async function prepare({ addressOf }: Cluster) {
  const url = addressOf('postgres', SUPERUSER_PASSWORD);
  const client = new pg.Client({ connectionString: url.replace('/baixi?', '/postgres?') });
  await client.connect();
  await client.query('create database baixi');
  await client.query(`create role baixi_program login password '${PROGRAM_PASSWORD}'`);
  await client.end();
  const programUrl = addressOf('baixi_program', PROGRAM_PASSWORD);
  await migrate({ url, programUrl });
  return { url, programUrl };
}

/** Runs one fault; returns the longest time without an acknowledged write, in ms. */
async function runFault(cluster: Cluster, probe: Probe, fault: Fault): Promise<number> {
  const primary = await primaryOf(cluster);
  if (!primary) throw new Error('there is no primary to break');
  const began = performance.now();
  await fault.run(cluster, primary);
  await untilWhole(cluster);
  await probe.untilWritten();
  const next = await primaryOf(cluster);
  if (next) await untilArchived(cluster, next);
  return probe.longestGapSince(began);
}

const percentile = (sorted: readonly number[], share: number) =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;

/**
 * Runs the faults one after another; returns the gaps of those that moved the primary, in ms. After
 * SIGTERM no further fault is run, and what was done is compared as usual.
 */
async function runFaults(cluster: Cluster, probe: Probe, { rounds, say }: DrillOptions) {
  const gaps: number[] = [];
  const count = rounds ?? ROUNDS;
  let over = false;
  process.removeAllListeners('SIGTERM').once('SIGTERM', () => (over = true));
  for (let round = 1; round <= count && !over; round += 1) {
    const moving = MOVING[round % MOVING.length]!;
    // The faults that do not require a new primary are each run once, between the others.
    for (const fault of [moving, ...OTHERS.slice(round - 1, round)]) {
      const gap = await runFault(cluster, probe, fault);
      if (fault.moves) gaps.push(gap);
      say(`  ${round} of ${count}: ${fault.name}: ${(gap / 1000).toFixed(1)} s without a write`);
    }
  }
  return gaps.toSorted((a, b) => a - b);
}

async function drill(cluster: Cluster, folder: string, options: DrillOptions) {
  const { say } = options;
  await untilWhole(cluster);
  openRepository(cluster);
  const urls = await prepare(cluster);
  const random = randomOf(1);
  const market = await furnish(urls.programUrl, folder, random, SIZE);
  const ports = { site: await freePort(), office: await freePort() };
  const behind = { programUrl: urls.programUrl, port: PRIMARY_PORT };
  const tls = { host: DATABASE_NAME, caFile: cluster.places.caFile };
  const bouncer = await startPgbouncer(behind, folder, undefined, tls);
  const server = await startMarketServer(bouncer.url, folder, ports, {
    DATABASE_DIRECT_URL: urls.programUrl,
    DATABASE_PREPARED: (pgbouncerVersion() ?? 0) >= 21 ? 'on' : 'off',
  });
  const failures: string[] = [];
  let sorted: number[] = [];
  try {
    takeFirstBackup(cluster);
    const load = newLoad([ports], market, random);
    const clients = load.run(CLIENTS, { uploadEachMs: UPLOAD_EACH_MS });
    const past = cluster.nodes.map((node) =>
      cluster.addressOf('postgres', SUPERUSER_PASSWORD, node),
    );
    const probe = await startProbe(urls.url, past);
    try {
      sorted = await runFaults(cluster, probe, options);
    } catch (error) {
      failures.push((error as Error).message);
    }
    await sleep(AFTER_MS / 2);
    const moment = new Date();
    await sleep(AFTER_MS / 2);
    // A server that no longer runs answers nobody, so that its clients would wait for ever.
    if (server.exitCode !== null) failures.push(`the server ended with ${server.exitCode}`);
    load.end({ abandon: server.exitCode !== null });
    await clients;
    failures.push(...(await probe.end()));
    failures.push(...(await problemsAfter(urls.programUrl, load.acknowledged)));
    const restored = await restoreLast(
      cluster,
      { folder, acknowledged: load.acknowledged },
      moment,
    );
    for (const line of restored.says) say(`  restored: ${line}`);
    failures.push(...restored.failures.map((line) => `restored: ${line}`));
    const p95 = percentile(sorted, 0.95);
    if (p95 > GAP_P95_MAX_MS) failures.push(`p95 of the gap is ${Math.round(p95)} ms`);
    const { acks, paid, uploaded } = load.acknowledged;
    const result =
      `${sorted.length} failovers, ${acks.length} orders answered, ${paid.length} payments, ` +
      `${uploaded.length} uploads, ` +
      `${probe.written()} writes of the probe, ${probe.direct()} of them past HAProxy; ` +
      `gap p50 ${(percentile(sorted, 0.5) / 1000).toFixed(1)} s, p95 ${(p95 / 1000).toFixed(1)} s`;
    return { result, failures };
  } finally {
    server.kill('SIGKILL');
    bouncer.child.kill('SIGKILL');
  }
}

/** Restores to a moment after the last failover, and takes a backup from the primary. */
async function restoreLast(
  cluster: Cluster,
  compared: Parameters<typeof restoreTo>[1],
  moment: Date,
) {
  const primary = await primaryOf(cluster);
  if (!primary) return { says: [], failures: ['there is no primary to back up'] };
  await untilArchived(cluster, primary);
  const began = performance.now();
  const { says, failures } = await restoreTo(cluster, compared, moment);
  const seconds = ((performance.now() - began) / 1000).toFixed(1);
  takeNextBackup(cluster);
  return { says: [...says, `to ${moment.toISOString()} in ${seconds} s`], failures };
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
      const { etcds, nodes, servers, haproxy, network } = cluster;
      const postmasters = nodes.map(({ data }) => postmasterOf(data));
      signalFamilies([...nodes.map((node) => node.process.pid()), ...postmasters], 'SIGKILL');
      signalFamilies(
        servers.map((one) => one.pid()),
        'SIGKILL',
      );
      for (const one of [...etcds, haproxy]) one.signal('SIGKILL');
      network.stop();
      await sleep(500);
    }
  });
}

export const clusterDrill: Drill = {
  about:
    'kills, freezes and cuts off the primary of a Patroni cluster, stops its etcd, restores it',
  ownNetwork: true,
  run: (options) => withCluster((cluster, folder) => drill(cluster, folder, options)),
};
