// Lines that tests of several workers record in a folder; they are read again after all workers
// have finished.
import { appendFileSync, mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';

export type Recording = {
  /** Writes a line to this worker's own file, unless the worker has written the line before. */
  add(line: string): void;
  /** Returns the lines of all workers. */
  read(): Set<string>;
  /** Deletes the lines that were recorded before. */
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
      // Each worker has its own file, so that two workers never write to the same one.
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
