// Tests that a drill that is asked to end leaves no process and no folder behind.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { constants } from 'node:os';
import { pathToFileURL } from 'node:url';
import { expect, test } from 'vitest';

/** A drill that waits for ever beside PostgreSQL and a frozen process; it prints what it began. */
const DRILL = `
  import { spawn } from 'node:child_process';
  import { withFolder, withPostgres } from '${pathToFileURL('scripts/chaos/drill.ts').href}';
  await withFolder((outer) => withPostgres(async (postgres, folder) => {
    const other = spawn('sleep', ['600'], { detached: true, stdio: 'ignore' });
    other.kill('SIGSTOP');
    const begun = { folders: [outer, folder], pids: [postgres.pid, other.pid] };
    process.stdout.write(JSON.stringify(begun));
    await new Promise(() => {});
  }));
`;

async function startDrill() {
  const args = ['--input-type=module', '--eval', DRILL];
  const drill: ChildProcess = spawn(process.execPath, args, {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [text] = (await once(drill.stdout!, 'data')) as [Buffer];
  const began = JSON.parse(String(text)) as { folders: string[]; pids: number[] };
  return { drill, ...began };
}

/** Returns whether a process runs; one that has ended may wait for its parent to notice. */
function isRunning(pid: number): boolean {
  try {
    return !/\) [ZX] /.test(readFileSync(`/proc/${pid}/stat`, 'utf8'));
  } catch {
    return false;
  }
}

test.each(['SIGTERM', 'SIGINT'] as const)(
  'a drill that gets %s ends everything that it started, and removes its folders',
  async (signal) => {
    const { drill, folders, pids } = await startDrill();
    try {
      expect(pids.filter(isRunning)).toEqual(pids);
      drill.kill(signal);
      const [code] = await once(drill, 'exit');
      await expect.poll(() => pids.filter(isRunning)).toEqual([]);
      expect(folders.filter((folder) => existsSync(folder))).toEqual([]);
      expect(code).toBe(128 + constants.signals[signal]);
    } finally {
      for (const pid of pids.filter(isRunning)) process.kill(pid, 'SIGKILL');
    }
  },
);
