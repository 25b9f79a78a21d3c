// Idempotency: a command runs once per key, because the key is a row of its own transaction.
import { createHash } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import { Refusal } from '#contract/refusals.ts';
import type { Context } from '../call.ts';
import type { Tx } from '../database/db.ts';
import { sql } from '../database/sql.ts';

/**
 * Returns a hash of the call and its parsed input, so that a key cannot be reused for another
 * request.
 */
function inputHash(call: string, input: unknown): Buffer {
  return createHash('sha256').update(call).update('\0').update(canonical(input)).digest();
}

/**
 * Returns JSON with sorted keys, so that the same input has the same hash whatever the order of its
 * fields.
 */
function canonical(value: unknown): string {
  return JSON.stringify(value, (_key, part: unknown) =>
    part && typeof part === 'object' && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).toSorted(([a], [b]) => (a < b ? -1 : 1)))
      : part,
  );
}

/** Returns whether the caller is still connected. */
export const isAwaited = ({ raw }: FastifyRequest): boolean => !raw.socket?.destroyed;

/**
 * Throws BUSY if the caller has given up, to be called before a command begins. The caller may have
 * repeated it at another process and been refused there, which claims no key; carrying it out
 * afterwards would contradict that answer.
 */
export function assertAwaited(request: FastifyRequest): void {
  if (!isAwaited(request)) throw new Refusal('BUSY', { retryAfter: 1 });
}

/**
 * Claims a key in the open transaction. Returns the stored response if the command was already
 * executed; null if it must be executed now. A second request with the same key waits here until
 * the first has ended.
 */
async function claimKey(
  tx: Tx,
  claim: { actor: string; key: string; call: string; hash: Buffer },
): Promise<string | null> {
  const fresh = await tx.run(sql`
    insert into app.idempotency (actor, key, call, input_hash) values (${claim.actor},
      ${claim.key}, ${claim.call}, ${claim.hash})
    on conflict (actor, key) do nothing
  `);
  if (fresh === 1) return null;
  const row = await tx.one<{ hash: Buffer; response: string | null }>(sql`
    select input_hash as hash, response from app.idempotency where actor = ${claim.actor} and
      key = ${claim.key}
  `);
  if (!row.hash.equals(claim.hash)) throw new Refusal('IDEMPOTENCY_MISMATCH');
  if (row.response === null) throw new Refusal('IN_PROGRESS');
  return row.response;
}

const storeResponse = (tx: Tx, actor: string, key: string, response: string) =>
  tx.run(sql`
    update app.idempotency set response = ${response} where actor = ${actor} and key = ${key}
  `);

/**
 * Executes a command with an idempotency key once; repeating it returns the stored answer, marked
 * as `replayed`.
 */
export async function onceAKey(
  { idempotencyKey: key, tx, actor }: Pick<Context, 'idempotencyKey' | 'tx' | 'actor'>,
  { call, input }: { call: string; input: unknown },
  run: () => Promise<unknown>,
): Promise<{ answer: unknown; replayed: boolean }> {
  if (!key || actor.id === null) return { answer: await run(), replayed: false };
  const who = `${actor.type}:${actor.id}`;
  const stored = await claimKey(tx, { actor: who, key, call, hash: inputHash(call, input) });
  if (stored !== null) return { answer: JSON.parse(stored) as unknown, replayed: true };
  const result = await run();
  await storeResponse(tx, who, key, JSON.stringify(result));
  return { answer: result, replayed: false };
}
