// Interface of the file store: opaque objects under keys that the server makes. A store sees only
// ciphertext; `files.ts` encrypts. docs/files.md says what an adapter must do.

/** An object as a list of the store shows it. */
export type StoredObject = { key: string; bytes: number; writtenAt: Date };

export type FileStore = {
  /**
   * Moves a finished and flushed local file under a new key, and returns once it is durable there.
   * Until then the key cannot be read. Throws ObjectExists if the key holds other bytes; repeating
   * the call with the same bytes does no harm. After an error the local file is still there.
   */
  take(key: string, localFile: string): Promise<void>;
  /** Yields the bytes. Throws ObjectMissing before the first piece if there is no such object. */
  read(key: string): AsyncIterable<Buffer>;
  /** Removes the object; it is no error if it is already gone. */
  remove(key: string): Promise<void>;
  /** Yields all objects in no particular order. */
  list(): AsyncIterable<StoredObject>;
  /**
   * Throws StoreRefused if the store answers but cannot be used as configured, and StoreUnavailable
   * if it does not answer.
   */
  check(): Promise<void>;
  close(): void;
};

/** The store works but has no object under this key. */
export class ObjectMissing extends Error {
  override name = 'ObjectMissing';
}

/** The key already holds other bytes, which are left unchanged. */
export class ObjectExists extends Error {
  override name = 'ObjectExists';
}

/** The store is unreachable, overloaded, full or too slow; the caller should try again later. */
export class StoreUnavailable extends Error {
  override name = 'StoreUnavailable';
}

/** The store refuses the credentials, the bucket or the request; a person must change a setting. */
export class StoreRefused extends StoreUnavailable {
  override name = 'StoreRefused';
}

const KEY = /^[0-9a-f]{2}\/[0-9a-f]{2}\/[0-9a-f]{32}$/;

/** Returns whether a text is a key, so that no other text ever becomes a path or an address. */
export const isKey = (text: string): boolean => KEY.test(text);

/** Codes of file system errors that have nothing to do with the file itself. */
const OF_THE_DISK = new Set([
  'ENOSPC',
  'EDQUOT',
  'EIO',
  'EROFS',
  'EMFILE',
  'ENFILE',
  'EACCES',
  'EPERM',
  'ESTALE',
  'ENOTCONN',
  'ETIMEDOUT',
]);

/** Returns StoreUnavailable for an error of the file system, and any other error unchanged. */
export function asUnavailable(error: unknown): unknown {
  const { code, syscall } = (error ?? {}) as NodeJS.ErrnoException;
  if (!syscall || !OF_THE_DISK.has(code ?? '')) return error;
  return new StoreUnavailable(`the disk cannot be used: ${code} (${syscall})`, { cause: error });
}
