// Scheduled jobs of identity. Old sessions, tokens and codes are deleted by `server/retention/`.
import type { Job } from '../action.ts';
import { inWork } from '../work.ts';
import { supersededBefore } from './member/registration-queries.ts';
import { lockEmail, closeOtherRegistrations } from './member/registration.ts';

const DAY_MS = 86_400_000;

export const identityJobs: readonly Job[] = [
  {
    name: 'identity.superseded',
    each: 'day',
    /**
     * If an e-mail was registered several times without confirmation, only the newest account is
     * kept.
     */
    run: (services) =>
      inWork(services, async (work) => {
        const before = new Date(work.now.getTime() - DAY_MS);
        for (const { email, newest } of await supersededBefore(work.tx, before)) {
          await lockEmail(work, email);
          await closeOtherRegistrations(work, email, newest);
        }
      }),
  },
];
