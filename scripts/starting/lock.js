// Locks a folder for one running process, which is identified by process id and start time.
// @ts-check
import { linkSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { spawnSync } from 'node:child_process';

/**
 * A running process; `started` distinguishes it from a later process with the same id.
 * @typedef {{ pid: number, started: string }} Holder
 */

/**
 * Returns the command line of a running process, or null if there is none with this id.
 * @param {number} pid
 * @returns {string | null}
 */
export function commandOf(pid) {
  try {
    process.kill(pid, 0);
  } catch (error) {
    // EPERM means that the process exists but belongs to another user.
    if (codeOf(error) !== 'EPERM') return null;
  }
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ').trim();
  } catch {
    const shown = spawnSync('ps', ['-o', 'command=', '-p', String(pid)], { encoding: 'utf8' });
    return shown.stdout?.trim() || null;
  }
}

/**
 * Returns the code of a system error, such as ENOENT; undefined for any other error.
 * @param {unknown} error
 * @returns {string | undefined}
 */
export const codeOf = (error) => /** @type {NodeJS.ErrnoException} */ (error)?.code;

/**
 * Returns when a process was started, in the units of its system; empty if it does not run.
 * @param {number} pid
 */
export function startOf(pid) {
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

/**
 * Returns whether exactly this process still runs, and not a later one with its id. A process that
 * has ended and whose parent has not yet noticed has no command line any more.
 * @param {Holder} holder
 */
export const stillRuns = ({ pid, started }) => Boolean(commandOf(pid)) && startOf(pid) === started;

/**
 * @param {string} file
 * @returns {Holder | null}
 */
function readHolder(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    return null;
  }
}

/**
 * Returns the process id of the instance that currently holds this folder's lock, or null.
 * @param {string} folder
 * @returns {number | null}
 */
export function holderOf(folder) {
  const holder = readHolder(join(folder, 'lock'));
  return holder && stillRuns(holder) ? holder.pid : null;
}

/**
 * Locks the folder for this process. Returns `{release}`, or `{heldBy}` if another running instance
 * holds it. A lock left behind by a killed process is taken over.
 * @param {string} folder
 * @returns {{ release: () => void } | { heldBy: number }}
 */
export function takeLock(folder) {
  const file = join(folder, 'lock');
  const own = join(folder, `lock.${process.pid}`);
  /** @type {Holder} */
  const mine = { pid: process.pid, started: startOf(process.pid) };
  writeFileSync(own, JSON.stringify(mine));
  try {
    for (;;) {
      try {
        // Creating a hard link is atomic, so that no two processes can both succeed.
        linkSync(own, file);
        return { release: () => releaseLock(file) };
      } catch (error) {
        if (codeOf(error) !== 'EEXIST') throw error;
      }
      const heldBy = holderOf(folder);
      if (heldBy !== null && heldBy !== process.pid) return { heldBy };
      dropStale(folder, file);
    }
  } finally {
    rmSync(own, { force: true });
  }
}

/**
 * Removes the lock of a dead process; restores the lock if a running process took it meanwhile.
 * @param {string} folder
 * @param {string} file
 */
function dropStale(folder, file) {
  const aside = join(folder, `lock.stale.${process.pid}`);
  try {
    renameSync(file, aside);
  } catch {
    return;
  }
  const moved = readHolder(aside);
  if (moved && moved.pid !== process.pid && stillRuns(moved)) linkSync(aside, file);
  rmSync(aside, { force: true });
}

/** @param {string} file */
function releaseLock(file) {
  if (readHolder(file)?.pid === process.pid) rmSync(file, { force: true });
}
