// Erases the data that identify the person of an account closed long ago.
import { dayOf } from '#contract/core/day.ts';
import { db } from '../database/db.ts';
import { eachOne } from '../each-one.ts';
import { forgetSuitability } from '../investing/front.ts';
import { forgetInvoicePreference } from '../invoices/front.ts';
import { forgetApplications } from '../lending/front.ts';
import type { Services } from '../services.ts';
import { forgetHardship } from '../servicing/front.ts';
import { forgetNotes, forgetTasks, recordMove } from '../tasks/front.ts';
import { erasePerson, forgetTraces } from '../verification/front.ts';
import { erasedBefore } from '../verification/rules.ts';
import { inWork } from '../work.ts';
import {
  accountsToErase,
  reviewedSubjects,
  tracesToForget,
  uploadsOfLoans,
} from './erasing-queries.ts';

/**
 * Follows the privacy policy (第六條): account and verification data is stored until five years after
 * the account was closed, and longer if a loan that the member borrowed or funded ended less than
 * five years ago. The nightly job for unreferenced files deletes the files themselves. Documents of
 * loans, contracts and the ledger have retention periods of their own.
 */
export async function eraseExpired(services: Services): Promise<void> {
  const before = erasedBefore(dayOf(services.clock.now()));
  const ended = await accountsToErase(db(services.pool), before);
  await eachOne(services, ended, ({ memberId }) =>
    inWork(services, async (work) => {
      // Reads the subjects before the erasure, which deletes the proofs of income.
      const subjects = await reviewedSubjects(work.tx, memberId);
      const { ids: keptUploads } = await uploadsOfLoans(work.tx, memberId);
      const { now, tx } = work;
      if (!(await erasePerson(tx, memberId, { now, keptUploads }))) return;
      await forgetTasks(work, [{ type: 'member', id: memberId }, ...subjects]);
      await forgetApplications(work, memberId);
      await forgetSuitability(work, memberId);
      await forgetHardship(work, memberId);
      await forgetNotes(work, memberId);
      await forgetInvoicePreference(work, memberId);
      await recordMove(work, {
        subject: { type: 'member', id: memberId },
        action: 'verification.erased',
      });
    }),
  );
}

/** Deletes the hashes of persons whose data are erased and who are not barred. */
export async function forgetErased(services: Services): Promise<void> {
  await inWork(services, async (work) => {
    const erased = await tracesToForget(work.tx);
    await forgetTraces(
      work,
      erased.map(({ memberId }) => memberId),
    );
  });
}
