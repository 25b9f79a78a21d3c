// Three Patroni nodes and three etcd members, each on a host of its own, and a HAProxy, configured
// by the files in deploy/.
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import * as fs from 'node:fs';
import { request } from 'node:https';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Host, type Network, commandOn, startNetwork } from './network.ts';
import {
  DATABASE_NAME,
  PORTS,
  PRIMARY_PORT,
  type Places,
  REPOSITORY_NAME,
  binaries,
  configure,
  newPlaces,
} from './places.ts';

export type Process = {
  start(): void;
  signal(name: NodeJS.Signals): void;
  isRunning(): boolean;
  pid(): number | null;
};
export type Node = {
  name: string;
  /** The data folder of PostgreSQL. */
  data: string;
  host: Host;
  process: Process;
};
export type Member = { name: string; role: string; state: string };

const NODES = ['node1', 'node2', 'node3'];
/** etcd has hosts of its own, so that its leader is not lost together with the primary. */
const MEMBERS = ['etcd1', 'etcd2', 'etcd3'];

const searchPath = `${binaries}:${process.env['PATH']}:/usr/sbin`;
/**
 * Before this version a node that was frozen or starved kept an old view of etcd for ever, so that
 * the cluster had no synchronous standby and no new primary (issue 2779 of Patroni).
 */
const PATRONI_MIN = [3, 1] as const;
/** Older versions do not know PostgreSQL 18. */
const PGBACKREST_MIN = [2, 57] as const;

function isOld(
  program: string,
  args: readonly string[],
  [least, minor]: readonly [number, number],
) {
  const { stdout } = spawnSync(program, args, { encoding: 'utf8', env: { PATH: searchPath } });
  const [, first = 0, second = 0] = (/(\d+)\.(\d+)/.exec(stdout ?? '') ?? []).map(Number);
  return first < least || (first === least && second < minor);
}

/** Returns what must be installed, in one sentence; null if everything is there. */
export function missingPackages(): string | null {
  const isMissing = (program: string) =>
    spawnSync('sh', ['-c', `command -v ${program}`], { env: { PATH: searchPath } }).status !== 0;
  const wanted = {
    patroni: 'patroni',
    etcd: 'etcd-server',
    haproxy: 'haproxy',
    pgbouncer: 'pgbouncer',
    pgbackrest: 'pgbackrest',
    ip: 'iproute2',
    nsenter: 'util-linux',
  };
  const packages = Object.entries(wanted)
    .filter(([program]) => isMissing(program))
    .map(([, name]) => name);
  const tools = ['postgres', 'pg_basebackup', 'pg_controldata', 'pg_isready', 'pg_rewind'];
  if (tools.some((name) => !fs.existsSync(join(binaries, name)))) packages.push('postgresql-18');
  if (!packages.includes('patroni') && isOld('patroni', ['--version'], PATRONI_MIN)) {
    packages.push('patroni 3.1 or newer');
  }
  if (!packages.includes('pgbackrest') && isOld('pgbackrest', ['version'], PGBACKREST_MIN)) {
    packages.push('pgbackrest 2.57 or newer');
  }
  if (packages.length > 0) {
    return `install ${packages.join(', ')}, or name the folder of PostgreSQL's programs in PG_BIN`;
  }
  const isRoot = process.getuid?.() === 0;
  return isRoot ? null : 'run it as root, because the nodes get a network of their own';
}

/** Returns a process group that can be started again on a host, as the user of PostgreSQL. */
export function processOf(
  host: Host | null,
  folder: string,
  name: string,
  command: readonly string[],
): Process {
  let child: ChildProcess | null = null;
  const [program = '', ...args] = commandOn(host, command);
  return {
    start() {
      const log = fs.openSync(join(folder, `${name}.log`), 'a', 0o600);
      const env = { PATH: searchPath, LC_ALL: 'C.UTF-8', HOME: folder };
      const stdio = ['ignore', log, log] as const;
      const started = spawn(program, args, { cwd: folder, env, detached: true, stdio: [...stdio] });
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

/** Runs a command on a host to its end; returns what it printed. Throws if it fails. */
export function runOn(host: Host | null, command: readonly string[]): string {
  const [program = '', ...args] = commandOn(host, command);
  const env = { PATH: searchPath, LC_ALL: 'C.UTF-8' };
  const { status, stdout, stderr } = spawnSync(program, args, { encoding: 'utf8', env, cwd: '/' });
  if (status === 0) return stdout;
  throw new Error(`${command.join(' ')}: ${`${stdout}${stderr}`.trim().slice(-500)}`);
}

function startProcesses({ hosts }: Network, places: Places) {
  const etcds = hosts.slice(NODES.length).map((host, k) => {
    const place = places.members[k]!;
    const command = ['etcd', '--config-file', configure(place, 'etcd.yml')];
    return processOf(host, place.folder, 'etcd', command);
  });
  const nodes: Node[] = [];
  const servers: Process[] = [];
  for (const [k, host] of hosts.slice(0, NODES.length).entries()) {
    const place = places.nodes[k]!;
    const { folder } = place;
    const patroni = processOf(host, folder, 'patroni', [
      'patroni',
      configure(place, 'patroni.yml'),
    ]);
    nodes.push({ name: host.name, data: join(folder, 'pg'), host, process: patroni });
    const backrest = configure(place, 'pgbackrest.conf');
    const server = ['pgbackrest', `--config=${backrest}`, 'server'];
    servers.push(processOf(host, folder, 'pgbackrest', server));
  }
  const { folder } = places.repository;
  const repositoryFile = configure(places.repository, 'pgbackrest-repository.conf');
  const server = ['pgbackrest', `--config=${repositoryFile}`, 'server'];
  servers.push(processOf(null, folder, 'pgbackrest', server));
  const proxy = { folder: places.top, values: places.repository.values };
  const haproxyFile = configure(proxy, 'haproxy.cfg');
  const haproxy = processOf(null, places.top, 'haproxy', ['haproxy', '-db', '-f', haproxyFile]);
  for (const one of [...etcds, ...servers, ...nodes.map(({ process: own }) => own), haproxy]) {
    one.start();
  }
  return { etcds, nodes, servers, haproxy, repositoryFile };
}

/** Starts the cluster in a folder; its nodes then still have to find a primary. */
export async function startCluster(folder: string) {
  const names = [...NODES, ...MEMBERS];
  const network = await startNetwork(names, { folder, aliases: [DATABASE_NAME, REPOSITORY_NAME] });
  const [nodes, members] = [
    network.hosts.slice(0, NODES.length),
    network.hosts.slice(NODES.length),
  ];
  const places = newPlaces(join(folder, 'cluster'), nodes, members);
  const tls = `sslmode=verify-full&sslrootcert=${places.caFile}`;
  return {
    ...startProcesses(network, places),
    network,
    places,
    /** Returns the address of the database for a role: through HAProxy, or of one node. */
    addressOf: (role: string, password: string, node?: Node) => {
      const host = node ? `${node.name}:${PORTS.postgres}` : `${DATABASE_NAME}:${PRIMARY_PORT}`;
      return `postgres://${role}:${password}@${host}/baixi?${tls}`;
    },
  };
}

export type Cluster = Awaited<ReturnType<typeof startCluster>>;

const ASK_MS = 2_000;

/** Asks Patroni on a node; null if it does not answer in time, or not with its certificate. */
async function ask({ places }: Cluster, { name }: Node, path: string) {
  return new Promise<{ status: number; text: string } | null>((settle) => {
    const asked = request({
      host: name,
      port: PORTS.patroni,
      path,
      agent: false,
      ca: fs.readFileSync(places.caFile),
      signal: AbortSignal.timeout(ASK_MS),
    });
    asked.once('error', () => settle(null));
    asked.once('response', (answer) => {
      let text = '';
      answer.on('data', (part) => (text += String(part)));
      answer.once('error', () => settle(null));
      answer.once('end', () => settle({ status: answer.statusCode ?? 0, text }));
    });
    asked.end();
  });
}

/**
 * Returns the cluster's members as reported by the first node that answers; none if no node
 * answers.
 */
export async function membersOf(cluster: Cluster): Promise<Member[]> {
  for (const node of cluster.nodes) {
    const answer = await ask(cluster, node, '/cluster');
    if (answer?.status === 200) return (JSON.parse(answer.text) as { members: Member[] }).members;
  }
  return [];
}

/** Returns the node that is the primary now, and null if there is none. */
export async function primaryOf(cluster: Cluster): Promise<Node | null> {
  for (const node of cluster.nodes) {
    if ((await ask(cluster, node, '/primary'))?.status === 200) return node;
  }
  return null;
}

/** Returns how many standbys the primary itself sees as synchronous. */
async function synchronousAt(cluster: Cluster, node: Node): Promise<number> {
  const answer = await ask(cluster, node, '/patroni');
  if (!answer) return 0;
  const { replication = [] } = JSON.parse(answer.text) as { replication?: Standby[] };
  return replication.filter((one) => one.state === 'streaming' && one.sync_state === 'sync').length;
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
export async function untilWhole(cluster: Cluster, limitMs = 400_000): Promise<void> {
  const limit = performance.now() + limitMs;
  let members: Member[] = [];
  let since = performance.now();
  while (performance.now() < limit) {
    members = await membersOf(cluster);
    const primary = await primaryOf(cluster);
    const named = members.filter(({ role }) => role === 'sync_standby').length;
    const isWhole = primary && named === 2 && (await synchronousAt(cluster, primary)) === 2;
    if (!isWhole) since = performance.now();
    if (performance.now() - since > STABLE_MS) return;
    await sleep(500);
  }
  throw new Error(`the cluster does not become whole: ${JSON.stringify(members)}`);
}
