// Posting: the only way in which transfers enter the ledger.
import type { Tx } from '../database/db.ts';
import { postTransfers } from './queries.ts';
import { assertBalanced, type Transfer } from './rules.ts';

/**
 * Posts transfers in the caller's transaction and returns the ids that were new; a transfer whose
 * id was posted before moves nothing again. A transfer counts on its day, or on the first open day
 * if that day is closed (`ledger.post` in the database decides this). The transaction
 * fails if a transfer does not sum to zero or would overdraw client money.
 */
export async function post(
  { tx }: { tx: Tx },
  transfers: readonly Transfer[],
): Promise<Set<string>> {
  if (transfers.length === 0) return new Set();
  transfers.forEach(assertBalanced);
  return new Set(await postTransfers(tx, transfers));
}
