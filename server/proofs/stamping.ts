// Nightly timestamp (RFC 3161) over the newest checkpoint, so that the log cannot be made anew with
// an earlier date.
import type { Services } from '../services.ts';
import { db } from '../database/db.ts';
import { insertStamp, newestCheckpoint, newestStamp } from './log-queries.ts';

/**
 * Stamps the newest checkpoint if no timestamp covers it. Does nothing without an authority; throws
 * TimestampUnavailable if the authority does not answer, and the next night is the next try.
 */
export async function stampCheckpoint({ pool, timestamps }: Services): Promise<void> {
  if (!timestamps) return;
  const tx = db(pool);
  const checkpoint = await newestCheckpoint(tx);
  if (!checkpoint) return;
  const before = await newestStamp(tx);
  if (before?.checkpointId === checkpoint.id) return;
  const { token, at, until } = await timestamps.stamp(Buffer.from(checkpoint.note));
  await insertStamp(tx, { checkpointId: checkpoint.id, token, at, until });
}
