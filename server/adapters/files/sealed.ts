// Reads and writes encrypted files piece by piece, so that no file is ever held whole in memory.
import { createCipheriv, createDecipheriv, createHash, randomBytes } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { mkdir, open, rename, rm } from 'node:fs/promises';
import path from 'node:path';

/** Path and key of one local file, which are all that another process needs to decrypt it. */
export type EncryptedPlace = EncryptionKey & { path: string };

export type EncryptionKey = {
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
  await writeFlushed(place.path, sealed());
  const tag = cipher.getAuthTag().toString('base64url');
  return { bytes, sha256: hash.digest('hex'), iv: iv.toString('base64url'), tag };
}

/**
 * Yields the decrypted pieces of a ciphertext. Throws at the end if they are not what was written,
 * so the caller must use no piece before the end.
 */
export async function* decrypted(
  ciphertext: Pieces,
  { key, bound }: EncryptionKey,
  { iv, tag }: Pick<Seal, 'iv' | 'tag'>,
): AsyncGenerator<Buffer> {
  const [start, mark] = [Buffer.from(iv, 'base64url'), Buffer.from(tag, 'base64url')];
  const decipher = createDecipheriv(ALGORITHM, key, start, { authTagLength: 16 });
  decipher.setAAD(Buffer.from(bound)).setAuthTag(mark);
  for await (const piece of ciphertext) yield decipher.update(piece);
  yield decipher.final();
}

/** Returns the whole decrypted local file. */
export async function readWholeEncrypted(
  place: EncryptedPlace,
  seal: Pick<Seal, 'iv' | 'tag'>,
): Promise<Buffer> {
  const pieces: Buffer[] = [];
  const ciphertext = createReadStream(place.path) as AsyncIterable<Buffer>;
  for await (const piece of decrypted(ciphertext, place, seal)) pieces.push(piece);
  return Buffer.concat(pieces);
}

/** Writes to a temporary file, flushes and renames; after an error nothing is left. */
export async function writeFlushed(target: string, pieces: AsyncIterable<Buffer>): Promise<void> {
  await mkdir(path.dirname(target), { recursive: true, mode: 0o700 });
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
}
