// Commands are carried out once a key: the key is a row of the command's own transaction.
import { createHash } from 'node:crypto';
import { Refusal } from '#contract/refusals.ts';
import type { Tx } from '../database/db.ts';

/** A hash over the call and its parsed input, so that a key cannot be used for something else. */
export function inputHash(call: string, input: unknown): Buffer {
  return createHash('sha256').update(call).update('\0').update(canonical(input)).digest();
}

/** JSON with sorted keys: the same input hashes alike whatever order its fields came in. */
function canonical(value: unknown): string {
  return JSON.stringify(value, (_key, part: unknown) =>
    part && typeof part === 'object' && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).toSorted(([a], [b]) => (a < b ? -1 : 1)))
      : part,
  );
}

/**
 * Claims a key in the open transaction. Answers the stored response where the command was carried
 * out before; null where it is to be carried out now. A second call with the same key waits here
 * until the first has ended.
 */
export async function claimKey(
  tx: Tx,
  claim: { actor: string; key: string; call: string; hash: Buffer },
): Promise<string | null> {
  const fresh = await tx.run(
    'door.claimKey',
    `insert into door.idempotency (actor, key, call, input_hash) values ($1, $2, $3, $4)
     on conflict (actor, key) do nothing`,
    [claim.actor, claim.key, claim.call, claim.hash],
  );
  if (fresh === 1) return null;
  const row = await tx.one<{ hash: Buffer; response: string | null }>(
    'door.readKey',
    'select input_hash as hash, response from door.idempotency where actor = $1 and key = $2',
    [claim.actor, claim.key],
  );
  if (!row.hash.equals(claim.hash)) throw new Refusal('IDEMPOTENCY_MISMATCH');
  if (row.response === null) throw new Refusal('IN_PROGRESS');
  return row.response;
}

export const storeResponse = (tx: Tx, actor: string, key: string, response: string) =>
  tx.run(
    'door.storeResponse',
    'update door.idempotency set response = $3 where actor = $1 and key = $2',
    [actor, key, response],
  );

/** Answers are kept 72 hours. */
export const purgeKeys = (tx: Tx, realNow: Date) =>
  tx.run(
    'door.purgeKeys',
    `delete from door.idempotency where created_at < $1::timestamptz - interval '72 hours'`,
    [realNow],
  );
