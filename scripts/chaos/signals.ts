// Signals to a process and what it started, such as a node: its Patroni and its PostgreSQL.
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

/** Returns a process and everything that it started, parents first. */
function familyOf(pid: number): number[] {
  const parents = new Map<number, number>();
  for (const name of readdirSync('/proc')) {
    if (!/^\d+$/.test(name)) continue;
    try {
      const [, after = ''] = readFileSync(join('/proc', name, 'stat'), 'utf8').split(/\) \S /);
      parents.set(Number(name), Number(after.split(' ')[0]));
    } catch {
      // The process has ended meanwhile.
    }
  }
  const family = [pid];
  for (const one of family) {
    for (const [child, parent] of parents) if (parent === one) family.push(child);
  }
  return family;
}

function isPostgres(pid: number): boolean {
  try {
    return readFileSync(`/proc/${pid}/comm`, 'utf8').trim() === 'postgres';
  } catch {
    return false;
  }
}

function send(pids: readonly number[], signal: NodeJS.Signals): void {
  for (const pid of new Set(pids)) {
    try {
      process.kill(pid, signal);
    } catch {
      // The process has ended meanwhile.
    }
  }
}

/** Returns the postmaster of a data folder, or null if none runs. */
export function postmasterOf(data: string): number | null {
  try {
    const [line = ''] = readFileSync(join(data, 'postmaster.pid'), 'utf8').split('\n');
    const pid = Number(line);
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes(data) ? pid : null;
  } catch {
    return null;
  }
}

/** Sends a signal to the processes and everything that they started. */
export function signalFamilies(pids: readonly (number | null)[], signal: NodeJS.Signals): void {
  send(pids.filter((pid) => pid !== null).flatMap(familyOf), signal);
}

/** How long a PostgreSQL has to give its shared memory back, which it does within some ms. */
const QUIT_MS = 500;

/**
 * Ends everything that this process started, also what is frozen, and blocks until it has ended, so
 * that nothing of this process runs that would start a process again.
 */
export function endFamily(): void {
  const started = familyOf(process.pid).slice(1);
  const databases = started.filter(isPostgres);
  send(
    started.filter((pid) => !databases.includes(pid)),
    'SIGKILL',
  );
  if (databases.length > 0) {
    send(databases, 'SIGQUIT');
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, QUIT_MS);
  }
  send(databases, 'SIGKILL');
}
