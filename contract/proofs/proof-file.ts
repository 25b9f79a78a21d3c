// The file with which an investor proves an order: the leaves of order and case with openings and
// neighbours, and a signed checkpoint. It is verified without the server.
import { z } from 'zod';
import { bytesOf, type Crypto, fromBase64, hexOf } from './bytes.ts';
import { type CaseKind, leafIn, openingIn, type Opening } from './leaf.ts';
import { cosignersOf, type Quorum, quorumKeys } from './cosignature.ts';
import { isIncluded, leafHash } from './merkle.ts';
import { type Checkpoint, keyIn, openCheckpoint } from './note.ts';

export const PROOF_FORMAT = 'baixi log proof 1';

const provenLeaf = z.strictObject({
  index: z.int().min(0),
  /** The line of the log. */
  leaf: z.string(),
  opening: z.string(),
  /** Neighbours up to the root, in base64. */
  path: z.array(z.base64()).max(64),
});
export const orderProofSchema = z.strictObject({
  format: z.literal(PROOF_FORMAT),
  /** Text of the key that has signed the checkpoint; a reader compares it with their own. */
  key: z.string(),
  checkpoint: z.string(),
  /** The order's leaf, and those of its case. */
  leaves: z.array(provenLeaf).min(1).max(100),
});
export type OrderProof = z.output<typeof orderProofSchema>;

/** Why a proof is refused. */
export type ProofFault =
  | 'format'
  | 'key'
  | 'signature'
  | 'witness_key'
  | 'witnesses'
  | 'leaf'
  | 'commitment'
  | 'inclusion'
  | 'case';
export type ProvenFact = { index: number; on: string; opening: Opening };
export type ProofResult =
  | { fault: ProofFault }
  | {
      fault: null;
      checkpoint: Checkpoint;
      cosigners: string[];
      facts: ProvenFact[];
      /** What precedes the facts in every case and is not in the file, perhaps taken out of it. */
      missing: CaseKind[];
    };

function proofIn(text: string): OrderProof | null {
  try {
    return orderProofSchema.safeParse(JSON.parse(text)).data ?? null;
  } catch {
    return null;
  }
}

type Proven = OrderProof['leaves'][number];

async function factOf(
  crypto: Crypto,
  { size, root }: Checkpoint,
  { index, leaf: line, opening: opened, path }: Proven,
): Promise<ProofFault | ProvenFact> {
  const [leaf, opening] = [leafIn(line), openingIn(opened)];
  if (!leaf || !opening || leaf.kind !== opening.kind) return 'leaf';
  const commitment = hexOf(await crypto.sha256(bytesOf(opened)));
  if (commitment !== leaf.commitment) return 'commitment';
  if (leaf.kind === 'contract' && opening.kind === 'contract' && leaf.sha256 !== opening.sha256)
    return 'leaf';
  const neighbours = path.map((one) => fromBase64(one));
  if (neighbours.some((one) => one?.length !== 32)) return 'inclusion';
  const found = await isIncluded(crypto.sha256, {
    index,
    size,
    root,
    leaf: await leafHash(crypto.sha256, bytesOf(line)),
    path: neighbours.map((one) => one!),
  });
  return found ? { index, on: leaf.on, opening } : 'inclusion';
}

/**
 * Returns what must have been logged before an order's leaf, or before its settlement, and is not
 * among the facts. A later disbursement or settlement cannot be missed: it may not have happened.
 */
function missingIn(facts: readonly ProvenFact[]): CaseKind[] {
  const kinds = new Set(facts.map(({ opening }) => opening.kind));
  const paidOut = kinds.has('settlement') || kinds.has('disbursement_return');
  const before = ['listing', 'confirmation', 'contract', ...(paidOut ? ['disbursement'] : [])];
  return (before as CaseKind[]).filter((kind) => !kinds.has(kind));
}

/**
 * Verifies the text of a proof file with the text of the log's key, which the reader must have from
 * somewhere else than the file. With a quorum, as many of its witnesses must have cosigned the
 * checkpoint. Returns the facts that it proves, the order's first, and what is missing among them.
 */
export async function verifyProof(
  crypto: Crypto,
  text: string,
  trusted: string,
  quorum: Quorum = { witnesses: [], atLeast: 0 },
): Promise<ProofResult> {
  const key = await keyIn(crypto, trusted.trim());
  if (!key) return { fault: 'key' };
  const witnesses = await quorumKeys(crypto, quorum);
  if (!witnesses) return { fault: 'witness_key' };
  const proof = proofIn(text);
  if (!proof) return { fault: 'format' };
  const checkpoint = await openCheckpoint(crypto, proof.checkpoint, key);
  if (!checkpoint) return { fault: 'signature' };
  const cosigners = await cosignersOf(crypto, proof.checkpoint, witnesses);
  if (cosigners.length < quorum.atLeast) return { fault: 'witnesses' };
  const facts: ProvenFact[] = [];
  for (const one of proof.leaves) {
    const fact = await factOf(crypto, checkpoint, one);
    if (typeof fact === 'string') return { fault: fact };
    facts.push(fact);
  }
  const orders = facts.filter(({ opening }) => opening.kind === 'order');
  const cases = new Set(facts.map(({ opening }) => opening.case));
  // Facts of another case would prove nothing about this order.
  if (orders.length !== 1 || cases.size !== 1) return { fault: 'case' };
  return { fault: null, checkpoint, cosigners, facts, missing: missingIn(facts) };
}
