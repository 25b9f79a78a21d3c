// Reads and writes encrypted files piece by piece, so that no file is ever held whole in memory.
import { createCipheriv, createDecipheriv, createHash, randomBytes } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { mkdir, open, rename, rm } from 'node:fs/promises';
import path from 'node:path';

/** Path and key of one file, which are all that another process needs to decrypt it. */
export type EncryptedPlace = {
  path: string;
  /** 32 bytes, used for this file only. */
  key: Uint8Array;
  /** Additional authenticated data; decrypting with any other value reports the file as damaged. */
  bound: string;
};

/** Facts that are known once a file has been written. */
export type Seal = {
  /** Length of the decrypted file in bytes. */
  bytes: number;
  /** SHA-256 of the decrypted file, in hex. */
  sha256: string;
  /** IV and tag, both in base64url. */
  iv: string;
  tag: string;
};

type Pieces = Iterable<Uint8Array> | AsyncIterable<Uint8Array>;

const ALGORITHM = 'aes-256-gcm';
/** Returns the name of a file while it is being written. */
export const partialFileOf = (target: string): string => `${target}.part`;

/** Writes the pieces as they arrive. After a crash there is either the whole file or none. */
export async function writeEncrypted(place: EncryptedPlace, pieces: Pieces): Promise<Seal> {
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
 * Yields the decrypted pieces. Throws at the end if they are not what was written, so the caller
 * must use no piece before the end.
 */
export async function* readSealed(
  place: EncryptedPlace,
  { iv, tag }: Pick<Seal, 'iv' | 'tag'>,
): AsyncGenerator<Buffer> {
  const [start, mark] = [Buffer.from(iv, 'base64url'), Buffer.from(tag, 'base64url')];
  const decipher = createDecipheriv(ALGORITHM, place.key, start, { authTagLength: 16 });
  decipher.setAAD(Buffer.from(place.bound)).setAuthTag(mark);
  for await (const piece of createReadStream(place.path)) yield decipher.update(piece as Buffer);
  yield decipher.final();
}

/** Returns the whole decrypted file. */
export async function readWholeEncrypted(
  place: EncryptedPlace,
  seal: Pick<Seal, 'iv' | 'tag'>,
): Promise<Buffer> {
  const pieces: Buffer[] = [];
  for await (const piece of readSealed(place, seal)) pieces.push(piece);
  return Buffer.concat(pieces);
}

/**
 * Writes to a temporary file, flushes, renames and flushes the folder, so that a crash leaves
 * either the whole file or none.
 */
async function writeForGood(target: string, pieces: AsyncIterable<Buffer>): Promise<void> {
  const folder = path.dirname(target);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const aside = partialFileOf(target);
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
  // The entry of a new folder is in its parent folder, so all levels up to the root of the store
  // are flushed.
  for (const level of [folder, path.dirname(folder), path.dirname(path.dirname(folder))]) {
    const entry = await open(level, 'r');
    await entry.sync().finally(() => entry.close());
  }
}
