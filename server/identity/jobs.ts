// Scheduled jobs of identity: delete old sessions, tokens, codes and sign-in failures.
import type { Job } from '../action.ts';
import { inWork } from '../work.ts';
import { purgeChallenges } from './sign-in/entrance-queries.ts';
import { purge } from './queries.ts';
import { supersededBefore } from './member/registration-queries.ts';
import { lockEmail, closeOtherRegistrations } from './member/registration.ts';
import { browserRetentionMs, endedSessionRetentionMs, officeLogRetentionMs } from './rules.ts';

const DAY_MS = 86_400_000;

export const identityJobs: readonly Job[] = [
  {
    name: 'identity.purge',
    each: 'day',
    /**
     * All times are real time, because a demonstration with a moved clock must not sign everybody
     * out.
     */
    run: (services) =>
      inWork(services, async ({ tx, realNow }) => {
        const ago = (ms: number) => new Date(realNow.getTime() - ms);
        const rows = await purge(tx, {
          sessions: ago(endedSessionRetentionMs),
          tokens: ago(2 * DAY_MS),
          tries: ago(DAY_MS),
          officeLog: ago(officeLogRetentionMs),
          browsers: ago(browserRetentionMs),
        });
        await purgeChallenges(tx, realNow);
        if (rows > 0) services.log.info({ rows }, 'removed sessions, tokens and tries past use');
      }),
  },
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
