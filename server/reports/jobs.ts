// What reports do by themselves: the ledger's sums by day, the returns of ended loans.
import type { Job, Services } from '../action.ts';
import { inWork } from '../work.ts';
import { addUpBooked } from './money-queries.ts';
import { reckonReturns } from './returns.ts';

/** Clocks and starting transactions are given this long. */
const MARGIN_SECONDS = 60;

async function addUp(services: Services): Promise<void> {
  await inWork(services, ({ tx }) => addUpBooked(tx, MARGIN_SECONDS));
}

export const reportsJobs: readonly Job[] = [
  { name: 'reports.addUp', each: 'minute', run: addUp },
  { name: 'reports.reckonReturns', each: 'day', run: reckonReturns },
];
