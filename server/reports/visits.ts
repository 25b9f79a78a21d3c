// How many pages of the member site are opened a day: a number, and nothing of who opened them.
import { dayOf } from '#contract/core/day.ts';
import type { Services } from '../action.ts';
import { withTransaction } from '../database/db.ts';
import { addVisits } from './work-queries.ts';

/** What machines that read pages by themselves call themselves. */
const machines = /bot\b|crawl|spider|slurp|preview|monitor|lighthouse|curl|wget|python|node\b/i;

export type Visits = {
  /** A whole page was sent to this browser; `agent` is looked at here and kept nowhere. */
  opened(agent: string): void;
  /** Writes what was counted since the last time; a failure keeps the count for the next. */
  write(): Promise<void>;
};

/** Counts in memory, so that no page waits for the database and none writes a row. */
export function countVisits({ pool, clock }: Pick<Services, 'pool' | 'clock'>): Visits {
  let pages = 0;
  return {
    opened(agent) {
      if (agent !== '' && !machines.test(agent)) pages += 1;
    },
    async write() {
      const counted = pages;
      if (counted === 0) return;
      pages -= counted;
      try {
        await withTransaction(pool, (tx) => addVisits(tx, dayOf(clock.now()), counted));
      } catch {
        pages += counted;
      }
    },
  };
}
