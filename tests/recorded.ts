// Lines that tests of several workers record in a folder, read again when all of them have run.
import { appendFileSync, mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';

export type Recording = {
  /** Writes a line to this worker's own file; a line that it has written before is left out. */
  add(line: string): void;
  /** The lines of all workers. */
  read(): Set<string>;
  /** Forgets what was recorded before. */
  empty(): void;
};

export function recordingIn(name: string): Recording {
  const folder = join('test-results', name);
  const recorded = new Set<string>();
  return {
    add(line) {
      if (recorded.has(line)) return;
      recorded.add(line);
      mkdirSync(folder, { recursive: true });
      // One file for each worker, so that two never write to the same one.
      appendFileSync(join(folder, `${process.pid}.txt`), `${line}\n`);
    },
    read() {
      mkdirSync(folder, { recursive: true });
      const texts = readdirSync(folder).map((file) => readFileSync(join(folder, file), 'utf8'));
      return new Set(texts.join('').split('\n'));
    },
    empty: () => rmSync(folder, { recursive: true, force: true }),
  };
}
