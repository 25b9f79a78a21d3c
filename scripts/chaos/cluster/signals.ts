// Signals to a node of the cluster: its Patroni together with its PostgreSQL.
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
  const all = pids.filter((pid) => pid !== null).flatMap(familyOf);
  for (const pid of new Set(all)) {
    try {
      process.kill(pid, signal);
    } catch {
      // The process has ended meanwhile.
    }
  }
}
