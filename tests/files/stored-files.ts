// Stored files as tests see them: a store on a disk, and everything that a server has stored.
import { randomBytes } from 'node:crypto';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { createDiskStore } from '../../server/adapters/files/disk-store.ts';
import { type Files, createFiles } from '../../server/adapters/files/files.ts';
import { type KeyRing, createKeyRing } from '../../server/adapters/key-ring.ts';
import type { Services } from '../../server/services.ts';

/** Returns a key ring whose only version is the given key, or a new key if none is given. */
export const ringOf = (key = randomBytes(32)): KeyRing => createKeyRing([{ version: 1, key }]);

/** Returns a file store on a disk, without a server. */
export function newDiskFiles(dir: string, ring = ringOf()): Files {
  return createFiles({ store: createDiskStore(dir), incoming: join(dir, 'incoming'), ring });
}

/**
 * Returns the keys of all stored files, and the names of the files that are still to be uploaded to
 * the store.
 */
export async function storedKeys({ files, config }: Services): Promise<string[]> {
  const keys: string[] = await readdir(join(config.filesDir, 'incoming')).catch(() => []);
  for await (const key of files.keysBefore(new Date(8.64e15))) keys.push(key);
  return keys;
}
