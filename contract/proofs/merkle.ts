// The Merkle tree of RFC 6962, section 2.1: hashes, proofs of inclusion and consistency, and their
// verification (RFC 9162, sections 2.1.3.2 and 2.1.4.2).
import { type Bytes, type Hash, isEqual, joined } from './bytes.ts';

const LEAF = Uint8Array.of(0);
const NODE = Uint8Array.of(1);

export const leafHash = (hash: Hash, entry: Uint8Array) => hash(joined(LEAF, entry));
export const nodeHash = (hash: Hash, left: Uint8Array, right: Uint8Array) =>
  hash(joined(NODE, left, right));

/** Access to the hashes of complete subtrees: the `index`-th one of 2^level leaves. */
export type Tree = { hash: Hash; node(level: number, index: number): Promise<Bytes> | Bytes };

/** Returns the largest power of two below `count`, which is at least 2. */
function splitOf(count: number): number {
  let power = 1;
  while (power * 2 < count) power *= 2;
  return power;
}

/** Returns the hash of the leaves from `from` up to and without `to`, which is later. */
export async function rangeHash(tree: Tree, from: number, to: number): Promise<Bytes> {
  const level = Math.log2(to - from);
  if (Number.isInteger(level)) return tree.node(level, from / (to - from));
  const middle = from + splitOf(to - from);
  const left = await rangeHash(tree, from, middle);
  return nodeHash(tree.hash, left, await rangeHash(tree, middle, to));
}

/** Returns the root of the first `size` leaves; that of none is the hash of nothing. */
export async function rootOf(tree: Tree, size: number): Promise<Bytes> {
  return size === 0 ? tree.hash(new Uint8Array()) : rangeHash(tree, 0, size);
}

/** Returns the neighbours of a leaf on the way to the root of the first `size` leaves. */
export async function inclusionProof(tree: Tree, index: number, size: number): Promise<Bytes[]> {
  const within = async (from: number, to: number): Promise<Bytes[]> => {
    if (to - from === 1) return [];
    const middle = from + splitOf(to - from);
    return index < middle
      ? [...(await within(from, middle)), await rangeHash(tree, middle, to)]
      : [...(await within(middle, to)), await rangeHash(tree, from, middle)];
  };
  return within(0, size);
}

/** Returns the proof that the tree of `size` leaves begins with that of its first `first` ones. */
export async function consistencyProof(tree: Tree, first: number, size: number): Promise<Bytes[]> {
  const within = async (from: number, to: number, isWhole: boolean): Promise<Bytes[]> => {
    if (first === to) return isWhole ? [] : [await rangeHash(tree, from, to)];
    const middle = from + splitOf(to - from);
    return first <= middle
      ? [...(await within(from, middle, isWhole)), await rangeHash(tree, middle, to)]
      : [...(await within(middle, to, false)), await rangeHash(tree, from, middle)];
  };
  return first === 0 || first === size ? [] : within(0, size, true);
}

const isOdd = (n: number) => n % 2 === 1;
const half = (n: number) => Math.floor(n / 2);

export type Inclusion = {
  index: number;
  size: number;
  leaf: Uint8Array;
  path: readonly Uint8Array[];
  root: Uint8Array;
};

/** Returns whether the leaf with this hash is at `index` of the tree with this size and root. */
export async function isIncluded(hash: Hash, of: Inclusion): Promise<boolean> {
  if (of.index < 0 || of.index >= of.size) return false;
  let [at, last] = [of.index, of.size - 1];
  let found = of.leaf;
  for (const neighbour of of.path) {
    if (last === 0) return false;
    if (isOdd(at) || at === last) {
      found = await nodeHash(hash, neighbour, found);
      while (!isOdd(at) && at !== 0) [at, last] = [half(at), half(last)];
    } else found = await nodeHash(hash, found, neighbour);
    [at, last] = [half(at), half(last)];
  }
  return last === 0 && isEqual(found, of.root);
}

export type Head = { size: number; root: Uint8Array };

/** Returns whether the tree of `after` begins with all leaves of `before`, by this proof. */
export async function isConsistent(
  hash: Hash,
  before: Head,
  after: Head,
  path: readonly Uint8Array[],
): Promise<boolean> {
  if (before.size > after.size) return false;
  if (before.size === after.size) return path.length === 0 && isEqual(before.root, after.root);
  if (before.size === 0) {
    return path.length === 0 && isEqual(before.root, await hash(new Uint8Array()));
  }
  const isWhole = Number.isInteger(Math.log2(before.size));
  const [start, ...rest] = isWhole ? [before.root, ...path] : path;
  if (!start) return false;
  let [at, last] = [before.size - 1, after.size - 1];
  while (isOdd(at)) [at, last] = [half(at), half(last)];
  let [older, newer] = [start, start];
  for (const neighbour of rest) {
    if (last === 0) return false;
    if (isOdd(at) || at === last) {
      older = await nodeHash(hash, neighbour, older);
      newer = await nodeHash(hash, neighbour, newer);
      while (!isOdd(at) && at !== 0) [at, last] = [half(at), half(last)];
    } else newer = await nodeHash(hash, newer, neighbour);
    [at, last] = [half(at), half(last)];
  }
  return last === 0 && isEqual(older, before.root) && isEqual(newer, after.root);
}
