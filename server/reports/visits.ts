// Counts page views of the member site per day, without any data about the visitors.
import { dayOf } from '#contract/core/day.ts';
import type { Services } from '../services.ts';
import { withTransaction } from '../database/db.ts';
import { addVisits } from './work-queries.ts';

/** Matches the user agents of bots and other programs, whose requests do not count as visits. */
const machines = /bot\b|crawl|spider|slurp|preview|monitor|lighthouse|curl|wget|python|node\b/i;

export type Visits = {
  /** Counts one page sent to a browser; `agent` is only checked here and never stored. */
  opened(agent: string): void;
  /**
   * Writes the number of views since the last write to the database; if this fails, the number is
   * included in the next write.
   */
  write(): Promise<void>;
};

/** Counts page views in memory, so that no page has to write to the database or wait for it. */
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
