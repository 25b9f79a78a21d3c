// The end of keeping: what identifies the person of an account closed long ago is taken out.
import { dayOf } from '#contract/core/day.ts';
import type { Services } from '../../action.ts';
import { statementsOf } from '../../database/db.ts';
import { forgetTasks, recordMove } from '../../tasks/actions.ts';
import { inWork } from '../../work.ts';
import { accountsToErase, erasePerson, reviewedSubjects } from './closing-queries.ts';
import { erasedBefore } from '../rules.ts';

/**
 * As the privacy policy has it (第六條): data of the account and of its verification are kept until
 * five years after it was closed, and as long as a loan of his, lent or borrowed, was over less
 * than five years ago. The files themselves go with the night's search for files nobody names.
 * Papers of loans, contracts and books are kept by periods of their own.
 */
export async function eraseExpired(services: Services): Promise<void> {
  const before = erasedBefore(dayOf(services.clock.now()));
  for (const { memberId } of await accountsToErase(statementsOf(services.pool), before)) {
    await inWork(services, async (work) => {
      // Read first, because the proofs of income are deleted.
      const subjects = await reviewedSubjects(work.tx, memberId);
      if (!(await erasePerson(work.tx, memberId, work.now))) return;
      await forgetTasks(work, [{ type: 'member', id: memberId }, ...subjects]);
      for (const forget of services.hooks.memberErased) await forget(work, memberId);
      await recordMove(work, {
        subject: { type: 'member', id: memberId },
        action: 'verification.erased',
      });
    });
  }
}
