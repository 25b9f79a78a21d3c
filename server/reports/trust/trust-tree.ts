// The tree of hashes over the members' lines of a trust report.
import { createHash } from 'node:crypto';
import { add, type Money } from '#contract/core/money.ts';
import {
  leafText,
  nodeText,
  type ProofLine,
  type ProofNode,
  type ProofStep,
} from '#contract/reports/trust/proof.ts';

export const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');

export type Leaf = { memberId: number; amount: Money; salt: string };
export type Tree = {
  /** The leaves in the order of the tree, which is that of their hashes and so random. */
  leaves: Leaf[];
  /** Levels from the leaves to the root; a node without a neighbour is taken up unchanged. */
  levels: ProofNode[][];
};

const lineOf = (month: string, { memberId, amount, salt }: Leaf): ProofLine => ({
  month,
  memberId: `${memberId}`,
  amount,
  salt,
});

/** Builds the tree of a month (`2026-10`). */
export function treeOf(month: string, lines: readonly Leaf[]): Tree {
  const hashed = lines
    .map((leaf) => ({ leaf, hash: sha256(leafText(lineOf(month, leaf))) }))
    .toSorted((a, b) => (a.hash < b.hash ? -1 : 1));
  let level: ProofNode[] = hashed.map(({ leaf, hash }) => ({ hash, sum: leaf.amount }));
  const levels = [level];
  while (level.length > 1) {
    const below = level;
    level = below.flatMap((left, at) => {
      if (at % 2 === 1) return [];
      const right = below[at + 1];
      if (!right) return [left];
      return [{ hash: sha256(nodeText(left, right)), sum: add(left.sum, right.sum) }];
    });
    levels.push(level);
  }
  return { leaves: hashed.map(({ leaf }) => leaf), levels };
}

/** Hash at the root; of an empty text if there is no line. */
export const rootOf = ({ levels }: Tree): string => levels.at(-1)?.[0]?.hash ?? sha256('');

/** Places of the neighbours of a leaf, level by level; some of them may not exist. */
export function neighboursOf(
  place: number,
  height: number,
): { level: number; place: number; side: ProofStep['side'] }[] {
  return Array.from({ length: height }, (_, level) => {
    const own = Math.floor(place / 2 ** level);
    return own % 2 === 0
      ? { level, place: own + 1, side: 'right' }
      : { level, place: own - 1, side: 'left' };
  });
}
