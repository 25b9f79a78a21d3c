// The only way money moves: balanced transfers whose ids their callers choose.
import type { Money } from '#contract/money.ts';
import type { Tx } from '../db.ts';
import { balance, postTransfers } from './queries.ts';
import { type AccountKey, type Transfer, assertBalanced } from './rules.ts';

export { totals } from './queries.ts';

/**
 * Posts transfers in the caller's transaction and answers the ids that were new. An id that was
 * posted before moves nothing again. Fails, and with it the transaction, where a transfer does not
 * sum to zero or would overdraw client money.
 */
export async function post(
  { tx }: { tx: Tx },
  transfers: readonly Transfer[],
): Promise<Set<string>> {
  if (transfers.length === 0) return new Set();
  transfers.forEach(assertBalanced);
  return new Set(await postTransfers(tx, transfers));
}

/** What lies in one account, in its natural sign (NT$); 0 for one never used. */
export function balanceOf(tx: Tx, key: AccountKey): Promise<Money> {
  return balance(tx, key);
}
