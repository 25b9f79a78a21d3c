// Scheduled jobs of identity. Old sessions, tokens and codes are deleted by `server/retention/`.
import type { Job } from '../jobs/job.ts';
import { finds } from '../database/finds.ts';
import { inWork } from '../work.ts';
import { supersededBefore } from './member/registration-queries.ts';
import { lockEmail, closeOtherRegistrations } from './member/registration.ts';

const DAY_MS = 86_400_000;

const dayBefore = (now: Date) => new Date(now.getTime() - DAY_MS);

export const identityJobs: readonly Job[] = [
  {
    name: 'identity.superseded',
    each: 'day',
    due: ({ now }) => [finds((tx) => supersededBefore(tx, dayBefore(now)))],
    /**
     * If an e-mail was registered several times without confirmation, only the newest account is
     * kept.
     */
    run: (services) =>
      inWork(services, async (work) => {
        for (const { email, newest } of await supersededBefore(work.tx, dayBefore(work.now))) {
          await lockEmail(work, email);
          await closeOtherRegistrations(work, email, newest);
        }
      }),
  },
];
