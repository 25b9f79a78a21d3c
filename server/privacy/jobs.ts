// Scheduled jobs of privacy: persons are erased, and then the hashes by which they were recognised.
import { finds } from '../database/finds.ts';
import type { Job } from '../jobs/job.ts';
import { forgetTraces, tracesToPurge } from '../verification/front.ts';
import { erasedBefore } from '../verification/rules.ts';
import { eraseExpired } from './erasing.ts';
import { accountsToErase } from './erasing-queries.ts';

export const privacyJobs: readonly Job[] = [
  {
    name: 'verification.erase',
    each: 'day',
    due: ({ today }) => [finds((tx) => accountsToErase(tx, erasedBefore(today)))],
    run: eraseExpired,
  },
  {
    name: 'verification.forget',
    each: 'day',
    due: () => [tracesToPurge],
    run: forgetTraces,
  },
];
