// Scheduled job of the ledger: adds up the movements of each day shortly after they are recorded.
import type { Services } from '../services.ts';
import type { Job } from '../jobs/job.ts';
import { withTransaction } from '../database/db.ts';
import { addUpDays, entriesToAddUp } from './queries.ts';

/** Safety margin in seconds for clock differences and for transactions that are just starting. */
const MARGIN_SECONDS = 60;

async function addUp({ pool }: Services): Promise<void> {
  // No time limit, because the first run on a large ledger may take long.
  await withTransaction(pool, (tx) => addUpDays(tx, MARGIN_SECONDS), { answerMs: 0 });
}

export const ledgerJobs: readonly Job[] = [
  { name: 'ledger.addUp', each: 'minute', due: () => [entriesToAddUp], run: addUp },
];
