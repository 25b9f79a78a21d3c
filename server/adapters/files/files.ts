// Encrypted file storage: each file has its own key and a path made by the server. A file is first
// written to a folder of this machine, and `keep` moves it to the store.
import { createHash, randomBytes } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { readdir, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import type { FileFault } from '#contract/tasks/file-faults.ts';
import { KeyMissing, type KeyRing } from '../key-ring.ts';
import { unwrapFileKey, wrapFileKey } from './file-keys.ts';
import {
  type EncryptedPlace,
  type EncryptionKey,
  type Seal,
  decrypted,
  partialFileOf,
  writeEncrypted,
  writeFlushed,
} from './sealed.ts';
import { type FileStore, ObjectMissing, StoreUnavailable, asUnavailable, isKey } from './store.ts';

/**
 * Metadata that the database stores about a file. Without it the bytes in the store are useless.
 */
export type StoredFile = {
  /** Storage path, made by the server and never taken from a name that somebody sent. */
  key: string;
  /** Length of the decrypted file in bytes; the encrypted one has the same length. */
  bytes: number;
  contentType: string;
  /** SHA-256 of the decrypted file, in hex. */
  sha256: string;
  /** The file's own key, encrypted with a version of the data key (`file-keys.ts`). */
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
  /** Stores the bytes and returns once they are safely in the store. */
  put(bytes: Buffer, contentType: string): Promise<StoredFile>;
  /**
   * Writes bytes that arrive piece by piece to this machine; nothing is left if they end with an
   * error. Only `keep` brings the file to the store.
   */
  receive(pieces: AsyncIterable<Buffer>, contentType: string): Promise<StoredFile>;
  /** Moves a received or written file to the store, and returns once it is safe there. */
  keep(file: StoredFile): Promise<void>;
  /**
   * Returns the decrypted bytes. Throws FileDamaged if they are missing or altered, and
   * StoreUnavailable if the store cannot be read now.
   */
  get(file: StoredFile): Promise<Buffer>;
  /**
   * Yields the decrypted bytes piece by piece; if the file was altered, this is only detected at
   * the end.
   */
  pieces(file: StoredFile): AsyncIterable<Buffer>;
  /** Reads the whole file and returns what is wrong with it; null if nothing is. */
  verify(file: StoredFile): Promise<FileFault | null>;
  /**
   * Returns a local copy for another process to decrypt, and what it needs for that; `done` removes
   * the copy.
   */
  opening(file: StoredFile): Promise<{ place: EncryptedPlace; done(): Promise<void> }>;
  reserve(contentType: string): Reserved;
  /**
   * Deletes the file; it is no error if it is already gone. Returns false if the store is
   * unreachable; the nightly sweep then deletes the file once no database row refers to it.
   */
  remove(key: string): Promise<boolean>;
  /** Yields the keys of files last written before an instant of real time. */
  keysBefore(instant: Date): AsyncIterable<string>;
  close(): void;
};

/** The stored bytes are missing or were altered. */
export class FileDamaged extends Error {
  override name = 'FileDamaged';
  readonly key: string;
  readonly fault: FileFault;

  constructor(key: string, fault: FileFault, options?: ErrorOptions) {
    super(`file ${key} cannot be read: ${fault}`, options);
    this.key = key;
    this.fault = fault;
  }
}

export type FilesOptions = {
  store: FileStore;
  /** Folder of this machine for files on their way to the store, and for copies of stored files. */
  incoming: string;
  /** Versions of the data key, which encrypt the files' keys. */
  ring: KeyRing;
  /** Called for each failed read of a file that the store should have. */
  onFault?(damaged: FileDamaged): void;
};

/**
 * Age after which a local file must have been left by a crash, because requests and jobs keep one
 * only for minutes.
 */
const LEFT_AFTER_MS = 3_600_000;

type Inner = FilesOptions & {
  /** Keys of the files that this process has written but not yet kept. */
  staged: Set<string>;
  localOf(key: string): string;
};

export function createFiles(options: FilesOptions): Files {
  const { store, incoming } = options;
  const staged = new Set<string>();
  const localOf = (key: string) => path.join(incoming, path.basename(key));
  const inner: Inner = { ...options, staged, localOf };
  const drop = (key: string) => {
    staged.delete(key);
    return removeBoth(localOf(key));
  };
  const pieces = (file: StoredFile) =>
    guarded(inner, file, (ciphertext, key) => decrypted(ciphertext, key, file));
  const receive: Files['receive'] = (body, contentType) => received(inner, body, contentType);

  async function keep({ key }: StoredFile): Promise<void> {
    if (!staged.has(key)) return;
    await store.take(key, localOf(key));
    staged.delete(key);
  }

  return {
    async put(bytes, contentType) {
      const file = await received(inner, [bytes], contentType);
      try {
        await keep(file);
      } catch (error) {
        await drop(file.key);
        throw error;
      }
      return file;
    },
    receive,
    keep,
    async get(file) {
      const all: Buffer[] = [];
      for await (const piece of pieces(file)) all.push(piece);
      return Buffer.concat(all);
    },
    pieces,
    verify: (file) => verified(inner, file, pieces(file)),
    opening: (file) => localCopyOf(inner, file),
    reserve: (contentType) => reserved(inner, contentType),
    async remove(key) {
      if (!isKey(key)) throw new FileDamaged('', 'missing');
      try {
        if (staged.has(key)) await drop(key);
        else await store.remove(key);
        return true;
      } catch (error) {
        if (error instanceof StoreUnavailable) return false;
        throw error;
      }
    },
    async *keysBefore(instant) {
      for await (const { key, writtenAt } of store.list()) if (writtenAt < instant) yield key;
    },
    close: store.close,
  };
}

function reserved({ ring, staged, localOf }: Inner, contentType: string): Reserved {
  const name = randomBytes(16).toString('hex');
  const key = `${name.slice(0, 2)}/${name.slice(2, 4)}/${name}`;
  const fileKey = randomBytes(32);
  const wrappedKey = wrapFileKey(ring, fileKey, key);
  const place = { path: localOf(key), key: fileKey, bound: boundTo(key, contentType) };
  return {
    place,
    written(seal) {
      staged.add(key);
      return { key, contentType, wrappedKey, ...seal };
    },
    drop() {
      staged.delete(key);
      return removeBoth(place.path);
    },
  };
}

async function received(
  inner: Inner,
  body: Iterable<Buffer> | AsyncIterable<Buffer>,
  contentType: string,
): Promise<StoredFile> {
  const { place, written } = reserved(inner, contentType);
  try {
    return written(await writeEncrypted(place, body));
  } catch (error) {
    throw asUnavailable(error);
  }
}

const keyOf = ({ ring }: Inner, { key, contentType, wrappedKey }: StoredFile): EncryptionKey => ({
  key: unwrapFileKey(ring, { key, wrappedKey }),
  bound: boundTo(key, contentType),
});

/** Yields the output of `read` for the ciphertext; reports and throws FileDamaged if it fails. */
async function* guarded(
  inner: Inner,
  file: StoredFile,
  read: (ciphertext: AsyncIterable<Buffer>, key: EncryptionKey) => AsyncIterable<Buffer>,
): AsyncGenerator<Buffer> {
  const { staged, store, localOf, onFault } = inner;
  let bytes = 0;
  let fault: FileFault = 'locked';
  async function* counted() {
    const isLocal = staged.has(file.key);
    for await (const piece of isLocal ? readLocal(localOf(file.key)) : store.read(file.key)) {
      bytes += piece.length;
      yield piece;
    }
  }
  try {
    const key = keyOf(inner, file);
    fault = 'altered';
    yield* read(counted(), key);
  } catch (cause) {
    // A file is not damaged if only another process has its key.
    if (cause instanceof StoreUnavailable || cause instanceof KeyMissing) throw cause;
    if (cause instanceof ObjectMissing) fault = 'missing';
    else if (fault === 'altered' && bytes < file.bytes) fault = 'truncated';
    const damaged = new FileDamaged(file.key, fault, { cause });
    onFault?.(damaged);
    throw damaged;
  }
}

const readLocal = (at: string): AsyncIterable<Buffer> => createReadStream(at);

async function verified(
  { onFault }: Inner,
  { key, sha256 }: StoredFile,
  pieces: AsyncIterable<Buffer>,
): Promise<FileFault | null> {
  const hash = createHash('sha256');
  try {
    for await (const piece of pieces) hash.update(piece);
  } catch (error) {
    if (error instanceof FileDamaged) return error.fault;
    throw error;
  }
  if (hash.digest('hex') === sha256) return null;
  onFault?.(new FileDamaged(key, 'altered'));
  return 'altered';
}

/** Returns the staged file itself, or copies the ciphertext from the store. */
async function localCopyOf(inner: Inner, file: StoredFile) {
  const { staged, localOf } = inner;
  if (staged.has(file.key)) {
    return { place: { ...keyOf(inner, file), path: localOf(file.key) }, done: async () => {} };
  }
  const copy = `${localOf(file.key)}.${randomBytes(4).toString('hex')}`;
  try {
    await writeFlushed(
      copy,
      guarded(inner, file, (ciphertext) => ciphertext),
    );
  } catch (error) {
    throw asUnavailable(error);
  }
  const place = { ...keyOf(inner, file), path: copy };
  return { place, done: () => removeBoth(copy) };
}

/** Removes local files that a crash has left; returns their number. */
export async function tidyIncoming(incoming: string, realNow: Date): Promise<number> {
  let removed = 0;
  for (const name of await readdir(incoming).catch(() => [])) {
    const left = path.join(incoming, name);
    const { mtimeMs } = await stat(left).catch(() => ({ mtimeMs: Infinity }));
    if (mtimeMs > realNow.getTime() - LEFT_AFTER_MS) continue;
    await rm(left, { force: true });
    removed += 1;
  }
  return removed;
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
