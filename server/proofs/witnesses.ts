// Sends each new checkpoint to the configured witnesses (c2sp.org/tlog-witness) and stores their
// cosignatures, with which it is served. Nothing waits for a witness that is away.
import { base64Of } from '#contract/proofs/bytes.ts';
import { isCosignature, witnessKeyIn } from '#contract/proofs/cosignature.ts';
import { consistencyProof } from '#contract/proofs/merkle.ts';
import { keyId, type NoteKey, noteParts } from '#contract/proofs/note.ts';
import { treeOfTiles } from '#contract/proofs/tiles.ts';
import type { Services } from '../services.ts';
import type { WitnessSetting } from '../config/witness-settings.ts';
import { db, type Tx } from '../database/db.ts';
import { tilesIn } from './log.ts';
import { type CheckpointRow, newestCheckpoint } from './log-queries.ts';
import { nodeCrypto, sha256 } from './note-signing.ts';
import { insertCosignature, lastCosigned } from './witness-queries.ts';

const CONFLICT = 409;
const TOO_MANY = 429;
const SERVER_FAULT = 500;

/** Returns the body of add-checkpoint: the size that the witness knows, the proof, the note. */
async function requestBody(tx: Tx, old: number, { size, note }: CheckpointRow): Promise<string> {
  const tree = treeOfTiles(sha256, size, tilesIn(tx));
  const proof = await consistencyProof(tree, old, size);
  return `old ${old}\n${proof.map((hash) => `${base64Of(hash)}\n`).join('')}\n${note}`;
}

/** Returns the size in an answer of 409; null if it has none that the log ever had. */
function sizeIn(answer: string, { size }: CheckpointRow): number | null {
  const known = /^(?:0|[1-9]\d{0,14})\n$/.test(answer) ? Number(answer) : null;
  return known !== null && known <= size ? known : null;
}

/** Returns the answer to a checkpoint. A witness that knows another size is asked once more. */
async function submit(
  { webhooks }: Services,
  tx: Tx,
  { url, old, checkpoint }: { url: string; old: number; checkpoint: CheckpointRow },
) {
  const send = async (from: number) =>
    webhooks.send({
      url: `${url}/add-checkpoint`,
      headers: { 'content-type': 'text/plain; charset=utf-8' },
      body: await requestBody(tx, from, checkpoint),
    });
  const first = await send(old);
  const known = first.status === CONFLICT ? sizeIn(first.answer, checkpoint) : null;
  return known === null || known === old ? first : send(known);
}

async function validLine(text: string, answer: string, key: NoteKey): Promise<string | null> {
  for (const line of answer.split('\n')) {
    if (await isCosignature(nodeCrypto, { text, line, key })) return line;
  }
  return null;
}

/**
 * Has one witness cosign the newest checkpoint, unless it already has. Returns why it refused, for
 * people; null if it cosigned, or is away and will be asked again.
 */
async function cosignBy(
  services: Services,
  witness: WitnessSetting,
  checkpoint: CheckpointRow,
): Promise<string | null> {
  const tx = db(services.pool);
  const key = await witnessKeyIn(nodeCrypto, witness.key);
  const parts = noteParts(checkpoint.note);
  if (!key || !parts) throw new Error('a checked key or an own note cannot be read');
  const last = await lastCosigned(tx, keyId(key));
  if (last?.checkpointId === checkpoint.id) return null;
  const of = { url: witness.url, old: last?.size ?? 0, checkpoint };
  const { status, failure, answer } = await submit(services, tx, of);
  if (status === null || status === TOO_MANY || status >= SERVER_FAULT) {
    services.log.warn({ witness: key.name, status, failure }, 'a witness did not answer');
    return null;
  }
  if (status !== 200) return `${key.name} refused the checkpoint with ${status}`;
  const line = await validLine(parts.text, answer, key);
  if (line === null) return `${key.name} answered without a valid cosignature`;
  const row = { checkpointId: checkpoint.id, witness: keyId(key), line };
  await insertCosignature(tx, row, services.clock.realNow());
  return null;
}

/** Asks all witnesses at once; throws if one of them refuses, so that the job counts as failed. */
export async function cosign(services: Services): Promise<void> {
  const { witnesses } = services.config;
  const checkpoint = witnesses.length > 0 ? await newestCheckpoint(db(services.pool)) : null;
  if (!checkpoint) return;
  const asked = witnesses.map((witness) => cosignBy(services, witness, checkpoint));
  const refusals = (await Promise.all(asked)).filter((why) => why !== null);
  if (refusals.length > 0) throw new Error(refusals.join('; '));
}
