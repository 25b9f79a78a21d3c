// Scheduled jobs of privacy: persons are erased, and then the hashes by which they were recognised.
import { finds } from '../database/finds.ts';
import type { Job } from '../jobs/job.ts';
import { erasedBefore } from '../verification/rules.ts';
import { eraseExpired, forgetErased } from './erasing.ts';
import { accountsToErase, tracesToForget } from './erasing-queries.ts';

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
    due: () => [finds(tracesToForget)],
    run: forgetErased,
  },
];
