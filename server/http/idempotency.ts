// Commands are carried out once a key: the key is a row of the command's own transaction.
import { createHash } from 'node:crypto';
import { Refusal } from '#contract/refusals.ts';
import type { Tx } from '../database/db.ts';
import { sql } from '../database/sql.ts';

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
  const fresh = await tx.run(sql`
    insert into door.idempotency (actor, key, call, input_hash) values (${claim.actor},
      ${claim.key}, ${claim.call}, ${claim.hash})
    on conflict (actor, key) do nothing
  `);
  if (fresh === 1) return null;
  const row = await tx.one<{ hash: Buffer; response: string | null }>(sql`
    select input_hash as hash, response from door.idempotency where actor = ${claim.actor} and
      key = ${claim.key}
  `);
  if (!row.hash.equals(claim.hash)) throw new Refusal('IDEMPOTENCY_MISMATCH');
  if (row.response === null) throw new Refusal('IN_PROGRESS');
  return row.response;
}

export const storeResponse = (tx: Tx, actor: string, key: string, response: string) =>
  tx.run(sql`
    update door.idempotency set response = ${response} where actor = ${actor} and key = ${key}
  `);

/** Answers are kept 72 hours. */
export const purgeKeys = (tx: Tx, realNow: Date) =>
  tx.run(sql`
    delete from door.idempotency where created_at < ${realNow}::timestamptz - interval '72 hours'
  `);
