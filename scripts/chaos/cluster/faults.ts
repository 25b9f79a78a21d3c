// Faults of a cluster: its primary is killed, frozen or cut off, and its etcd is killed.
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Cluster, type Node, primaryOf, runOn } from './nodes.ts';
import { CLUSTER_NAME } from './places.ts';
import { postmasterOf, signalFamilies } from '../signals.ts';

/**
 * How long a node stays frozen or cut off: longer than the primary's lease (`ttl` in
 * deploy/patroni.yml).
 */
const AWAY_MS = 30_000;
const ETCD_MS = 30_000;

export type Fault = {
  name: string;
  /** Whether the primary is lost, so that another node must take over. */
  moves: boolean;
  run(cluster: Cluster, primary: Node): Promise<void>;
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
  async run(cluster, { process, data }) {
    // Patroni is killed first, because it would start PostgreSQL again.
    const postmaster = postmasterOf(data);
    process.signal('SIGKILL');
    signalFamilies([postmaster], 'SIGKILL');
    await untilMoved(cluster, data);
    process.start();
  },
};

/** Returns a fault that takes the primary away until another node has taken over, and longer. */
const away = (name: string, take: (cluster: Cluster, primary: Node) => () => void): Fault => ({
  name,
  moves: true,
  async run(cluster, primary) {
    const giveBack = take(cluster, primary);
    try {
      await Promise.all([sleep(AWAY_MS), untilMoved(cluster, primary.data)]);
    } finally {
      giveBack();
    }
  },
});

const faults: Fault[] = [
  nodeKilled,
  away('the node of the primary frozen', (_cluster, { process, data }) => {
    const family = [process.pid(), postmasterOf(data)];
    signalFamilies(family, 'SIGSTOP');
    return () => signalFamilies(family, 'SIGCONT');
  }),
  away('the primary cut off from the other nodes and from etcd', ({ network }, { host }) =>
    network.cut(host, true),
  ),
  away('the primary cut off from everybody', ({ network }, { host }) => network.unplug(host)),
  away('the primary hears nothing from the other nodes and from etcd', ({ network }, { host }) =>
    network.cut(host, false),
  ),
  {
    name: 'PostgreSQL of the primary killed',
    moves: false,
    run: async (_cluster, { data }) => signalFamilies([postmasterOf(data)], 'SIGKILL'),
  },
  {
    name: 'a switchover by an administrator',
    moves: false,
    async run(cluster, { name, data, host }) {
      const file = join(dirname(data), 'patroni.yml');
      const command = ['patronictl', '-c', file, 'switchover', CLUSTER_NAME];
      runOn(host, [...command, '--leader', name, '--force']);
      await untilMoved(cluster, data);
    },
  },
  etcdsStopped('one etcd killed', 1),
  etcdsStopped('two of three etcd killed', 2),
];
/** Faults after which another node is the primary. */
export const MOVING = faults.filter(({ moves }) => moves);
/** Faults that the cluster survives with the primary that it has. */
export const OTHERS = faults.filter(({ moves }) => !moves);

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
