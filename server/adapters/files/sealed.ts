// Encrypted bytes on the disk, written and read piece by piece: no file is ever held whole here.
import { createCipheriv, createDecipheriv, createHash, randomBytes } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { mkdir, open, rename, rm } from 'node:fs/promises';
import path from 'node:path';

/** Where a file lies and what opens it: all that another process needs for this one file. */
export type SealedPlace = {
  path: string;
  /** 32 bytes, of this file alone. */
  key: Uint8Array;
  /** What the content is bound to: opened under anything else it is damaged. */
  bound: string;
};

/** What is known of a file once it is written. */
export type Seal = {
  /** Length of the plain file. */
  bytes: number;
  /** SHA-256 of the plain file, hex. */
  sha256: string;
  /** Base64url, both. */
  iv: string;
  tag: string;
};

type Pieces = Iterable<Uint8Array> | AsyncIterable<Uint8Array>;

const ALGORITHM = 'aes-256-gcm';
/** The name of a file that is not finished. */
export const asideOf = (target: string): string => `${target}.part`;

/** Writes the pieces as they come. A crash leaves the whole file or none. */
export async function writeSealed(place: SealedPlace, pieces: Pieces): Promise<Seal> {
  const iv = randomBytes(12);
  const cipher = createCipheriv(ALGORITHM, place.key, iv).setAAD(Buffer.from(place.bound));
  const hash = createHash('sha256');
  let bytes = 0;
  async function* sealed() {
    for await (const piece of pieces) {
      hash.update(piece);
      bytes += piece.byteLength;
      yield cipher.update(piece);
    }
    yield cipher.final();
  }
  await writeForGood(place.path, sealed());
  const tag = cipher.getAuthTag().toString('base64url');
  return { bytes, sha256: hash.digest('hex'), iv: iv.toString('base64url'), tag };
}

/**
 * The plain pieces. Throws at the end where they are not what was written: whoever reads them one
 * by one must not have acted on them before.
 */
export async function* readSealed(
  place: SealedPlace,
  { iv, tag }: Pick<Seal, 'iv' | 'tag'>,
): AsyncGenerator<Buffer> {
  const [start, mark] = [Buffer.from(iv, 'base64url'), Buffer.from(tag, 'base64url')];
  const decipher = createDecipheriv(ALGORITHM, place.key, start, { authTagLength: 16 });
  decipher.setAAD(Buffer.from(place.bound)).setAuthTag(mark);
  for await (const piece of createReadStream(place.path)) yield decipher.update(piece as Buffer);
  yield decipher.final();
}

/** The file as a whole. */
export async function wholeSealed(
  place: SealedPlace,
  seal: Pick<Seal, 'iv' | 'tag'>,
): Promise<Buffer> {
  const pieces: Buffer[] = [];
  for await (const piece of readSealed(place, seal)) pieces.push(piece);
  return Buffer.concat(pieces);
}

/** A crash leaves the whole file or none: written aside, flushed, renamed, folder flushed. */
async function writeForGood(target: string, pieces: AsyncIterable<Buffer>): Promise<void> {
  const folder = path.dirname(target);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const aside = asideOf(target);
  const file = await open(aside, 'wx', 0o600);
  try {
    for await (const piece of pieces) if (piece.length > 0) await file.writeFile(piece);
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
