// Copies stored files from one store to another, and compares every copy with its source by hash.
import { createHash, randomBytes } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { writeFlushed } from '../../server/adapters/files/sealed.ts';
import {
  type FileStore,
  ObjectMissing,
  StoreUnavailable,
} from '../../server/adapters/files/store.ts';

export type CopyResult = {
  copied: number;
  /** Already there, with the same bytes. */
  present: number;
  /** Keys that hold other bytes at the target, or that could not be copied, with the reason. */
  problems: string[];
};

const AT_ONCE = 4;
const REPORT_EVERY = 500;

async function hashOf(store: FileStore, key: string): Promise<string | null> {
  const hash = createHash('sha256');
  try {
    for await (const piece of store.read(key)) hash.update(piece);
  } catch (error) {
    if (error instanceof ObjectMissing) return null;
    throw error;
  }
  return hash.digest('hex');
}

type Stores = { from: FileStore; to: FileStore };

/** Copies one file through a local one; returns its state. Throws if the copy is not alike. */
async function copyFile({ from, to }: Stores, incoming: string, key: string) {
  const wanted = await hashOf(from, key);
  // It was removed since the store was listed.
  if (wanted === null) return 'gone';
  const found = await hashOf(to, key);
  if (found === wanted) return 'present';
  if (found !== null) throw new Error('the target holds other bytes under this key');
  const local = join(incoming, `copy-${randomBytes(8).toString('hex')}`);
  try {
    await writeFlushed(local, from.read(key) as AsyncIterable<Buffer>);
    await to.take(key, local);
  } finally {
    await rm(local, { force: true });
  }
  if ((await hashOf(to, key)) !== wanted) throw new Error('the copy differs from its source');
  return 'copied';
}

/**
 * Copies all files of a store. What is at the target already is only compared, so that an
 * interrupted copy goes on where it ended. Throws StoreUnavailable if a store does not answer.
 */
export async function copyFiles(
  stores: Stores,
  incoming: string,
  say: (line: string) => void = () => {},
): Promise<CopyResult> {
  const result: CopyResult = { copied: 0, present: 0, problems: [] };
  const objects = stores.from.list()[Symbol.asyncIterator]();
  const copier = async () => {
    for (let next = await objects.next(); !next.done; next = await objects.next()) {
      const { key } = next.value;
      try {
        const state = await copyFile(stores, incoming, key);
        if (state !== 'gone') result[state] += 1;
      } catch (error) {
        if (error instanceof StoreUnavailable) throw error;
        result.problems.push(`${key}: ${(error as Error).message}`);
      }
      const done = result.copied + result.present;
      if (done > 0 && done % REPORT_EVERY === 0) say(`${done} files …`);
    }
  };
  // All copiers end before the caller goes on, so that no local file is left behind.
  const ended = await Promise.allSettled(Array.from({ length: AT_ONCE }, copier));
  for (const one of ended) if (one.status === 'rejected') throw one.reason;
  return result;
}
