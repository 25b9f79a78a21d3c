// Files at rest: each encrypted under a key of its own, stored under a path made by the server.
import { createCipheriv, createDecipheriv, createHash, randomBytes } from 'node:crypto';
import { mkdir, open, readdir, readFile, rename, rm, stat } from 'node:fs/promises';
import path from 'node:path';

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

export type Files = {
  /** Stores and returns once it is on the disk for good. */
  put(bytes: Buffer, contentType: string): Promise<StoredFile>;
  /** The plain bytes. Throws FileDamaged when they are not what was put, or gone. */
  get(file: StoredFile): Promise<Buffer>;
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
  return {
    async put(bytes, contentType) {
      const name = randomBytes(16).toString('hex');
      const key = `${name.slice(0, 2)}/${name.slice(2, 4)}/${name}`;
      const fileKey = randomBytes(32);
      // The content type and the place are bound to the content: neither can be swapped.
      const { iv, tag, sealed } = encrypt(fileKey, bytes, `${key}\n${contentType}`);
      await writeForGood(path.join(dir, key), sealed);
      const wrapped = encrypt(dataKey, fileKey, key);
      const parts = [VERSION, ...[wrapped.iv, wrapped.tag, wrapped.sealed].map(base64url)];
      return {
        key,
        bytes: bytes.length,
        contentType,
        sha256: createHash('sha256').update(bytes).digest('hex'),
        wrappedKey: parts.join('.'),
        iv: base64url(iv),
        tag: base64url(tag),
      };
    },
    async get(file) {
      const sealed = await readFile(placeOf(dir, file.key)).catch((cause: unknown) => {
        throw new FileDamaged(`file ${file.key} cannot be read`, { cause });
      });
      try {
        const fileKey = unwrap(dataKey, file);
        const bound = `${file.key}\n${file.contentType}`;
        return decrypt(fileKey, { iv: bytesOf(file.iv), tag: bytesOf(file.tag), sealed }, bound);
      } catch (cause) {
        throw new FileDamaged(`file ${file.key} is not what was stored`, { cause });
      }
    },
    async remove(key) {
      await rm(placeOf(dir, key), { force: true });
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

/** A crash leaves the whole file or none: written aside, flushed, renamed, folder flushed. */
async function writeForGood(target: string, content: Buffer): Promise<void> {
  const folder = path.dirname(target);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const aside = `${target}.part`;
  const file = await open(aside, 'wx', 0o600);
  try {
    await file.writeFile(content);
    await file.sync();
  } catch (error) {
    await rm(aside, { force: true });
    throw error;
  } finally {
    await file.close();
  }
  await rename(aside, target);
  // A new folder's own entry lies one level up, and so on to the root of the store.
  for (const level of [folder, path.dirname(folder), path.dirname(path.dirname(folder))]) {
    const entry = await open(level, 'r');
    await entry.sync().finally(() => entry.close());
  }
}

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

function unwrap(dataKey: Buffer, file: StoredFile): Buffer {
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
