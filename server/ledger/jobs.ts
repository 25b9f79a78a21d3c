// What the ledger does by itself: adding up what moved on each day, a moment after it was recorded.
import type { Job, Services } from '../action.ts';
import { withTransaction } from '../database/db.ts';
import { addUpDays } from './queries.ts';

/** Clocks and starting transactions are given this long. */
const MARGIN_SECONDS = 60;

async function addUp({ pool }: Services): Promise<void> {
  await withTransaction(pool, (tx) => addUpDays(tx, MARGIN_SECONDS));
}

export const ledgerJobs: readonly Job[] = [{ name: 'ledger.addUp', each: 'minute', run: addUp }];
