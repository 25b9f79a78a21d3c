// Verification of a whole log by what it serves: every entry is hashed, and tiles, root, signature
// and an earlier checkpoint are compared with the result.
import { type Bytes, type Crypto, isEqual, joined } from './bytes.ts';
import { type Leaf, leafIn } from './leaf.ts';
import { type Head, leafHash, rootOf, type Tree } from './merkle.ts';
import { type Checkpoint, type NoteKey, openCheckpoint } from './note.ts';
import {
  entriesIn,
  foldOf,
  HASH_BYTES,
  type Tile,
  TILE_WIDTH,
  tilePath,
  tilesOf,
  treeOfTiles,
} from './tiles.ts';

/**
 * What is wrong, and where. `signature`: the checkpoint is not signed with the key. `missing`: a
 * file of the log does not exist. `entries`: a bundle cannot be read. `leaf`: an entry is no leaf.
 * `tile`: hashes differ from those of the entries. `root`: the signed root is another one. `twice`:
 * a contract is listed or sealed twice. `shorter`: the log has fewer leaves than before.
 * `rewritten`: its first leaves are not those of before.
 */
export type LogFault = {
  what:
    | 'signature'
    | 'missing'
    | 'entries'
    | 'leaf'
    | 'tile'
    | 'root'
    | 'twice'
    | 'shorter'
    | 'rewritten';
  at: string;
};

/** A leaf with its place; the text is that of the entry. */
export type LoggedLeaf = { index: number; text: string; leaf: Leaf };

export type LogSource = {
  /** Returns a file below the log's address; null if it does not exist. */
  get(path: string): Promise<Bytes | null>;
  key: NoteKey;
  /** A checkpoint of before; null if there is none. */
  before: Head | null;
};

export type LogReading = {
  checkpoint: Checkpoint | null;
  leaves: LoggedLeaf[];
  faults: LogFault[];
  /** Tree of the entries as they were read; its nodes exist for the whole log only. */
  tree: Tree | null;
};

type Fault = (what: LogFault['what'], at: string) => void;

/** Reads all bundles; returns the hashes of their entries, with gaps where a bundle is broken. */
async function readEntries(
  { sha256 }: Crypto,
  { get }: LogSource,
  size: number,
  fault: Fault,
): Promise<{ rows: Bytes[]; leaves: LoggedLeaf[] }> {
  const rows: Bytes[] = [];
  const leaves: LoggedLeaf[] = [];
  for (const { index, width } of tilesOf(0, size)) {
    const path = tilePath({ level: 'entries', index, width });
    const bundle = await get(path);
    const entries = bundle && entriesIn(bundle, width);
    if (!entries) {
      fault(bundle ? 'entries' : 'missing', path);
      rows.push(new Uint8Array(width * HASH_BYTES));
      continue;
    }
    const hashes: Bytes[] = [];
    for (const [at, entry] of entries.entries()) {
      hashes.push(await leafHash(sha256, entry));
      const text = new TextDecoder().decode(entry);
      const leaf = leafIn(text);
      const place = index * TILE_WIDTH + at;
      if (leaf) leaves.push({ index: place, text, leaf });
      else fault('leaf', String(place));
    }
    rows.push(joined(...hashes));
  }
  return { rows, leaves };
}

/** Calculates all levels of tiles from those of level 0. */
async function levelsOf({ sha256 }: Crypto, lowest: Bytes[]): Promise<Bytes[][]> {
  const levels = [lowest];
  for (let below = lowest; below.length > 0;) {
    const full = below.filter((row) => row.length === TILE_WIDTH * HASH_BYTES);
    const roots: Bytes[] = [];
    for (const row of full) roots.push(await foldOf(sha256, row));
    below = Array.from({ length: Math.ceil(roots.length / TILE_WIDTH) }, (_, at) =>
      joined(...roots.slice(at * TILE_WIDTH, (at + 1) * TILE_WIDTH)),
    );
    if (below.length > 0) levels.push(below);
  }
  return levels;
}

async function compareTiles(get: LogSource['get'], levels: Bytes[][], fault: Fault) {
  for (const [level, rows] of levels.entries()) {
    for (const [index, row] of rows.entries()) {
      const path = tilePath({ level, index, width: row.length / HASH_BYTES });
      const served = await get(path);
      if (!served) fault('missing', path);
      else if (!isEqual(served, row)) fault('tile', path);
    }
  }
}

function findDoubles(leaves: readonly LoggedLeaf[], fault: Fault): void {
  const seen = new Map<string, number>();
  for (const { index, leaf } of leaves) {
    const mark =
      leaf.kind === 'listing' ? leaf.nullifier : leaf.kind === 'contract' ? leaf.sha256 : null;
    if (mark === null) continue;
    const first = seen.get(mark);
    if (first !== undefined) fault('twice', `${first}, ${index}`);
    seen.set(mark, index);
  }
}

/** Verifies the log that a source serves; `faults` is empty if everything is as it should be. */
export async function verifyLog(crypto: Crypto, source: LogSource): Promise<LogReading> {
  const faults: LogFault[] = [];
  const fault: Fault = (what, at) => void faults.push({ what, at });
  const note = await source.get('checkpoint');
  const text = note && new TextDecoder().decode(note);
  const checkpoint = text === null ? null : await openCheckpoint(crypto, text, source.key);
  if (!checkpoint) {
    fault(text === null ? 'missing' : 'signature', 'checkpoint');
    return { checkpoint, leaves: [], faults, tree: null };
  }
  const { size, root } = checkpoint;
  const { rows, leaves } = await readEntries(crypto, source, size, fault);
  const levels = await levelsOf(crypto, rows);
  await compareTiles(source.get, levels, fault);
  const read = async ({ level, index }: Tile) => levels[Number(level)]![index]!;
  const tree = treeOfTiles(crypto.sha256, size, read);
  if (!isEqual(await rootOf(tree, size), root)) fault('root', String(size));
  findDoubles(leaves, fault);
  const { before } = source;
  if (before && before.size > size) fault('shorter', `${before.size}, ${size}`);
  else if (before && !isEqual(await rootOf(tree, before.size), before.root)) {
    fault('rewritten', String(before.size));
  }
  return { checkpoint, leaves, faults, tree };
}
