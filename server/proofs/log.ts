// The log: a job gives waiting leaves their places, extends the tiles and signs a checkpoint, in
// one transaction. Also the bytes that are served below /log/.
import { type Bytes, bytesOf } from '#contract/proofs/bytes.ts';
import { leafHash, rootOf } from '#contract/proofs/merkle.ts';
import { openCheckpoint } from '#contract/proofs/note.ts';
import {
  bundleOf,
  foldOf,
  HASH_BYTES,
  type ReadTile,
  type Tile,
  TILE_WIDTH,
  tileAt,
  treeOfTiles,
} from '#contract/proofs/tiles.ts';
import type { Services } from '../services.ts';
import { db, type Tx } from '../database/db.ts';
import { openTask } from '../tasks/front.ts';
import { type Work, inWork } from '../work.ts';
import {
  addLeaves,
  insertCheckpoint,
  knownNullifiers,
  leavesBetween,
  logSize,
  newestCheckpoint,
  refusePending,
  tileRow,
  tryLockLog,
  waitingLeaves,
  type CheckpointRow,
  type WaitingLeaf,
  writeTile,
} from './log-queries.ts';
import { nodeCrypto, sha256, signCheckpoint, signerOf } from './note-signing.ts';
import { cosignaturesOn } from './witness-queries.ts';

const AT_ONCE = 1_000;

/** Reads the tiles of a log in the database; throws for one that is missing or shorter. */
export const tilesIn =
  (tx: Tx): ReadTile =>
  async ({ level, index, width }) => {
    if (level === 'entries') throw new RangeError('entries have no hashes');
    const row = await tileRow(tx, level, index);
    const bytes = new Uint8Array(row?.hashes.subarray(0, width * HASH_BYTES) ?? []);
    if (bytes.length < width * HASH_BYTES) throw new Error(`tile ${level}/${index} is missing`);
    return bytes;
  };

/** Appends hashes to a level of tiles, and the root of each tile that is full to the one above. */
async function appendHashes(
  tx: Tx,
  level: number,
  from: number,
  hashes: readonly Bytes[],
): Promise<void> {
  const full: Bytes[] = [];
  for (let done = 0; done < hashes.length;) {
    const place = Math.floor((from + done) / TILE_WIDTH);
    const known = (from + done) % TILE_WIDTH;
    const added = hashes.slice(done, done + TILE_WIDTH - known);
    const before = known === 0 ? [] : [await tilesIn(tx)({ level, index: place, width: known })];
    const tile = new Uint8Array(Buffer.concat([...before, ...added]));
    await writeTile(tx, level, place, tile);
    if (known + added.length === TILE_WIDTH) full.push(await foldOf(sha256, tile));
    done += added.length;
  }
  if (full.length > 0) await appendHashes(tx, level + 1, Math.floor(from / TILE_WIDTH), full);
}

/** Refuses leaves that list a contract again, and opens a task for each. */
async function refuseRelisted(work: Work, rows: readonly WaitingLeaf[]): Promise<WaitingLeaf[]> {
  const { tx } = work;
  const asked = rows.flatMap(({ nullifier }) => nullifier ?? []);
  const known = await knownNullifiers(tx, asked);
  const seen = new Set(known.map(({ nullifier }) => nullifier));
  const refused: WaitingLeaf[] = [];
  const accepted = rows.filter((row) => {
    if (row.nullifier === null) return true;
    if (!seen.has(row.nullifier)) return Boolean(seen.add(row.nullifier));
    refused.push(row);
    return false;
  });
  if (refused.length === 0) return accepted;
  await refusePending(
    tx,
    refused.map(({ id }) => id),
  );
  for (const { loanId } of refused) {
    if (loanId === null) continue;
    const subject = { type: 'loan' as const, id: loanId, label: '同一契約重複上架' };
    const why =
      '公開紀錄已有這份契約的上架紀錄，拒絕再記一次。請停止募集，並查明案件為何再次上架。';
    await openTask(work, { kind: 'attention', subject, detail: { why } });
  }
  return accepted;
}

/** Signs a checkpoint if the log has grown, or if the newest one was signed with another key. */
async function signSize({ tx, services, realNow }: Work, size: number): Promise<void> {
  const signer = await signerOf(services.config);
  const newest = await newestCheckpoint(tx);
  const isOurs = newest && (await openCheckpoint(nodeCrypto, newest.note, signer));
  if (isOurs && newest.size === size) return;
  const root = await rootOf(treeOfTiles(sha256, size, tilesIn(tx)), size);
  await insertCheckpoint(tx, size, signCheckpoint({ size, root }, signer), realNow);
}

/** Adds one round of leaves; returns how many were looked at, 0 if another process does it. */
async function addRound(work: Work): Promise<number> {
  const { tx } = work;
  if (!(await tryLockLog(tx)).mine) return 0;
  const waiting = await waitingLeaves(tx, AT_ONCE);
  const accepted = await refuseRelisted(work, waiting);
  const { size } = await logSize(tx);
  const rows = await Promise.all(
    accepted.map(async ({ id, leaf }) => ({ id, hash: await leafHash(sha256, bytesOf(leaf)) })),
  );
  if (rows.length > 0) {
    await addLeaves(tx, size, rows);
    const hashes = rows.map(({ hash }) => hash);
    await appendHashes(tx, 0, size, hashes);
  }
  await signSize(work, size + rows.length);
  return waiting.length;
}

/** Adds all waiting leaves to the log and signs its new state; returns the number of leaves. */
export async function integrate(services: Services): Promise<number> {
  for (let total = 0; ;) {
    const count = await inWork(services, addRound);
    total += count;
    if (count < AT_ONCE || services.leaving.aborted) return total;
  }
}

/** Returns a checkpoint with the signatures of the witnesses that have cosigned it so far. */
export async function cosignedNote(tx: Tx, { id, note }: CheckpointRow): Promise<string> {
  const lines = await cosignaturesOn(tx, id);
  return note + lines.map(({ line }) => `${line}\n`).join('');
}

async function newestNote(tx: Tx): Promise<string | null> {
  const newest = await newestCheckpoint(tx);
  return newest && cosignedNote(tx, newest);
}

/** Returns the newest checkpoint; null before the first one. */
export const checkpointNote = ({ pool }: Services): Promise<string | null> => newestNote(db(pool));

/** Returns a file of the log as it is served; null if it does not exist. */
export async function fileIn(tx: Tx, path: string): Promise<Bytes | null> {
  if (path === 'checkpoint') {
    const note = await newestNote(tx);
    return note === null ? null : bytesOf(note);
  }
  const tile = tileAt(path);
  const bytes = tile && (await tileBytes(tx, tile));
  return bytes && new Uint8Array(bytes);
}

async function tileBytes(tx: Tx, { level, index, width }: Tile): Promise<Buffer | null> {
  if (level === 'entries') {
    const first = index * TILE_WIDTH;
    const rows = await leavesBetween(tx, first, first + width);
    if (rows.length < width) return null;
    return Buffer.from(bundleOf(rows.map(({ leaf }) => bytesOf(leaf))));
  }
  const row = await tileRow(tx, level, index);
  const length = width * HASH_BYTES;
  return row && row.hashes.length >= length ? row.hashes.subarray(0, length) : null;
}

/** Returns the tile or bundle at an address below /log/; null if there is none. */
export async function tileOf(
  { pool }: Services,
  path: string,
): Promise<{ body: Buffer; isFull: boolean } | null> {
  const tile = tileAt(path);
  const body = tile && (await tileBytes(db(pool), tile));
  return body && { body, isFull: tile.width === TILE_WIDTH };
}
