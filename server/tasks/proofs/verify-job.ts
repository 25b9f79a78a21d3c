// Job that carries out the verification that an operator has asked for, and signs the result.
import type { Services } from '../../services.ts';
import type { Due } from '../../jobs/job.ts';
import { chainNames } from '../../chains/chain.ts';
import { lastHead, signHeads, signingKey } from '../../chains/heads.ts';
import { signProof } from '../../chains/proof-file.ts';
import { db } from '../../database/db.ts';
import { proveAndKeep } from '../audit.ts';
import { beginVerification, endVerification, pendingVerification } from './verification-queries.ts';

/** A worker that has not ended after this time was killed, and another one begins again. */
const TAKEOVER_MINUTES = 30;

export const verificationDue: Due = ({ realNow }) => [
  pendingVerification(realNow, TAKEOVER_MINUTES),
];

/**
 * Verifies both chains and the signed heads if an operator has asked for it. The heads are signed
 * first, so that the proof names the newest rows.
 */
export async function verifyOnRequest(services: Services): Promise<void> {
  const tx = db(services.pool);
  const { clock } = services;
  const begun = await beginVerification(tx, clock.realNow(), TAKEOVER_MINUTES);
  if (!begun) return;
  try {
    const proof = await signedProof(services);
    await endVerification(tx, begun.id, clock.realNow(), { proof });
  } catch (error) {
    const failure = String(error).slice(0, 500);
    await endVerification(tx, begun.id, clock.realNow(), { failure });
    throw error;
  }
}

async function signedProof(services: Services) {
  const { file, key } = services.config.heads;
  const signing = signingKey(key);
  await signHeads(services, { betweenMs: 0 });
  const heads = new Map(chainNames.map((chain) => [chain, lastHead(file, chain, signing)]));
  const proofs = await proveAndKeep(services);
  const chains = chainNames.map((chain) => {
    const { rows, broken } = proofs[chain];
    return { chain, rows, broken, head: headOf(heads.get(chain) ?? null) };
  });
  const { at, rows, broken } = proofs.heads;
  return signProof(at, { chains, heads: { rows, broken } }, signing);
}

const headOf = (head: ReturnType<typeof lastHead>) =>
  head && {
    position: head.position,
    hash: head.hash,
    at: head.at,
    signature: head.signature,
  };
