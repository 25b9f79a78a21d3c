// Tests of the tree over the members' lines: each line is proven, and no changed line is.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { money, sum } from '#contract/core/money.ts';
import { isProven, type ProofStep } from '#contract/reports/trust/proof.ts';
import { type Leaf, neighboursOf, rootOf, sha256, treeOf } from './trust-tree.ts';

const MONTH = '2026-10';
const hash = (text: string) => Promise.resolve(sha256(text));
const leaves = fc
  .array(fc.integer({ min: 1, max: 5_000_000 }), { minLength: 1, maxLength: 70 })
  .map((amounts) =>
    amounts.map((amount, at): Leaf => ({
      memberId: at + 1,
      amount: money(amount),
      salt: sha256(`salt ${at}`).slice(0, 32),
    })),
  );

/** The proof of the leaf at a place, read as the server reads it from its rows. */
function proofAt(tree: ReturnType<typeof treeOf>, place: number) {
  const { memberId, amount, salt } = tree.leaves[place]!;
  const path = neighboursOf(place, tree.levels.length - 1).flatMap(
    ({ level, place: at, side }): ProofStep[] => {
      const node = tree.levels[level]![at];
      return node ? [{ ...node, side }] : [];
    },
  );
  return { line: { month: MONTH, memberId: `${memberId}`, amount, salt }, path };
}

test('every line is part of the root, whose sum is that of all lines', async () => {
  await fc.assert(
    fc.asyncProperty(leaves, async (lines) => {
      const tree = treeOf(MONTH, lines);
      const root = { hash: rootOf(tree), sum: sum(lines.map(({ amount }) => amount)) };
      expect(tree.levels.at(-1)).toEqual([root]);
      for (const place of lines.keys()) {
        const { line, path } = proofAt(tree, place);
        expect(await isProven(line, path, root, hash)).toBe(true);
      }
    }),
  );
});

test('nothing is proven with another amount, member, month, salt, sum or neighbour', async () => {
  await fc.assert(
    fc.asyncProperty(leaves, fc.nat(), async (lines, at) => {
      const tree = treeOf(MONTH, lines);
      const root = { hash: rootOf(tree), sum: sum(lines.map(({ amount }) => amount)) };
      const { line, path } = proofAt(tree, at % lines.length);
      const more = money(line.amount + 1);
      const wrong = [
        isProven({ ...line, amount: more }, path, root, hash),
        isProven({ ...line, memberId: '999' }, path, root, hash),
        isProven({ ...line, month: '2026-11' }, path, root, hash),
        isProven({ ...line, salt: `${line.salt}0` }, path, root, hash),
        isProven(line, path, { ...root, sum: money(root.sum + 1) }, hash),
        isProven(line, path, { ...root, hash: sha256('') }, hash),
      ];
      for (const [step, one] of path.entries()) {
        const other = { ...one, sum: money(one.sum + 1) };
        const negative = { ...one, sum: money(-one.sum) };
        wrong.push(isProven(line, path.with(step, other), root, hash));
        wrong.push(isProven(line, path.with(step, negative), root, hash));
      }
      expect((await Promise.all(wrong)).some(Boolean)).toBe(false);
    }),
  );
});

test('a month without members has a root of nothing', () => {
  expect(rootOf(treeOf(MONTH, []))).toBe(sha256(''));
});
