// Phones and ID numbers belong to one account each. The unique hashes guarantee it while there is
// one version of the hash key; while the key is rotated, two hashes of one number may differ.
import type { Services } from '../services.ts';
import { KeyMissing } from '../adapters/key-ring.ts';
import type { Tx } from '../database/db.ts';
import { holderOf, lockNumber, newestHashKey } from './holder-queries.ts';

/**
 * Returns whether a number belongs to another member. The answer stays true until the transaction
 * ends, because each version of the number is locked, so that two processes wait for each other if
 * they have one version in common. Throws KeyMissing if another process may already hash with a
 * version that this one lacks.
 */
export async function isHeldByOther(
  tx: Tx,
  { keys, secrets }: Pick<Services, 'keys' | 'secrets'>,
  kind: 'phone' | 'idNumber',
  { text, memberId }: { text: string; memberId: number },
): Promise<boolean> {
  const hashes = secrets.fingerprints(kind, text);
  for (const hash of hashes) await lockNumber(tx, hash);
  const newest = (await newestHashKey(tx))?.version ?? 1;
  if (newest > Math.max(...keys.hashes.versions)) throw new KeyMissing(newest, 'hash');
  const holder = await holderOf(tx, kind, hashes);
  return holder !== null && holder.memberId !== memberId;
}
