// Encrypted file storage: each file has its own key and a path made by the server.
import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import { readdir, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import {
  partialFileOf,
  readSealed,
  type Seal,
  type EncryptedPlace,
  readWholeEncrypted,
  writeEncrypted,
} from './sealed.ts';

/** Metadata that the database stores about a file. Without it the bytes on disk are useless. */
export type StoredFile = {
  /** Storage path, made by the server and never taken from a name that somebody sent. */
  key: string;
  /** Length of the decrypted file in bytes. */
  bytes: number;
  contentType: string;
  /** SHA-256 of the decrypted file, in hex. */
  sha256: string;
  /** The file's own key, encrypted with the master key: version, iv, tag and key in base64url. */
  wrappedKey: string;
  /** IV of the content, in base64url. */
  iv: string;
  tag: string;
};

/**
 * A reserved place for a file that another process writes: the process gets `place`, and its result
 * is passed to `written`.
 */
export type Reserved = {
  place: EncryptedPlace;
  written(seal: Seal): StoredFile;
  drop(): Promise<void>;
};

export type Files = {
  /** Stores the bytes and returns once they are safely on disk. */
  put(bytes: Buffer, contentType: string): Promise<StoredFile>;
  /**
   * Like `put` for bytes that arrive piece by piece; nothing is stored if they end with an error.
   */
  receive(pieces: AsyncIterable<Buffer>, contentType: string): Promise<StoredFile>;
  /** Returns the decrypted bytes. Throws FileDamaged if they are missing or altered. */
  get(file: StoredFile): Promise<Buffer>;
  /**
   * Yields the decrypted bytes piece by piece; if the file was altered, this is only detected at
   * the end.
   */
  pieces(file: StoredFile): AsyncIterable<Buffer>;
  /** Returns what another process needs to decrypt this one file. */
  opening(file: StoredFile): EncryptedPlace;
  reserve(contentType: string): Reserved;
  /** Deletes the file; it is no error if it is already gone. */
  remove(key: string): Promise<void>;
  /** Returns the keys of files last written before an instant of real time. */
  keysBefore(instant: Date): Promise<string[]>;
};

/** The stored bytes are missing or were altered. */
export class FileDamaged extends Error {
  override name = 'FileDamaged';
}

const ALGORITHM = 'aes-256-gcm';
const VERSION = 'k1';
const KEY = /^[0-9a-f]{2}\/[0-9a-f]{2}\/[0-9a-f]{32}$/;

/** Stores files in a folder on this machine. `dataKey` is the 32-byte master key. */
export function createDiskFiles({ dir, dataKey }: { dir: string; dataKey: Buffer }): Files {
  if (dataKey.length !== 32) throw new Error('the key for files must have 32 bytes');

  function reserve(contentType: string): Reserved {
    const name = randomBytes(16).toString('hex');
    const key = `${name.slice(0, 2)}/${name.slice(2, 4)}/${name}`;
    const fileKey = randomBytes(32);
    const wrapped = encrypt(dataKey, fileKey, key);
    const parts = [VERSION, ...[wrapped.iv, wrapped.tag, wrapped.sealed].map(base64url)];
    const wrappedKey = parts.join('.');
    const place = { path: path.join(dir, key), key: fileKey, bound: boundTo(key, contentType) };
    return {
      place,
      written: (seal) => ({ key, contentType, wrappedKey, ...seal }),
      drop: () => removeBoth(place.path),
    };
  }

  async function write(pieces: Iterable<Buffer> | AsyncIterable<Buffer>, contentType: string) {
    const { place, written } = reserve(contentType);
    return written(await writeEncrypted(place, pieces));
  }

  function opening({ key, contentType, wrappedKey }: StoredFile): EncryptedPlace {
    const fileKey = unwrap(dataKey, { key, wrappedKey });
    return { path: placeOf(dir, key), key: fileKey, bound: boundTo(key, contentType) };
  }

  return {
    put: (bytes, contentType) => write([bytes], contentType),
    receive: write,
    async get(file) {
      await stat(placeOf(dir, file.key)).catch((cause: unknown) => {
        throw new FileDamaged(`file ${file.key} cannot be read`, { cause });
      });
      try {
        return await readWholeEncrypted(opening(file), file);
      } catch (cause) {
        throw new FileDamaged(`file ${file.key} is not what was stored`, { cause });
      }
    },
    pieces: (file) => readSealed(opening(file), file),
    opening,
    reserve,
    async remove(key) {
      await removeBoth(placeOf(dir, key));
    },
    async keysBefore(instant) {
      const names = await readdir(dir, { recursive: true }).catch((error: unknown) => {
        // The folder does not exist because nothing has been stored yet.
        if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
        throw error;
      });
      const keys: string[] = [];
      for (const name of names) {
        const key = name.split(path.sep).join('/');
        if (!KEY.test(key)) continue;
        const { mtimeMs } = await stat(placeOf(dir, key));
        if (mtimeMs < instant.getTime()) keys.push(key);
      }
      return keys;
    },
  };
}

/**
 * Returns the path of a storage key. Throws for any text that is not a valid key, so that such a
 * text never becomes a path.
 */
function placeOf(dir: string, key: string): string {
  if (!KEY.test(key)) throw new FileDamaged('not a key of a file');
  return path.join(dir, key);
}

/** Removes the file, and the partial file that an interrupted process may have left. */
async function removeBoth(target: string): Promise<void> {
  await rm(target, { force: true });
  await rm(partialFileOf(target), { force: true });
}

/**
 * Content type and storage key are authenticated with the content, so that neither can be swapped.
 */
const boundTo = (key: string, contentType: string): string => `${key}\n${contentType}`;

type Sealed = { iv: Buffer; tag: Buffer; sealed: Buffer };

function encrypt(key: Buffer, plain: Buffer, bound: string): Sealed {
  const iv = randomBytes(12);
  const cipher = createCipheriv(ALGORITHM, key, iv).setAAD(Buffer.from(bound));
  const sealed = Buffer.concat([cipher.update(plain), cipher.final()]);
  return { iv, tag: cipher.getAuthTag(), sealed };
}

function decrypt(key: Buffer, { iv, tag, sealed }: Sealed, bound: string): Buffer {
  const decipher = createDecipheriv(ALGORITHM, key, iv, { authTagLength: 16 });
  decipher.setAAD(Buffer.from(bound)).setAuthTag(tag);
  return Buffer.concat([decipher.update(sealed), decipher.final()]);
}

function unwrap(dataKey: Buffer, file: Pick<StoredFile, 'key' | 'wrappedKey'>): Buffer {
  const [version, iv, tag, sealed] = file.wrappedKey.split('.');
  if (version !== VERSION || !iv || !tag || !sealed) throw new Error('unknown key version');
  const wrapped = { iv: bytesOf(iv), tag: bytesOf(tag), sealed: bytesOf(sealed) };
  return decrypt(dataKey, wrapped, file.key);
}

function base64url(bytes: Buffer): string {
  return bytes.toString('base64url');
}

function bytesOf(text: string): Buffer {
  return Buffer.from(text, 'base64url');
}
