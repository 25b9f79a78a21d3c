// The heads of the chains, signed and kept outside the database: whoever rewrites a chain from some
// row on, or cuts its end off, cannot rewrite what was signed before.
import { type KeyObject, createPrivateKey, createPublicKey, sign, verify } from 'node:crypto';
import * as fs from 'node:fs';
import { dirname } from 'node:path';
import { createInterface } from 'node:readline';
import type { Services } from '../action.ts';
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

/** `position` is also how many rows the chain had, because seals have no gaps. */
export type Head = { chain: ChainName; position: number; hash: string; at: string };
/** A line of the file, in JSON. */
type Line = Head & { signature: string };

const PKCS8_OF_ED25519 = Buffer.from('302e020100300506032b657004220420', 'hex');
const SPKI_OF_ED25519 = Buffer.from('302a300506032b6570032100', 'hex');

/** The signing key of a secret of 32 bytes. */
export const signingKey = (secret: Buffer): KeyObject =>
  createPrivateKey({
    key: Buffer.concat([PKCS8_OF_ED25519, secret]),
    format: 'der',
    type: 'pkcs8',
  });

/** The public key that belongs to such a secret. */
export const verifyingKey = (secret: Buffer): KeyObject => createPublicKey(signingKey(secret));

/** The public key of a signing key as one word: 32 bytes in base64. */
export const publicKeyText = (key: KeyObject): string =>
  createPublicKey(key)
    .export({ format: 'der', type: 'spki' })
    .subarray(SPKI_OF_ED25519.length)
    .toString('base64');

/** The public key of such a word; throws where it is none. */
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

/** The head of a line; null where nobody signed it with this key. */
function headOf(text: string, key: KeyObject): Head | null {
  try {
    const { signature, ...head } = JSON.parse(text) as Line;
    const isSigned = verify(null, signedText(head), key, Buffer.from(signature, 'base64'));
    return isSigned && chainNames.includes(head.chain) ? head : null;
  } catch {
    return null;
  }
}

const TAIL_BYTES = 65_536;

/** The last head of a chain in a file, by its last lines alone; null where there is none. */
function lastHead(file: string, chain: ChainName, key: KeyObject): Head | null {
  if (!fs.existsSync(file)) return null;
  const open = fs.openSync(file, 'r');
  try {
    const { size } = fs.fstatSync(open);
    const tail = Buffer.alloc(Math.min(size, TAIL_BYTES));
    fs.readSync(open, tail, 0, tail.length, size - tail.length);
    for (const text of tail.toString('utf8').split('\n').toReversed()) {
      const head = headOf(text, key);
      if (head?.chain === chain) return head;
    }
    return null;
  } finally {
    fs.closeSync(open);
  }
}

/** Adds lines at the end and waits until they are on the disk. */
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

/** One process at a time writes. */
const lockHeads = (tx: Tx) =>
  tx.one<{ mine: boolean }>(sql`select pg_try_advisory_xact_lock(8, 5) as mine`);

/**
 * Signs the head of each chain that has grown since its last head in the file, five minutes after
 * that at the earliest; answers the new heads.
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

export type HeadsProof = { rows: number; broken: { row: string; how: string } | null };
const AT_ONCE = 1_000;

/**
 * Compares every head of a file with its chain. `how` is `unsigned` (the row is the line of the
 * file), `cut` (the chain ends before the head), `rewritten` (it has another hash there) or `none`.
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
    for await (const text of createInterface({ input: fs.createReadStream(file) })) {
      line += 1;
      const head = headOf(text, key);
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

/** Whether there are seals that should long be under a head. */
async function isSealedLong(tx: Tx): Promise<boolean> {
  for (const chain of chainNames) if (await sealedBefore(tx, chain, 60)) return true;
  return false;
}

/** The first of these heads that is not in its chain. */
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
