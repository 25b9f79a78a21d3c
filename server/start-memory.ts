// Gives back the memory that only the start of the server needs.
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/**
 * Collects the garbage of the start and returns its memory to the system; takes half a second at
 * most. Loading all modules leaves a heap twice as large as its objects, and V8 keeps it for as
 * long as the process runs, because it has no reason to shrink it. Only its collection of last
 * resort also gives memory back. Does nothing under a Node that does not offer it.
 */
export function returnStartMemory(): void {
  setFlagsFromString('--expose-gc');
  const collect: unknown = runInNewContext('globalThis.gc');
  if (typeof collect === 'function') {
    collect({ type: 'major', execution: 'sync', flavor: 'last-resort' });
  }
}
