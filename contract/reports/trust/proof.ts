// Proof that a member's money is in the total of a month's trust report: a Merkle tree with sums.
import { add, type Money } from '../../core/money.ts';

/** A node of the tree: its hash in hexadecimal, and the NT$ of all members below it. */
export type ProofNode = { hash: string; sum: Money };
/** The neighbour on the way up, and on which side of the member's own branch it is. */
export type ProofStep = ProofNode & { side: 'left' | 'right' };

export type ProofLine = { month: string; memberId: string; salt: string; amount: Money };

/** Text of a member's line; nobody can guess it from the hash, because the salt is random. */
export const leafText = ({ month, memberId, salt, amount }: ProofLine): string =>
  `leaf:${month}:${memberId}:${salt}:${amount}`;

/** Text of a node; it contains both sums, so that no part of them can be changed afterwards. */
export const nodeText = (left: ProofNode, right: ProofNode): string =>
  `node:${left.sum}:${left.hash}:${right.sum}:${right.hash}`;

/**
 * Returns whether a line with these neighbours leads to the root, so that its amount is a part of
 * the root's sum. `hash` returns the SHA-256 of a text in hexadecimal. An amount below zero is
 * refused, because it could hide another member's money.
 */
export async function isProven(
  line: ProofLine,
  path: readonly ProofStep[],
  root: ProofNode,
  hash: (text: string) => Promise<string>,
): Promise<boolean> {
  let node: ProofNode = { hash: await hash(leafText(line)), sum: line.amount };
  for (const step of path) {
    if (step.sum < 0) return false;
    const [left, right] = step.side === 'left' ? [step, node] : [node, step];
    node = { hash: await hash(nodeText(left, right)), sum: add(left.sum, right.sum) };
  }
  return line.amount >= 0 && node.hash === root.hash && node.sum === root.sum;
}
