// Tests of the proof log's calculations: the published vectors of RFC 6962 and signed notes, random
// proofs of inclusion and consistency, tiles, bundles and checkpoints.
import { createHash, generateKeyPairSync, sign, verify, createPublicKey } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type Bytes, bytesOf, type Crypto, fromBase64, hexOf, joined } from './bytes.ts';
import {
  consistencyProof,
  inclusionProof,
  isConsistent,
  isIncluded,
  leafHash,
  nodeHash,
  rootOf,
  type Tree,
} from './merkle.ts';
import { checkpointText, keyIn, keyText, noteKeyOf, openCheckpoint, signedNote } from './note.ts';
import {
  bundleOf,
  entriesIn,
  tileAt,
  tilePath,
  tilesOf,
  treeOfTiles,
  foldOf,
  type ReadTile,
  TILE_WIDTH,
} from './tiles.ts';

const sha256 = (bytes: Uint8Array): Bytes =>
  new Uint8Array(createHash('sha256').update(bytes).digest());
const SPKI = Buffer.from('302a300506032b6570032100', 'hex');
const crypto: Crypto = {
  sha256,
  verifyEd25519(key, message, signature) {
    const der = Buffer.concat([SPKI, key]);
    return verify(
      null,
      message,
      createPublicKey({ key: der, format: 'der', type: 'spki' }),
      signature,
    );
  },
};
const hex = (text: string) => new Uint8Array(Buffer.from(text, 'hex'));

/** The hash over leaves by the definition in RFC 6962, section 2.1, without any shortcut. */
function plainRoot(leaves: readonly Uint8Array[]): Bytes {
  if (leaves.length === 0) return sha256(new Uint8Array());
  if (leaves.length === 1) return leafHash(sha256, leaves[0]!) as Bytes;
  let middle = 1;
  while (middle * 2 < leaves.length) middle *= 2;
  const [left, right] = [plainRoot(leaves.slice(0, middle)), plainRoot(leaves.slice(middle))];
  return nodeHash(sha256, left, right) as Bytes;
}

const plainTree = (leaves: readonly Uint8Array[]): Tree => ({
  hash: sha256,
  node: (level, index) => plainRoot(leaves.slice(index * 2 ** level, (index + 1) * 2 ** level)),
});

/** Leaves and roots that every implementation of Certificate Transparency is tested with. */
const vectors = {
  leaves: ['', '00', '10', '2021', '3031', '40414243', '5051525354555657']
    .concat('606162636465666768696a6b6c6d6e6f')
    .map(hex),
  roots: [
    'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855',
    '6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d',
    'fac54203e7cc696cf0dfcb42c92a1d9dbaf70ad9e621f4bd8d98662f00e3c125',
    'aeb6bcfe274b70a14fb067a5e5578264db0fa9b51af5e0ba159158f329e06e77',
    'd37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7',
    '4e3bbb1f7b478dcfe71fb631631519a3bca12c9aefca1612bfce4c13a86264d4',
    '76e67dadbcdf1e10e1b74ddc608abd2f98dfb16fbce75277b5232a127f2087ef',
    'ddb89be403809e325750d3d263cd78929c2942b7942a34b77e122c9594a74c8c',
    '5dc9da79a70659a9ad559cb701ded9a2ab9d823aad2f4960cfe370eff4604328',
  ],
};

describe('the tree of RFC 6962', () => {
  test.each(vectors.roots.map((root, size) => ({ root, size })))(
    'has the published root for $size leaves',
    async ({ root, size }) => {
      expect(hexOf(await rootOf(plainTree(vectors.leaves), size))).toBe(root);
    },
  );

  test('gives the published paths of inclusion and consistency', async () => {
    const tree = plainTree(vectors.leaves);
    const path = async (index: number, size: number) =>
      (await inclusionProof(tree, index, size)).map(hexOf);
    expect(await path(5, 8)).toEqual([
      'bc1a0643b12e4d2d7c77918f44e0f4f79a838b6cf9ec5b5c283e1f4d88599e6b',
      'ca854ea128ed050b41b35ffc1b87b8eb2bde461e9e3b5596ece6b9d5975a0ae0',
      'd37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7',
    ]);
    expect((await consistencyProof(tree, 1, 8)).map(hexOf)).toEqual([
      '96a296d224f285c67bee93c30f8a309157f0daa35dc5b87e410b78630a09cfc7',
      '5f083f0a1a33ca076a95279832580db3e0ef4584bdff1f54c8a360f50de3031e',
      '6b47aaf29ee3c2af9af889bc1fb9254dabd31177f16232dd6aab035ca39bf6e4',
    ]);
  });
});

const leavesOf = (count: number) => Array.from({ length: count }, (_, at) => bytesOf(`leaf ${at}`));
const flipped = (bytes: Bytes, at: number): Bytes =>
  bytes.map((byte, place) => (place === at % bytes.length ? byte ^ 1 : byte));
const size = fc.integer({ min: 1, max: 70 });

test('a proof of inclusion holds for its leaf, place, size and root only', async () => {
  await fc.assert(
    fc.asyncProperty(size, fc.nat(), fc.nat(), async (count, place, at) => {
      const leaves = leavesOf(count);
      const tree = plainTree(leaves);
      const index = place % count;
      const of = {
        index,
        size: count,
        root: plainRoot(leaves),
        leaf: sha256(joined(Uint8Array.of(0), leaves[index]!)),
        path: await inclusionProof(tree, index, count),
      };
      const holds = (changed: Partial<typeof of>) => isIncluded(sha256, { ...of, ...changed });
      expect(await holds({})).toBe(true);
      expect(await holds({ leaf: flipped(of.leaf, at) })).toBe(false);
      expect(await holds({ root: flipped(of.root, at) })).toBe(false);
      expect(await holds({ index: count })).toBe(false);
      expect(await holds({ path: [...of.path, of.leaf] })).toBe(false);
      if (count === 1) return;
      expect(await holds({ index: (index + 1) % count })).toBe(false);
      const which = at % of.path.length;
      const path = of.path.map((one, k) => (k === which ? flipped(one, at) : one));
      expect(await holds({ path })).toBe(false);
      expect(await holds({ path: of.path.slice(1) })).toBe(false);
    }),
    { numRuns: 200 },
  );
});

test('a proof of consistency holds for a tree that only grew', async () => {
  await fc.assert(
    fc.asyncProperty(size, size, fc.nat(), async (one, other, at) => {
      const [first, count] = one < other ? [one, other] : [other, one];
      const leaves = leavesOf(count);
      const path = await consistencyProof(plainTree(leaves), first, count);
      const before = { size: first, root: plainRoot(leaves.slice(0, first)) };
      const after = { size: count, root: plainRoot(leaves) };
      expect(await isConsistent(sha256, before, after, path)).toBe(true);
      const changed = leaves.map((leaf, k) => (k === at % first ? flipped(leaf, at) : leaf));
      const forged = { size: count, root: plainRoot(changed) };
      const theirs = await consistencyProof(plainTree(changed), first, count);
      expect(await isConsistent(sha256, before, forged, theirs)).toBe(false);
      expect(await isConsistent(sha256, after, before, path)).toBe(first === count);
      const empty = { size: 0, root: sha256(new Uint8Array()) };
      expect(await isConsistent(sha256, empty, after, [])).toBe(true);
      expect(await isConsistent(sha256, { ...empty, root: after.root }, after, [])).toBe(false);
    }),
    { numRuns: 200 },
  );
});

describe('tiles', () => {
  test('have the addresses of the specification, each only one', () => {
    const tile = { level: 2, index: 1_234_067, width: 17 } as const;
    expect(tilePath(tile)).toBe('tile/2/x001/x234/067.p/17');
    expect(tileAt('tile/2/x001/x234/067.p/17')).toEqual(tile);
    expect(tileAt('tile/entries/000')).toEqual({ level: 'entries', index: 0, width: TILE_WIDTH });
    const none = ['tile/64/000', 'tile/00/000', 'tile/0/0', 'tile/0/x000/001', 'tile/0/000.p/256'];
    none.push('tile/0/000.p/0', 'tile/0/000.p/01', 'tile/0/001/x002', 'tile/0/000/', 'tile/x/000');
    for (const path of none) expect(tileAt(path), path).toBeNull();
  });

  test('a tree of 70,000 has the tiles that the specification lists', () => {
    const widths = (level: number) => tilesOf(level, 70_000).map(({ width }) => width);
    expect(widths(0)).toEqual([...Array<number>(273).fill(256), 112]);
    expect(widths(1)).toEqual([256, 17]);
    expect(widths(2)).toEqual([1]);
    expect(widths(3)).toEqual([]);
    expect(tilesOf(1, 256)).toEqual([{ index: 0, width: 1 }]);
  });

  test('give the same roots and proofs as the leaves themselves', async () => {
    const count = 700;
    const leaves = leavesOf(count);
    const hashes = leaves.map((leaf) => leafHash(sha256, leaf) as Bytes);
    const read: ReadTile = async ({ level, index, width }) => {
      const row = (at: number) => joined(...hashes.slice(at * 256, at * 256 + 256));
      if (level === 0) return joined(...hashes.slice(index * 256, index * 256 + width));
      return joined(...(await Promise.all([0, 1].map((at) => foldOf(sha256, row(at))))));
    };
    const tree = treeOfTiles(sha256, count, read);
    expect(hexOf(await rootOf(tree, count))).toBe(hexOf(plainRoot(leaves)));
    const path = await inclusionProof(tree, 300, count);
    expect(path).toEqual(await inclusionProof(plainTree(leaves), 300, count));
    const grown = await consistencyProof(tree, 259, count);
    expect(grown).toEqual(await consistencyProof(plainTree(leaves), 259, count));
  });

  test('entries are read back from a bundle, and from nothing else', () => {
    const entries = [bytesOf('a'), new Uint8Array(), bytesOf('b'.repeat(300))];
    const bundle = bundleOf(entries);
    expect(bundle.slice(0, 5)).toEqual(Uint8Array.of(0, 1, 97, 0, 0));
    expect(entriesIn(bundle, 3)).toEqual(entries);
    expect(entriesIn(bundle, 2)).toBeNull();
    expect(entriesIn(bundle.slice(0, -1), 3)).toBeNull();
    expect(() => bundleOf([new Uint8Array(70_000)])).toThrow('too long');
  });
});

describe('signed notes', () => {
  /** Key and signature of the example in the documentation of Go's package note. */
  const example = {
    key: 'PeterNeumann+c74f20a3+ARpc2QcUPDhMQegwxbzhKqiBfsVkmqq/LDE4izWy10TW',
    text:
      'If you think cryptography is the answer to your problem,\n' +
      "then you don't know what your problem is.\n",
    signature:
      'x08go/ZJkuBS9UG/SffcvIAQxVBtiFupLLr8pAcElZInNIuGUgYN1FFYC2pZSNXgKvqfqdngotpRZb6KE6Ry' +
      'yBwJnAM=',
  };

  test('a published key is read, and its signature verified', async () => {
    const key = (await keyIn(crypto, example.key))!;
    expect(keyText(key)).toBe(example.key);
    const bytes = fromBase64(example.signature)!;
    expect(hexOf(bytes.slice(0, 4))).toBe('c74f20a3');
    expect(crypto.verifyEd25519(key.key, bytesOf(example.text), bytes.slice(4))).toBe(true);
    for (const wrong of [example.key.replace('c7', 'c8'), 'x+y', '', `${example.key}=`]) {
      expect(await keyIn(crypto, wrong)).toBeNull();
    }
  });

  test('a checkpoint is opened with its own key and beside other signatures', async () => {
    const { privateKey, publicKey } = generateKeyPairSync('ed25519');
    const raw = publicKey.export({ format: 'der', type: 'spki' }).subarray(SPKI.length);
    const key = await noteKeyOf(crypto, 'log.example/log', new Uint8Array(raw));
    const checkpoint = { origin: key.name, size: 20_852_163, root: sha256(bytesOf('root')) };
    const text = checkpointText(checkpoint);
    const note = signedNote(text, key, sign(null, Buffer.from(text), privateKey));
    expect(await openCheckpoint(crypto, note, key)).toEqual(checkpoint);
    const witnessed = `${note}— witness.example/w1 jWbPPwAAAABkGFDLEZMHwSRaJNiIDoe9\n`;
    expect(await openCheckpoint(crypto, witnessed, key)).toEqual(checkpoint);
    const other = await noteKeyOf(crypto, 'log.example/other', key.key);
    const stranger = await noteKeyOf(crypto, key.name, sha256(bytesOf('another key')));
    for (const wrong of [other, stranger]) {
      expect(await openCheckpoint(crypto, note, wrong)).toBeNull();
    }
    for (const [from, to] of [
      ['20852163', '20852164'],
      ['20852163', '020852163'],
      [key.name, 'log.example/other'],
      ['\n\n', '\n'],
    ] as const) {
      expect(await openCheckpoint(crypto, note.replace(from, to), key), to).toBeNull();
    }
  });
});
