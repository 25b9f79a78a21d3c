// What verification does by itself: approved accounts come into force, persons are forgotten.
import type { Job } from '../action.ts';
import { recordMove } from '../tasks/actions.ts';
import { inWork } from '../work.ts';
import { enforceComing, membersWithComing } from './account-queries.ts';
import { eraseExpired } from './erasing.ts';
import { lockProfile } from './queries.ts';

export const verificationJobs: readonly Job[] = [
  {
    name: 'verification.enforce',
    each: 'minute',
    /** Payments already follow the instant itself; this makes the rows say so. */
    async run(services) {
      const due = await inWork(services, ({ now, tx }) => membersWithComing(tx, now));
      for (const { memberId } of due) {
        await inWork(services, async (work) => {
          await lockProfile(work.tx, memberId, work.now);
          if (!(await enforceComing(work.tx, memberId, work.now))) return;
          await recordMove(work, {
            subject: { type: 'member', id: memberId },
            action: 'verification.account_in_force',
            from: 'coming',
            to: 'in_force',
          });
        });
      }
    },
  },
  { name: 'verification.erase', each: 'day', run: eraseExpired },
];
