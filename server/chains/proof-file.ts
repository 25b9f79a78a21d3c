// Signing the result of a verification, and comparing such a proof with the chains and the heads.
import { type KeyObject, sign, verify } from 'node:crypto';
import { type ProofFile, proofFileSchema } from '#contract/tasks/proof-file.ts';
import { type Reader, chainNames, hashesAt } from './chain.ts';
import { headIn, headsIn, publicKeyText } from './heads.ts';

/** The signed text does not depend on the order of the fields in the file. */
function signedText({ at, chains, heads, publicKey }: Omit<ProofFile, 'signature'>): Buffer {
  const found = (broken: ProofFile['heads']['broken']) => [broken?.row ?? '', broken?.how ?? ''];
  const content = [
    at,
    chains.map(({ chain, rows, broken, head }) => [
      chain,
      rows,
      ...found(broken),
      head?.position ?? 0,
      head?.hash ?? '',
      head?.at ?? '',
      head?.signature ?? '',
    ]),
    [heads.rows, ...found(heads.broken)],
    publicKey,
  ];
  return Buffer.from(`baixi proof 1\n${JSON.stringify(content)}\n`);
}

export function signProof(
  at: Date,
  content: Pick<ProofFile, 'chains' | 'heads'>,
  key: KeyObject,
): ProofFile {
  const made = { format: 'baixi proof 1', at: at.toISOString() } as const;
  const proof = { ...made, ...content, publicKey: publicKeyText(key) };
  return { ...proof, signature: sign(null, signedText(proof), key).toString('base64') };
}

/**
 * Returns the proof in the text of a file; null if it is no proof, or if it or one of its heads is
 * not signed with this key.
 */
export function proofIn(text: string, key: KeyObject): ProofFile | null {
  let content: unknown;
  try {
    content = JSON.parse(text);
  } catch {
    return null;
  }
  const { data: proof } = proofFileSchema.safeParse(content);
  if (!proof || proof.publicKey !== publicKeyText(key)) return null;
  const signature = Buffer.from(proof.signature, 'base64');
  if (!verify(null, signedText(proof), key, signature)) return null;
  const isSigned = proof.chains.every(
    ({ chain, head }) => head === null || headIn(JSON.stringify({ chain, ...head }), key),
  );
  return isSigned ? proof : null;
}

export type Disagreement = { chain: 'audit' | 'ledger'; position: number; how: string };

/**
 * Compares the heads of a proof with the chains in the database. `how` is `cut` if the chain ends
 * before the head, or `rewritten` if it has another hash there.
 */
export function proofAgainstChains(read: Reader, proof: ProofFile): Promise<Disagreement[]> {
  return read(async (tx) => {
    const disagreements: Disagreement[] = [];
    for (const { chain, head } of proof.chains) {
      if (!head) continue;
      const [found] = await hashesAt(tx, chain, [head.position]);
      if (found?.hash === head.hash) continue;
      const how = found ? 'rewritten' : 'cut';
      disagreements.push({ chain, position: head.position, how });
    }
    return disagreements;
  });
}

/**
 * Compares the heads of a proof with a file of signed heads. `how` is `unlisted` if the file has no
 * line for the head, or `rewritten` if its line has another hash.
 */
export async function proofAgainstHeads(
  file: string,
  key: KeyObject,
  proof: ProofFile,
): Promise<Disagreement[]> {
  const known = new Map(chainNames.map((chain) => [chain, new Map<number, string>()]));
  for await (const text of headsIn(file)) {
    const head = headIn(text, key);
    if (head) known.get(head.chain)?.set(head.position, head.hash);
  }
  return proof.chains.flatMap(({ chain, head }) => {
    if (!head) return [];
    const hash = known.get(chain)?.get(head.position);
    if (hash === head.hash) return [];
    const how = hash === undefined ? 'unlisted' : 'rewritten';
    return [{ chain, position: head.position, how }];
  });
}
