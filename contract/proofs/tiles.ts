// Tiles of the log (c2sp.org/tlog-tiles): addresses, which tiles a tree has, the tree that is read
// from tiles, and bundles of entries.
import { type Bytes, type Hash, joined } from './bytes.ts';
import { nodeHash, type Tree } from './merkle.ts';

const TILE_HEIGHT = 8;
/** Hashes of a full tile, and entries of a full bundle. */
export const TILE_WIDTH = 2 ** TILE_HEIGHT;
export const HASH_BYTES = 32;
/** Longest entry whose length fits the two bytes before it. */
export const ENTRY_MAX = 65_535;

/** `level` counts tiles, so level 1 holds the roots of full tiles of level 0. */
export type Tile = { level: number | 'entries'; index: number; width: number };

/** Index 1234067 is written as x001/x234/067. */
function indexText(index: number): string {
  const digits = String(index);
  const groups = digits.padStart(Math.ceil(digits.length / 3) * 3, '0').match(/\d{3}/g)!;
  return groups.map((group, at) => (at < groups.length - 1 ? `x${group}` : group)).join('/');
}

/** Returns the address of a tile below the log's: tile/0/x001/067.p/12. */
export const tilePath = ({ level, index, width }: Tile): string =>
  `tile/${level}/${indexText(index)}${width < TILE_WIDTH ? `.p/${width}` : ''}`;

const PATH = /^tile\/(entries|\d{1,2})\/((?:x\d{3}\/){0,4}\d{3})(?:\.p\/([1-9]\d{0,2}))?$/;

/** Returns the tile at an address; null if no tile can be there. */
export function tileAt(path: string): Tile | null {
  const [, level, digits = '', part] = PATH.exec(path) ?? [];
  if (level === undefined) return null;
  const tile = {
    level: level === 'entries' ? ('entries' as const) : Number(level),
    index: Number(digits.replaceAll(/[x/]/g, '')),
    width: part === undefined ? TILE_WIDTH : Number(part),
  };
  // Every tile has exactly one address.
  const isTile = tile.level === 'entries' || tile.level < 64;
  return isTile && tilePath(tile) === path ? tile : null;
}

/** Returns the tiles of a level that a tree of `size` leaves has; the last may be partial. */
export function tilesOf(level: number, size: number): { index: number; width: number }[] {
  const hashes = Math.floor(size / TILE_WIDTH ** level);
  return Array.from({ length: Math.ceil(hashes / TILE_WIDTH) }, (_, index) => ({
    index,
    width: Math.min(TILE_WIDTH, hashes - index * TILE_WIDTH),
  }));
}

const hashAt = (bytes: Bytes, at: number): Bytes =>
  bytes.subarray(at * HASH_BYTES, (at + 1) * HASH_BYTES);

/** Returns the root of a row of hashes, whose number is a power of two. */
export async function foldOf(hash: Hash, row: Bytes): Promise<Bytes> {
  let hashes = row;
  while (hashes.length > HASH_BYTES) {
    const above: Uint8Array[] = [];
    for (let at = 0; at < hashes.length / HASH_BYTES; at += 2) {
      above.push(await nodeHash(hash, hashAt(hashes, at), hashAt(hashes, at + 1)));
    }
    hashes = joined(...above);
  }
  return hashes;
}

/** Reads a tile; throws if it does not exist or has another length. */
export type ReadTile = (tile: Tile) => Promise<Bytes>;

/** Returns the tree of `size` leaves whose nodes are in tiles. Each tile is read once. */
export function treeOfTiles(hash: Hash, size: number, read: ReadTile): Tree {
  const known = new Map<string, Promise<Bytes>>();
  const tile = (level: number, index: number): Promise<Bytes> => {
    const hashes = Math.floor(size / TILE_WIDTH ** level) - index * TILE_WIDTH;
    const of = { level, index, width: Math.min(TILE_WIDTH, hashes) };
    const path = tilePath(of);
    const found = known.get(path) ?? read(of);
    known.set(path, found);
    return found;
  };
  return {
    hash,
    async node(height, place) {
      const level = Math.floor(height / TILE_HEIGHT);
      const count = 2 ** (height % TILE_HEIGHT);
      const first = place * count;
      const bytes = await tile(level, Math.floor(first / TILE_WIDTH));
      const at = (first % TILE_WIDTH) * HASH_BYTES;
      return foldOf(hash, bytes.slice(at, at + count * HASH_BYTES));
    },
  };
}

/** Returns entries as a bundle: each after its length in two bytes. */
export function bundleOf(entries: readonly Uint8Array[]): Bytes {
  return joined(
    ...entries.flatMap((entry) => {
      if (entry.length > ENTRY_MAX) throw new RangeError('an entry is too long for the log');
      return [Uint8Array.of(Math.floor(entry.length / 256), entry.length % 256), entry];
    }),
  );
}

/** Returns the entries of a bundle; null if it is no bundle of `count` entries. */
export function entriesIn(bundle: Bytes, count: number): Bytes[] | null {
  const entries: Bytes[] = [];
  let at = 0;
  while (at + 2 <= bundle.length) {
    const length = bundle[at]! * 256 + bundle[at + 1]!;
    const entry = bundle.subarray(at + 2, at + 2 + length);
    if (entry.length < length) return null;
    entries.push(entry);
    at += 2 + length;
  }
  return at === bundle.length && entries.length === count ? entries : null;
}
