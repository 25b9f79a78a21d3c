// SHA-256 and Ed25519 of the server, and the signature on a checkpoint.
import { type KeyObject, createHash, sign, verify } from 'node:crypto';
import type { Bytes, Crypto } from '#contract/proofs/bytes.ts';
import {
  type Checkpoint,
  checkpointText,
  type NoteKey,
  noteKeyOf,
  signedNote,
} from '#contract/proofs/note.ts';
import type { Config } from '../config/config.ts';
import { publicKey, publicKeyText, signingKey } from '../chains/heads.ts';

export const sha256 = (bytes: Uint8Array): Bytes =>
  new Uint8Array(createHash('sha256').update(bytes).digest());

export const nodeCrypto: Crypto = {
  sha256,
  verifyEd25519: (key, message, signature) =>
    verify(null, message, publicKey(Buffer.from(key).toString('base64')), signature),
};

export type Signer = NoteKey & { signing: KeyObject };

/**
 * Returns the key of the log. Its name is the address of the log without the scheme, as
 * c2sp.org/tlog-tiles recommends.
 */
export async function signerOf(config: Pick<Config, 'proofKey' | 'publicUrl'>): Promise<Signer> {
  const origin = `${new URL(config.publicUrl).host}/log`;
  const signing = signingKey(config.proofKey);
  const bytes = new Uint8Array(Buffer.from(publicKeyText(signing), 'base64'));
  return { ...(await noteKeyOf(nodeCrypto, origin, bytes)), signing };
}

export function signCheckpoint(checkpoint: Omit<Checkpoint, 'origin'>, signer: Signer): string {
  const text = checkpointText({ ...checkpoint, origin: signer.name });
  return signedNote(text, signer, sign(null, Buffer.from(text), signer.signing));
}
