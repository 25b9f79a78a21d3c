// Posting: the one door through which transfers come into the books.
import type { Tx } from '../database/db.ts';
import { postTransfers } from './queries.ts';
import { assertBalanced, type Transfer } from './rules.ts';

/**
 * Posts transfers in the caller's transaction and answers the ids that were new. An id that was
 * posted before moves nothing again. It counts on its day, or on the first open day where that one
 * is closed (the database decides, `ledger.date_transfer`). Fails, and with it the transaction,
 * where a transfer does not sum to zero or would overdraw client money.
 */
export async function post(
  { tx }: { tx: Tx },
  transfers: readonly Transfer[],
): Promise<Set<string>> {
  if (transfers.length === 0) return new Set();
  transfers.forEach(assertBalanced);
  return new Set(await postTransfers(tx, transfers));
}
