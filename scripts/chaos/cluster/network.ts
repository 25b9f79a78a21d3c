// A network of a drill's own: hosts on a bridge, each with a network namespace, which can be
// cut off from each other. The machine's own network is not touched.
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import * as fs from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { findRunner } from '../../../server/database/postgres.ts';

const BRIDGE = 'cluster0';
/** The drill's own address, at which HAProxy, PgBouncer and the repository listen. */
export const DRILL_ADDRESS = '10.77.0.254';
export const NETWORK = '10.77.0.0/24';
/** An address of a network card that no host has, so that what is sent to it is lost. */
const NOWHERE = '02:00:00:00:00:00';

export type Host = { name: string; address: string; holder: ChildProcess };

/** Returns whether this process has a network namespace of its own. */
export function isInOwnNetwork(): boolean {
  const namespaceOf = (pid: number | 'self') => {
    try {
      return fs.readlinkSync(`/proc/${pid}/ns/net`);
    } catch {
      return null;
    }
  };
  return namespaceOf('self') !== namespaceOf(process.ppid);
}

/** Runs this command again in a network of its own, which gets the signals that this one gets. */
export async function runInOwnNetwork(): Promise<number> {
  const args = ['--net', '--mount', process.execPath, ...process.argv.slice(1)];
  const child = spawn('unshare', args, { stdio: 'inherit' });
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.on(signal, () => child.kill(signal));
  }
  const [code] = (await once(child, 'exit')) as [number | null];
  return code ?? 1;
}

function ip(text: string, prefix: readonly string[] = []): void {
  const [program = '', ...args] = [...prefix, 'ip', ...text.split(' ')];
  const { status, stderr } = spawnSync(program, args, { encoding: 'utf8' });
  if (status !== 0) throw new Error(`ip ${text}: ${stderr.trim()}`);
}

const within = ({ holder }: Host) => ['nsenter', '--target', String(holder.pid), '--net'];

/**
 * Returns the command in the network of a host, or without a host of the drill, as PostgreSQL's
 * user. The process that is started becomes the command, so that its id stays the same.
 */
export function commandOn(host: Host | null, command: readonly string[]): string[] {
  const { uid, gid } = findRunner();
  const user = [`--reuid=${uid}`, `--regid=${gid}`, '--clear-groups'];
  return [...(host ? within(host) : []), 'setpriv', ...user, ...command];
}

async function startHost(name: string, address: string): Promise<Host> {
  const holder = spawn('unshare', ['--net', 'sleep', 'infinity'], { stdio: 'ignore' });
  const host = { name, address, holder };
  const own = fs.readlinkSync('/proc/self/ns/net');
  while (fs.readlinkSync(`/proc/${holder.pid}/ns/net`) === own) await sleep(20);
  ip(`link add ${name} type veth peer name eth0 netns ${holder.pid}`);
  ip(`link set ${name} master ${BRIDGE} up`);
  for (const text of ['link set lo up', `addr add ${address}/24 dev eth0`, 'link set eth0 up']) {
    ip(text, within(host));
  }
  return host;
}

/**
 * Starts hosts with these names on a bridge; `aliases` are further names of the drill's own
 * address. All names are in /etc/hosts, as this process and the hosts see it.
 */
export async function startNetwork(
  names: readonly string[],
  { folder, aliases }: { folder: string; aliases: readonly string[] },
) {
  ip('link set lo up');
  ip(`link add ${BRIDGE} type bridge`);
  ip(`addr add ${DRILL_ADDRESS}/24 dev ${BRIDGE}`);
  ip(`link set ${BRIDGE} up`);
  const hosts: Host[] = [];
  for (const [k, name] of names.entries()) hosts.push(await startHost(name, `10.77.0.${k + 1}`));
  const lines = [
    '127.0.0.1 localhost',
    ...hosts.map(({ address, name }) => `${address} ${name}`),
    ...aliases.map((alias) => `${DRILL_ADDRESS} ${alias}`),
  ];
  const file = join(folder, 'hosts');
  fs.writeFileSync(file, `${lines.join('\n')}\n`, { mode: 0o644 });
  const mounted = spawnSync('mount', ['--bind', file, '/etc/hosts'], { encoding: 'utf8' });
  if (mounted.status !== 0) throw new Error(`/etc/hosts: ${mounted.stderr}`);
  const ways = (host: Host, isBoth: boolean) =>
    hosts
      .filter((other) => other !== host)
      .flatMap((other) => [[other, host] as const, ...(isBoth ? [[host, other] as const] : [])]);
  return {
    hosts,
    /**
     * Loses what the other hosts send to this one, and with `isBoth` also what it sends to them;
     * the drill still reaches all of them. Returns what mends it.
     */
    cut(host: Host, isBoth: boolean): () => void {
      for (const [from, to] of ways(host, isBoth)) {
        ip(`neigh replace ${to.address} lladdr ${NOWHERE} dev eth0 nud permanent`, within(from));
      }
      return () => {
        for (const [from, to] of ways(host, isBoth)) {
          ip(`neigh del ${to.address} dev eth0`, within(from));
        }
      };
    },
    /** Takes the cable away, so that nobody reaches this host. Returns what mends it. */
    unplug({ name }: Host): () => void {
      ip(`link set ${name} down`);
      return () => ip(`link set ${name} up`);
    },
    stop() {
      for (const { holder } of hosts) holder.kill('SIGKILL');
    },
  };
}

export type Network = Awaited<ReturnType<typeof startNetwork>>;
