// The versions of the data key: new data is encrypted with one of them, old data is decrypted with
// the version that it names.
import { createHmac } from 'node:crypto';

/** 32 bytes; versions count from 1, and no version is ever used for a second key. */
export type DataKey = { version: number; key: Buffer };

export type KeyRing = {
  /** Version with which new data is encrypted. */
  current: number;
  versions: readonly number[];
  /** Throws KeyMissing if this process does not have the version. */
  keyOf(version: number): Buffer;
};

/**
 * The data was encrypted with a version of the data key that this process does not have. Another
 * process has it, or it was removed too early, so callers are asked to come back.
 */
export class KeyMissing extends Error {
  override name = 'KeyMissing';
  readonly version: number;

  constructor(version: number) {
    super(`the data was encrypted with version ${version} of the data key, which is not here`);
    this.version = version;
  }
}

/** `current` is the newest version unless a rolling change of the keys asks for an older one. */
export function createKeyRing(keys: readonly DataKey[], current?: number | null): KeyRing {
  const byVersion = new Map(keys.map(({ version, key }) => [version, key]));
  if (byVersion.size < keys.length) throw new Error('a version of the data key occurs twice');
  if (keys.some(({ key }) => key.length !== 32)) throw new Error('data keys must have 32 bytes');
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
 * A value by which the database recognises a key again. It reveals nothing about the key, which is
 * random.
 */
export const checkValueOf = ({ version, key }: DataKey): string =>
  createHmac('sha256', key).update(`baixi data key ${version}`).digest('base64url');
