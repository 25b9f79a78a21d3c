// Locks a data folder for one running instance, identified by process id and start time.
import { linkSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { spawnSync } from 'node:child_process';

/**
 * The process that holds the lock of a data folder. `started` distinguishes it from a later process
 * with the same id.
 */
type Holder = { pid: number; started: string };

/** Returns the command line of a running process, or null if there is none with this id. */
export function commandOf(pid: number): string | null {
  try {
    process.kill(pid, 0);
  } catch (error) {
    // EPERM means that the process exists but belongs to another user.
    if ((error as NodeJS.ErrnoException).code !== 'EPERM') return null;
  }
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ').trim();
  } catch {
    const shown = spawnSync('ps', ['-o', 'command=', '-p', String(pid)], { encoding: 'utf8' });
    return shown.stdout?.trim() || null;
  }
}

function startOf(pid: number): string {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // The start time is the 22nd field, counted from after the process name, because the name may
    // contain spaces and brackets.
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19] ?? '';
  } catch {
    const shown = spawnSync('ps', ['-o', 'lstart=', '-p', String(pid)], { encoding: 'utf8' });
    return shown.stdout?.trim() ?? '';
  }
}

function readHolder(file: string): Holder | null {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as Holder;
  } catch {
    return null;
  }
}

/** Returns the process id of the instance that currently holds this folder's lock, or null. */
export function holderOf(folder: string): number | null {
  const holder = readHolder(join(folder, 'lock'));
  if (!holder || commandOf(holder.pid) === null) return null;
  return startOf(holder.pid) === holder.started ? holder.pid : null;
}

/**
 * Locks the folder for this process. Returns `{release}`, or `{heldBy}` if another running instance
 * holds it. A lock left behind by a killed process is taken over.
 */
export function takeLock(folder: string): { release: () => void } | { heldBy: number } {
  const file = join(folder, 'lock');
  const own = join(folder, `lock.${process.pid}`);
  const mine: Holder = { pid: process.pid, started: startOf(process.pid) };
  writeFileSync(own, JSON.stringify(mine));
  try {
    for (;;) {
      try {
        // Creating a hard link is atomic, so that no two processes can both succeed.
        linkSync(own, file);
        return { release: () => releaseLock(file) };
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
      }
      const heldBy = holderOf(folder);
      if (heldBy !== null && heldBy !== process.pid) return { heldBy };
      dropStale(folder, file);
    }
  } finally {
    rmSync(own, { force: true });
  }
}

/** Removes the lock of a dead process; restores the lock if a running process took it meanwhile. */
function dropStale(folder: string, file: string): void {
  const aside = join(folder, `lock.stale.${process.pid}`);
  try {
    renameSync(file, aside);
  } catch {
    return;
  }
  const moved = readHolder(aside);
  const lives = moved && moved.pid !== process.pid && startOf(moved.pid) === moved.started;
  if (lives && commandOf(moved.pid) !== null) linkSync(aside, file);
  rmSync(aside, { force: true });
}

function releaseLock(file: string): void {
  if (readHolder(file)?.pid === process.pid) rmSync(file, { force: true });
}
