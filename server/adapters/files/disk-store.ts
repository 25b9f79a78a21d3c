// File store on a disk of this machine, or on a network disk that all machines mount.
import { createReadStream } from 'node:fs';
import { mkdir, open, readFile, readdir, rename, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import {
  type FileStore,
  ObjectExists,
  ObjectMissing,
  StoreRefused,
  asUnavailable,
  isKey,
} from './store.ts';

const isAbsent = (error: unknown) => (error as NodeJS.ErrnoException).code === 'ENOENT';

/** Returns the names in a folder; none if the folder does not exist. */
async function namesIn(folder: string): Promise<string[]> {
  try {
    return await readdir(folder);
  } catch (error) {
    if (isAbsent(error)) return [];
    throw asUnavailable(error);
  }
}

/** Flushes a file or folder, so that it survives a power failure. */
async function flush(at: string): Promise<void> {
  const entry = await open(at, 'r');
  await entry.sync().finally(() => entry.close());
}

/**
 * Renames a file, so that the target is either complete or absent, and flushes the folders, so that
 * a power failure cannot undo the renaming.
 */
async function moveForGood(from: string, target: string): Promise<void> {
  const folder = path.dirname(target);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  await rename(from, target);
  // The entry of a new folder is in its parent folder, so all levels up to the root of the store
  // are flushed.
  for (const level of [folder, path.dirname(folder), path.dirname(path.dirname(folder))]) {
    await flush(level);
  }
}

/** Stores objects as files in a folder, named by their keys. */
export function createDiskStore(dir: string): FileStore {
  const placeOf = (key: string) => {
    if (!isKey(key)) throw new ObjectMissing('not a key of a file');
    return path.join(dir, key);
  };

  async function* list() {
    for (const first of await namesIn(dir)) {
      if (!/^[0-9a-f]{2}$/.test(first)) continue;
      for (const second of await namesIn(path.join(dir, first))) {
        for (const name of await namesIn(path.join(dir, first, second))) {
          const key = `${first}/${second}/${name}`;
          if (!isKey(key)) continue;
          const found = await stat(placeOf(key)).catch(() => null);
          if (found) yield { key, bytes: found.size, writtenAt: found.mtime };
        }
      }
    }
  }

  return {
    async take(key, localFile) {
      const target = placeOf(key);
      try {
        const there = await readFile(target).catch((error: unknown) => {
          if (isAbsent(error)) return null;
          throw error;
        });
        if (there === null) return await moveForGood(localFile, target);
        if (there.equals(await readFile(localFile))) return await rm(localFile);
      } catch (error) {
        throw asUnavailable(error);
      }
      throw new ObjectExists(`${key} is already stored`);
    },
    async *read(key) {
      try {
        for await (const piece of createReadStream(placeOf(key))) yield piece as Buffer;
      } catch (error) {
        if (isAbsent(error)) throw new ObjectMissing(`${key} is not stored`, { cause: error });
        throw asUnavailable(error);
      }
    },
    async remove(key) {
      const target = placeOf(key);
      try {
        await rm(target, { force: true });
      } catch (error) {
        throw asUnavailable(error);
      }
    },
    list,
    async check() {
      try {
        await mkdir(dir, { recursive: true, mode: 0o700 });
      } catch (error) {
        const { code } = error as NodeJS.ErrnoException;
        throw new StoreRefused(`the folder ${dir} cannot be used (${code})`, { cause: error });
      }
    },
    close: () => {},
  };
}
