// Signed heads of the hash chains, stored outside the database. A person who rewrites a chain from
// some row on, or cuts off its end, cannot rewrite the heads that were signed before.
import { type KeyObject, createPrivateKey, createPublicKey, sign, verify } from 'node:crypto';
import * as fs from 'node:fs';
import { dirname } from 'node:path';
import { createInterface } from 'node:readline';
import type { Services } from '../services.ts';
import {
  type ChainName,
  type Reader,
  chainNames,
  hashesAt,
  lastSeal,
  sealedBefore,
} from './chain.ts';
import { type Tx, withTransaction } from '../database/db.ts';
import { sql } from '../database/sql.ts';

/** `position` is also the number of rows in the chain, because seals have no gaps. */
export type Head = { chain: ChainName; position: number; hash: string; at: string };
/** One line of the file, as JSON. */
export type SignedHead = Head & { signature: string };

const PKCS8_OF_ED25519 = Buffer.from('302e020100300506032b657004220420', 'hex');
const SPKI_OF_ED25519 = Buffer.from('302a300506032b6570032100', 'hex');

/** Returns the signing key derived from a 32-byte secret. */
export const signingKey = (secret: Buffer): KeyObject =>
  createPrivateKey({
    key: Buffer.concat([PKCS8_OF_ED25519, secret]),
    format: 'der',
    type: 'pkcs8',
  });

/** Returns the public key that belongs to a 32-byte secret. */
export const verifyingKey = (secret: Buffer): KeyObject => createPublicKey(signingKey(secret));

/** Returns the 32 bytes of a key's public part in base64. */
export const publicKeyText = (key: KeyObject): string =>
  (key.type === 'public' ? key : createPublicKey(key))
    .export({ format: 'der', type: 'spki' })
    .subarray(SPKI_OF_ED25519.length)
    .toString('base64');

/** Returns the public key from its base64 text; throws if the text is invalid. */
export function publicKey(text: string): KeyObject {
  const bytes = Buffer.from(text, 'base64');
  if (bytes.length !== 32) throw new Error('a public key is 32 bytes in base64');
  return createPublicKey({
    key: Buffer.concat([SPKI_OF_ED25519, bytes]),
    format: 'der',
    type: 'spki',
  });
}

const signedText = ({ chain, position, hash, at }: Head) =>
  Buffer.from(`baixi head 1\n${chain}\n${position}\n${hash}\n${at}\n`);

export function headLine(head: Head, key: KeyObject): string {
  const signature = sign(null, signedText(head), key).toString('base64');
  return `${JSON.stringify({ ...head, signature })}\n`;
}

/** Returns the head that a line contains; null if it is not signed with this key. */
export function headIn(text: string, key: KeyObject): SignedHead | null {
  try {
    const head = JSON.parse(text) as SignedHead;
    const { signature } = head;
    const isSigned = verify(null, signedText(head), key, Buffer.from(signature, 'base64'));
    return isSigned && chainNames.includes(head.chain) ? head : null;
  } catch {
    return null;
  }
}

const TAIL_BYTES = 65_536;

/** Returns the last head of a chain by reading only the end of the file; null if there is none. */
export function lastHead(file: string, chain: ChainName, key: KeyObject): SignedHead | null {
  if (!fs.existsSync(file)) return null;
  const open = fs.openSync(file, 'r');
  try {
    const { size } = fs.fstatSync(open);
    const tail = Buffer.alloc(Math.min(size, TAIL_BYTES));
    fs.readSync(open, tail, 0, tail.length, size - tail.length);
    for (const text of tail.toString('utf8').split('\n').toReversed()) {
      const head = headIn(text, key);
      if (head?.chain === chain) return head;
    }
    return null;
  } finally {
    fs.closeSync(open);
  }
}

/** Appends lines and waits until they are written to disk. */
function append(file: string, text: string): void {
  fs.mkdirSync(dirname(file), { recursive: true });
  const open = fs.openSync(file, 'a', 0o644);
  try {
    fs.writeSync(open, text);
    fs.fsyncSync(open);
  } finally {
    fs.closeSync(open);
  }
}

const BETWEEN_MS = 5 * 60_000;

/** Allows only one process at a time to write. */
const lockHeads = (tx: Tx) =>
  tx.one<{ mine: boolean }>(sql`select pg_try_advisory_xact_lock(8, 5) as mine`);

/**
 * Signs the head of each chain that has grown since its last head in the file, at least five
 * minutes after that head. Returns the new heads.
 */
export function signHeads(
  { pool, config, clock }: Pick<Services, 'pool' | 'config' | 'clock'>,
  { betweenMs = BETWEEN_MS } = {},
): Promise<Head[]> {
  const key = signingKey(config.heads.key);
  const now = clock.realNow();
  return withTransaction(pool, async (tx) => {
    if (!(await lockHeads(tx)).mine) return [];
    const heads: Head[] = [];
    for (const chain of chainNames) {
      const seal = await lastSeal(tx, chain);
      const before = lastHead(config.heads.file, chain, key);
      if (!seal || seal.position <= (before?.position ?? 0)) continue;
      if (before && now.getTime() - Date.parse(before.at) < betweenMs) continue;
      heads.push({ chain, ...seal, at: now.toISOString() });
    }
    if (heads.length > 0) {
      append(config.heads.file, heads.map((head) => headLine(head, key)).join(''));
    }
    return heads;
  });
}

/** The lines of a file of heads, one by one. */
export const headsIn = (file: string): AsyncIterable<string> =>
  createInterface({ input: fs.createReadStream(file) });

export type HeadsProof = { rows: number; broken: { row: string; how: string } | null };
const AT_ONCE = 1_000;

/**
 * Compares every head in a file with its chain. `how` is `unsigned` (`row` is the line in the
 * file), `cut` (the chain ends before the head), `rewritten` (the chain has another hash there) or
 * `none`.
 */
export async function proveHeads(read: Reader, file: string, key: KeyObject): Promise<HeadsProof> {
  const heads: Head[] = [];
  let line = 0;
  let rows = 0;
  const compare = async () => {
    const broken = await read((tx) => firstBroken(tx, heads));
    rows += heads.length;
    heads.length = 0;
    return broken;
  };
  if (fs.existsSync(file)) {
    for await (const text of headsIn(file)) {
      line += 1;
      const head = headIn(text, key);
      if (!head) return { rows, broken: { row: String(line), how: 'unsigned' } };
      heads.push(head);
      if (heads.length < AT_ONCE) continue;
      const broken = await compare();
      if (broken) return { rows, broken };
    }
  }
  const broken = await compare();
  if (broken || rows > 0 || !(await read(isSealedLong))) return { rows, broken };
  return { rows, broken: { row: '0', how: 'none' } };
}

/**
 * Returns whether the chains have seals that are so old that a signed head should already cover
 * them.
 */
async function isSealedLong(tx: Tx): Promise<boolean> {
  for (const chain of chainNames) if (await sealedBefore(tx, chain, 60)) return true;
  return false;
}

/** Returns the first of these heads that does not match its chain. */
async function firstBroken(tx: Tx, heads: readonly Head[]) {
  for (const chain of chainNames) {
    const mine = heads.filter((head) => head.chain === chain);
    const found = await hashesAt(
      tx,
      chain,
      mine.map(({ position }) => position),
    );
    const hashes = new Map(found.map(({ position, hash }) => [position, hash]));
    for (const { position, hash } of mine) {
      const row = `${chain} ${position}`;
      if (!hashes.has(position)) return { row, how: 'cut' };
      if (hashes.get(position) !== hash) return { row, how: 'rewritten' };
    }
  }
  return null;
}
