// Posting: the only way in which transfers enter the ledger.
import type { Work } from '../work.ts';
import { postTransfers } from './queries.ts';
import { assertBalanced, type Transfer } from './rules.ts';
import { hooks } from '../hooks.ts';

/**
 * Posts transfers in the caller's transaction and returns the ids that were new; a transfer whose
 * id was posted before moves nothing again. A transfer counts on its day, or on the first open day
 * if that day is closed (`ledger.post` in the database decides this). The transaction
 * fails if a transfer does not sum to zero or would overdraw client money. Whatever touches what
 * the trust owes the company may make client money short or whole again, which
 * `hooks.trustMoved` tells people in the same transaction.
 */
export async function post(work: Work, transfers: readonly Transfer[]): Promise<Set<string>> {
  if (transfers.length === 0) return new Set();
  transfers.forEach(assertBalanced);
  const fresh = new Set(await postTransfers(work.tx, transfers));
  const due = transfers
    .filter(({ id }) => fresh.has(id))
    .flatMap(({ entries }) => entries.filter(({ account }) => account === 'platform_due'));
  if (due.length > 0) {
    const isLower = due.some(({ amount }) => amount > 0);
    await hooks.trustMoved(work, isLower);
  }
  return fresh;
}
