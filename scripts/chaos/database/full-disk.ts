// A disk that looks full to some processes: the library of full-disk.c, compiled and preloaded.
import { spawnSync } from 'node:child_process';
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Settings } from '../processes.ts';

export type FullDisk = {
  /** Environment of a process to whom the disk can look full for paths that contain `under`. */
  environment(under: string): Settings;
  /** Makes the disk look full for new parts of the WAL, or of all other files. */
  fill(part: 'wal' | 'data'): void;
  /** Frees the space. */
  free(): void;
  remove(): void;
};

/** Compiles the library; null if there is no compiler. */
export function newFullDisk(): FullDisk | null {
  const folder = mkdtempSync(join(tmpdir(), 'baixi-full-'));
  // PostgreSQL runs as a separate user, which must be able to read the library and the flags.
  chmodSync(folder, 0o711);
  const library = join(folder, 'full-disk.so');
  const source = fileURLToPath(new URL('full-disk.c', import.meta.url));
  const made = spawnSync('gcc', ['-O2', '-shared', '-fPIC', '-o', library, source, '-ldl'], {
    encoding: 'utf8',
  });
  const remove = () => rmSync(folder, { recursive: true, force: true });
  if (made.status !== 0) {
    remove();
    if (made.error) return null;
    throw new Error(`full-disk.c was not compiled: ${made.stderr}`);
  }
  const flag = join(folder, 'full');
  return {
    environment: (under) => ({
      LD_PRELOAD: library,
      FULL_DISK_FLAG: flag,
      FULL_DISK_UNDER: under,
    }),
    fill: (part) => writeFileSync(`${flag}-${part}`, ''),
    free: () => {
      for (const part of ['wal', 'data']) rmSync(`${flag}-${part}`, { force: true });
    },
    remove,
  };
}
