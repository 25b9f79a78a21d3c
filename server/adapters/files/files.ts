// Files at rest: each encrypted under a key of its own, stored under a path made by the server.
import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import { readdir, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import {
  asideOf,
  readSealed,
  type Seal,
  type SealedPlace,
  wholeSealed,
  writeSealed,
} from './sealed.ts';

/** What the database keeps of a file. Without it the bytes on the disk say nothing. */
export type StoredFile = {
  /** Where it lies: made here, never from a name that somebody sent. */
  key: string;
  /** Length of the plain file. */
  bytes: number;
  contentType: string;
  /** SHA-256 of the plain file, hex. */
  sha256: string;
  /** The file's own key, sealed by the master key: version, iv, tag and key in base64url. */
  wrappedKey: string;
  /** Base64url; of the content. */
  iv: string;
  tag: string;
};

/** A place for a file that another process writes: it gets `place` and answers the seal. */
export type Reserved = {
  place: SealedPlace;
  written(seal: Seal): StoredFile;
  drop(): Promise<void>;
};

export type Files = {
  /** Stores and returns once it is on the disk for good. */
  put(bytes: Buffer, contentType: string): Promise<StoredFile>;
  /** The same of bytes that come piece by piece; nothing is kept where they end with an error. */
  receive(pieces: AsyncIterable<Buffer>, contentType: string): Promise<StoredFile>;
  /** The plain bytes. Throws FileDamaged when they are not what was put, or gone. */
  get(file: StoredFile): Promise<Buffer>;
  /** The plain bytes piece by piece; that they were altered shows at their end only. */
  pieces(file: StoredFile): AsyncIterable<Buffer>;
  /** What another process opens this one file with. */
  opening(file: StoredFile): SealedPlace;
  reserve(contentType: string): Reserved;
  /** Removes it; a file already gone is no error. */
  remove(key: string): Promise<void>;
  /** The keys of the files that were last written before an instant of real time. */
  keysBefore(instant: Date): Promise<string[]>;
};

/** The stored bytes are missing or were altered. */
export class FileDamaged extends Error {
  override name = 'FileDamaged';
}

const ALGORITHM = 'aes-256-gcm';
const VERSION = 'k1';
const KEY = /^[0-9a-f]{2}\/[0-9a-f]{2}\/[0-9a-f]{32}$/;

/** Files in a folder of this machine. dataKey: the 32-byte master key. */
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
    return written(await writeSealed(place, pieces));
  }

  function opening({ key, contentType, wrappedKey }: StoredFile): SealedPlace {
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
        return await wholeSealed(opening(file), file);
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
        // Nothing has been put yet.
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

/** The path of a key; anything that is not one of ours never becomes a path. */
function placeOf(dir: string, key: string): string {
  if (!KEY.test(key)) throw new FileDamaged('not a key of a file');
  return path.join(dir, key);
}

/** The file and what a process that was stopped at it has left. */
async function removeBoth(target: string): Promise<void> {
  await rm(target, { force: true });
  await rm(asideOf(target), { force: true });
}

/** The content type and the place are bound to the content: neither can be swapped. */
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
