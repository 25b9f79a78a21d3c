// Entry point of the proof log: its calls, the hook by which loans write their leaves, and what is
// served below /log/.
import { base64Of } from '#contract/proofs/bytes.ts';
import type { proofs } from '#contract/proofs/calls.ts';
import { inclusionProof } from '#contract/proofs/merkle.ts';
import { witnessKeyIn } from '#contract/proofs/cosignature.ts';
import { keyId, keyText } from '#contract/proofs/note.ts';
import { type OrderProof, PROOF_FORMAT } from '#contract/proofs/proof-file.ts';
import { orderNoOf } from '#contract/investing/order-number.ts';
import { treeOfTiles } from '#contract/proofs/tiles.ts';
import { Refusal } from '#contract/refusals.ts';
import type { Actions } from '../call.ts';
import type { Services } from '../services.ts';
import type { Tx } from '../database/db.ts';
import { cosignedNote, tilesIn } from './log.ts';
import { newestCheckpoint, newestStamp } from './log-queries.ts';
import { nodeCrypto, sha256, signerOf } from './note-signing.ts';
import { eventsOf, orderOfMember, provenLeaves } from './order-queries.ts';
import { lastCosigned } from './witness-queries.ts';

async function ownOrder(tx: Tx, orderId: number, memberId: number) {
  const order = await orderOfMember(tx, orderId, memberId);
  if (!order) throw new Refusal('ORDER_NOT_FOUND');
  return order;
}

const keyOfLog = async ({ config }: Services) => keyText(await signerOf(config));

async function witnessesOf(tx: Tx, { config }: Services) {
  return Promise.all(
    config.witnesses.map(async ({ key: text }) => {
      const key = await witnessKeyIn(nodeCrypto, text);
      const last = key && (await lastCosigned(tx, keyId(key)));
      return { key: text, cosignedAt: last?.at ?? null };
    }),
  );
}

/** Returns the proof of an order; refuses PROOF_PENDING until a checkpoint contains its leaf. */
async function proofOf(
  tx: Tx,
  services: Services,
  order: { id: number; loanId: number },
): Promise<OrderProof> {
  const checkpoint = await newestCheckpoint(tx);
  // A checkpoint may be older than the newest leaves, because both are read one after the other.
  const rows = (await provenLeaves(tx, order)).filter(
    ({ index }) => checkpoint && index < checkpoint.size,
  );
  if (!checkpoint || rows[0]?.kind !== 'order') throw new Refusal('PROOF_PENDING');
  const tree = treeOfTiles(sha256, checkpoint.size, tilesIn(tx));
  const leaves: OrderProof['leaves'] = [];
  for (const { index, leaf, opening } of rows) {
    const path = await inclusionProof(tree, index, checkpoint.size);
    leaves.push({ index, leaf, opening, path: path.map(base64Of) });
  }
  const key = await keyOfLog(services);
  return { format: PROOF_FORMAT, key, checkpoint: await cosignedNote(tx, checkpoint), leaves };
}

export const proofsActions: Actions<{ proofs: typeof proofs }>['proofs'] = {
  async proofLog({ tx, services }) {
    const checkpoint = await newestCheckpoint(tx);
    const stamp = await newestStamp(tx);
    return {
      data: {
        key: await keyOfLog(services),
        size: checkpoint?.size ?? 0,
        signedAt: checkpoint?.signedAt ?? null,
        stampedAt: stamp?.stampedAt ?? null,
        witnesses: await witnessesOf(tx, services),
      },
    };
  },

  async orderLog({ tx, member }, { invest_id: id }) {
    return { data: { leaves: await eventsOf(tx, await ownOrder(tx, id, member.id)) } };
  },

  async orderProof({ tx, services, member }, { invest_id: id }) {
    const proof = await proofOf(tx, services, await ownOrder(tx, id, member.id));
    return {
      contentType: 'application/json',
      filename: `出資證明-${orderNoOf(id)}.json`,
      bytes: new Uint8Array(Buffer.from(`${JSON.stringify(proof, null, 2)}\n`)),
    };
  },
};
