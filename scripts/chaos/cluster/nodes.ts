// Three Patroni nodes, three etcd members and a HAProxy as processes of this machine, configured by
// the files in deploy/.
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import * as fs from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { findRunner, freePort } from '../../../server/database/postgres.ts';
import { filledIn } from '../deployed.ts';

type Values = Record<string, string>;
type Process = {
  start(): void;
  signal(name: NodeJS.Signals): void;
  isRunning(): boolean;
  pid(): number | null;
};
export type Node = {
  name: string;
  /** The data folder of PostgreSQL. */
  data: string;
  postgresPort: number;
  patroniPort: number;
  process: Process;
};
export type Member = { name: string; role: string; state: string };

const ADDRESS = '127.0.0.1';
const NAMES = ['node1', 'node2', 'node3'] as const;
export const SUPERUSER_PASSWORD = 'superuser-of-the-drill';
const CLUSTER_NAME = 'baixi';

/**
 * Folder in which Debian and the PostgreSQL project install version 18; PG_BIN names another
 * folder.
 */
const binaries = process.env['PG_BIN'] ?? '/usr/lib/postgresql/18/bin';

const searchPath = `${binaries}:${process.env['PATH']}:/usr/sbin`;
/**
 * Before this version a node that was frozen or starved kept an old view of etcd for ever, so that
 * the cluster had no synchronous standby and no new primary (issue 2779 of Patroni).
 */
const PATRONI_MIN = [3, 1] as const;

function isPatroniOld(): boolean {
  const env = { PATH: searchPath };
  const { stdout } = spawnSync('patroni', ['--version'], { encoding: 'utf8', env });
  const [, major = 0, minor = 0] = (/(\d+)\.(\d+)/.exec(stdout ?? '') ?? []).map(Number);
  return major < PATRONI_MIN[0] || (major === PATRONI_MIN[0] && minor < PATRONI_MIN[1]);
}

/** Returns which packages must be installed, in one sentence; null if all are there. */
export function missingPackages(): string | null {
  const isMissing = (program: string) =>
    spawnSync('sh', ['-c', `command -v ${program}`], { env: { PATH: searchPath } }).status !== 0;
  const wanted = { patroni: 'patroni', etcd: 'etcd-server', haproxy: 'haproxy' };
  const packages = Object.entries(wanted)
    .filter(([program]) => isMissing(program))
    .map(([, name]) => name);
  const tools = ['postgres', 'pg_basebackup', 'pg_controldata', 'pg_isready', 'pg_rewind'];
  if (tools.some((name) => !fs.existsSync(join(binaries, name)))) packages.push('postgresql-18');
  if (!packages.includes('patroni') && isPatroniOld()) packages.push('patroni 3.1 or newer');
  if (packages.length === 0) return null;
  return `install ${packages.join(', ')}, or name the folder of PostgreSQL's programs in PG_BIN`;
}

/** Returns a process group that can be started again; it runs as the user of PostgreSQL. */
function processOf(folder: string, name: string, command: readonly string[]): Process {
  let child: ChildProcess | null = null;
  const [program = '', ...args] = command;
  return {
    start() {
      const log = fs.openSync(join(folder, `${name}.log`), 'a', 0o600);
      const env = { PATH: searchPath, LC_ALL: 'C.UTF-8', HOME: folder };
      const place = { ...findRunner(), cwd: folder, env, detached: true };
      const started = spawn(program, args, { ...place, stdio: ['ignore', log, log] });
      fs.closeSync(log);
      started.once('exit', () => {
        if (child === started) child = null;
      });
      child = started;
    },
    signal(signal) {
      if (child?.pid !== undefined) process.kill(child.pid, signal);
    },
    isRunning: () => child !== null,
    pid: () => child?.pid ?? null,
  };
}

const urlsOf = (ports: readonly number[]) => ports.map((port) => `${ADDRESS}:${port}`).join(',');

async function portsOf(): Promise<[number, number, number]> {
  return [await freePort(), await freePort(), await freePort()];
}

function newFolder(path: string): string {
  const { uid, gid } = findRunner();
  fs.mkdirSync(path, { mode: 0o700 });
  if (uid !== undefined && gid !== undefined) fs.chownSync(path, uid, gid);
  return path;
}

/** Writes a configuration that only the user of PostgreSQL can read; returns its path. */
function configure(folder: string, name: string, text: string): string {
  const { uid, gid } = findRunner();
  const path = join(folder, name);
  fs.writeFileSync(path, text, { mode: 0o600 });
  if (uid !== undefined && gid !== undefined) fs.chownSync(path, uid, gid);
  return path;
}

/** Starts the cluster in a folder and waits for a primary with two synchronous standbys. */
export async function startCluster(folder: string) {
  const place = newFolder(join(folder, 'cluster'));
  const [clients, peers, patronis, databases] = [
    await portsOf(),
    await portsOf(),
    await portsOf(),
    await portsOf(),
  ];
  const [primaryPort, replicaPort] = [await freePort(), await freePort()];
  const shared: Values = {
    CLUSTER_NAME,
    NODE_ADDRESS: ADDRESS,
    CLUSTER_NETWORK: '127.0.0.1/32',
    ETCD_MEMBERS: NAMES.map((name, k) => `${name}=http://${ADDRESS}:${peers[k]}`).join(','),
    ETCD_HOSTS: urlsOf(clients),
    POSTGRES_BIN: binaries,
    ARCHIVE_COMMAND: '/bin/true',
    SUPERUSER_PASSWORD,
    REPLICATION_PASSWORD: 'replication-of-the-drill',
    REWIND_PASSWORD: 'rewind-of-the-drill',
    WATCHDOG: "'off'",
    PRIMARY_PORT: String(primaryPort),
    REPLICA_PORT: String(replicaPort),
  };
  const etcds: Process[] = [];
  const nodes: Node[] = [];
  for (const [k, name] of NAMES.entries()) {
    const own = newFolder(join(place, name));
    const values: Values = {
      ...shared,
      NODE_NAME: name,
      ETCD_DIR: join(own, 'etcd'),
      ETCD_PORT: String(clients[k]),
      ETCD_PEER_PORT: String(peers[k]),
      PATRONI_PORT: String(patronis[k]),
      POSTGRES_PORT: String(databases[k]),
      POSTGRES_DIR: join(own, 'pg'),
      PGPASS_FILE: join(own, 'pgpass'),
      SOCKET_DIR: own,
    };
    const etcd = configure(own, 'etcd.yml', filledIn('etcd.yml', values));
    const patroni = configure(own, 'patroni.yml', filledIn('patroni.yml', values));
    etcds.push(processOf(own, 'etcd', ['etcd', '--config-file', etcd]));
    const [postgresPort = 0, patroniPort = 0] = [databases[k], patronis[k]];
    const process = processOf(own, 'patroni', ['patroni', patroni]);
    nodes.push({ name, data: join(own, 'pg'), postgresPort, patroniPort, process });
    Object.assign(shared, {
      [`NODE${k + 1}_NAME`]: name,
      [`NODE${k + 1}_ADDRESS`]: ADDRESS,
      [`NODE${k + 1}_POSTGRES_PORT`]: String(postgresPort),
      [`NODE${k + 1}_PATRONI_PORT`]: String(patroniPort),
    });
  }
  const haproxyFile = configure(place, 'haproxy.cfg', filledIn('haproxy.cfg', shared));
  const haproxy = processOf(place, 'haproxy', ['haproxy', '-db', '-f', haproxyFile]);
  for (const one of [...etcds, ...nodes.map((node) => node.process), haproxy]) one.start();
  return { etcds, nodes, haproxy, primaryPort };
}

export type Cluster = Awaited<ReturnType<typeof startCluster>>;

const ASK_MS = 2_000;

/**
 * Returns the cluster's members as reported by the first node that answers; none if no node
 * answers.
 */
export async function membersOf({ nodes }: Cluster): Promise<Member[]> {
  for (const { patroniPort } of nodes) {
    try {
      const signal = AbortSignal.timeout(ASK_MS);
      const answer = await fetch(`http://${ADDRESS}:${patroniPort}/cluster`, { signal });
      return ((await answer.json()) as { members: Member[] }).members;
    } catch {
      // This node is down or stopped.
    }
  }
  return [];
}

/** Returns the node that is the primary now, and null if there is none. */
export async function primaryOf(cluster: Cluster): Promise<Node | null> {
  for (const node of cluster.nodes) {
    const signal = AbortSignal.timeout(ASK_MS);
    const url = `http://${ADDRESS}:${node.patroniPort}/primary`;
    const answer = await fetch(url, { signal }).catch(() => null);
    if (answer?.status === 200) return node;
  }
  return null;
}

/** Returns how many standbys the primary itself sees as synchronous. */
async function synchronousAt({ patroniPort }: Node): Promise<number> {
  try {
    const signal = AbortSignal.timeout(ASK_MS);
    const answer = await fetch(`http://${ADDRESS}:${patroniPort}/patroni`, { signal });
    const { replication = [] } = (await answer.json()) as { replication?: Standby[] };
    return replication.filter((one) => one.state === 'streaming' && one.sync_state === 'sync')
      .length;
  } catch {
    return 0;
  }
}
type Standby = { state: string; sync_state: string };

/**
 * How long the cluster must stay complete: longer than a round of Patroni (`loop_wait` in
 * deploy/patroni.yml).
 */
const STABLE_MS = 5_000;

/**
 * Waits until a primary has had two synchronous standbys for some seconds, in etcd as well as in
 * PostgreSQL: Patroni notices only in its next round that a standby is gone. Throws if this does
 * not happen in time.
 */
export async function untilWhole(cluster: Cluster, limitMs = 180_000): Promise<void> {
  const limit = performance.now() + limitMs;
  let members: Member[] = [];
  let since = performance.now();
  while (performance.now() < limit) {
    members = await membersOf(cluster);
    const primary = await primaryOf(cluster);
    const named = members.filter(({ role }) => role === 'sync_standby').length;
    const isWhole = primary !== null && named === 2 && (await synchronousAt(primary)) === 2;
    if (!isWhole) since = performance.now();
    if (performance.now() - since > STABLE_MS) return;
    await sleep(500);
  }
  throw new Error(`the cluster does not become whole: ${JSON.stringify(members)}`);
}
