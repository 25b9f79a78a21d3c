// Each file's own key, encrypted with a version of the data key and stored in the file's row.
import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import type { KeyRing } from '../key-ring.ts';

/** `key` is the file's place in the store, to which the encrypted key is bound. */
export type WrappedFileKey = { key: string; wrappedKey: string };

const ALGORITHM = 'aes-256-gcm';
/**
 * Prefix of keys that are encrypted with version 1 of the data key, which had no version number
 * yet: iv, tag and key follow.
 */
const FIRST = 'k1';
/**
 * Prefix of keys that are encrypted with a later version of the data key: the version, iv, tag and
 * key follow.
 */
const VERSIONED = 'k2';

/** Returns the file's key, encrypted with the current version of the data key. */
export function wrapFileKey(ring: KeyRing, fileKey: Buffer, bound: string): string {
  const version = ring.current;
  const iv = randomBytes(12);
  const cipher = createCipheriv(ALGORITHM, ring.keyOf(version), iv).setAAD(Buffer.from(bound));
  const encrypted = Buffer.concat([cipher.update(fileKey), cipher.final()]);
  const head = version === 1 ? FIRST : `${VERSIONED}.${version}`;
  const parts = [iv, cipher.getAuthTag(), encrypted].map((part) => part.toString('base64url'));
  return [head, ...parts].join('.');
}

/**
 * Returns the decrypted key of a file. Throws if it was altered or belongs to another place, and
 * KeyMissing if this process does not have the version of the data key that encrypts it.
 */
export function unwrapFileKey(ring: KeyRing, { key, wrappedKey }: WrappedFileKey): Buffer {
  const [format, ...rest] = wrappedKey.split('.');
  const version = format === VERSIONED ? Number(rest.shift()) : 1;
  const [iv, tag, encrypted] = rest.map((part) => Buffer.from(part, 'base64url'));
  if ((format !== FIRST && format !== VERSIONED) || !iv || !tag || !encrypted) {
    throw new Error('unknown format of a file key');
  }
  const decipher = createDecipheriv(ALGORITHM, ring.keyOf(version), iv, { authTagLength: 16 });
  decipher.setAAD(Buffer.from(key)).setAuthTag(tag);
  return Buffer.concat([decipher.update(encrypted), decipher.final()]);
}

/** Returns the same file key, encrypted with the current version of the data key. */
export const rewrapFileKey = (ring: KeyRing, file: WrappedFileKey): string =>
  wrapFileKey(ring, unwrapFileKey(ring, file), file.key);
