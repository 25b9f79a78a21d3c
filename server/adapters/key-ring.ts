// The data key and the hash key in their versions: what is new gets the current one, and each text
// or hash names its own.
import { createHmac } from 'node:crypto';

/**
 * A key of 32 bytes. Versions count from 1, and a version number is never reused for a different
 * key.
 */
export type DataKey = { version: number; key: Buffer };

export type KeyRing = {
  /** Version with which new data is encrypted. */
  current: number;
  versions: readonly number[];
  /** Throws KeyMissing if this process does not have the version. */
  keyOf(version: number): Buffer;
};

/**
 * The data was encrypted or hashed with a version of a key that this process does not have. Either
 * another process has this version or it was removed too early, so callers are told to try again
 * later.
 */
export class KeyMissing extends Error {
  override name = 'KeyMissing';
  readonly version: number;

  constructor(version: number, key: 'data' | 'hash' = 'data') {
    const made = key === 'data' ? 'encrypted' : 'hashed';
    super(`the data was ${made} with version ${version} of the ${key} key, which is not here`);
    this.version = version;
  }
}

/**
 * Creates the key ring. `current` is the version that encrypts: by default the newest, but during a
 * rolling change of the keys an older one may be set.
 */
export function createKeyRing(keys: readonly DataKey[], current?: number | null): KeyRing {
  const byVersion = new Map(keys.map(({ version, key }) => [version, key]));
  if (byVersion.size < keys.length) throw new Error('a version of the key occurs twice');
  if (keys.some(({ key }) => key.length !== 32)) throw new Error('keys must have 32 bytes');
  const versions = [...byVersion.keys()].toSorted((a, b) => a - b);
  const used = current ?? versions.at(-1);
  if (used === undefined || !byVersion.has(used)) throw new Error('no data key to encrypt with');
  return {
    current: used,
    versions,
    keyOf(version) {
      const key = byVersion.get(version);
      if (!key) throw new KeyMissing(version);
      return key;
    },
  };
}

/**
 * Returns a value by which the database can check that a key is still the same. It reveals nothing
 * about the key, because keys are random.
 */
export const checkValueOf = ({ version, key }: DataKey, of: 'data' | 'hash' = 'data'): string =>
  createHmac('sha256', key).update(`baixi ${of} key ${version}`).digest('base64url');
