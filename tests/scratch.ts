// The folder in which a test run keeps its databases and files: in memory if there is room, because
// a run creates hundreds of databases, of more than a thousand files each, and keeps none.
import { chmodSync, mkdtempSync, readdirSync, rmSync, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const MEMORY = '/dev/shm';
/** Free bytes that a run may need at most, most of them for PostgreSQL's log. */
const ROOM = 4 * 2 ** 30;
const NAME = /^baixi-test-(\d+)-/;

/** Returns the file system in memory, or the one of temporary files if memory has no room. */
function parentFolder(): string {
  try {
    const { bavail, bsize } = statfsSync(MEMORY);
    return bavail * bsize >= ROOM ? MEMORY : tmpdir();
  } catch {
    return tmpdir();
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

/**
 * Creates the folder of this run, which must remove it at its end. Removes what killed runs have
 * left.
 */
export function createScratch(): string {
  const parent = parentFolder();
  for (const name of readdirSync(parent)) {
    const pid = Number(NAME.exec(name)?.[1] ?? process.pid);
    if (!isAlive(pid)) rmSync(join(parent, name), { recursive: true, force: true });
  }
  const folder = mkdtempSync(join(parent, `baixi-test-${process.pid}-`));
  // PostgreSQL may run as another user, who must be able to enter the folder.
  chmodSync(folder, 0o711);
  return folder;
}
