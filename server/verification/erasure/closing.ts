// When an account is closed: ends open reviews and releases phone and ID number, so that they can
// be registered again.
import type { Work } from '../../work.ts';
import { closeTask } from '../../tasks/front.ts';
import { withdrawChanges } from '../change/changes.ts';
import { forgetReturned } from '../returned/returned-account.ts';
import { keepTrace } from './traces.ts';
import { openStatements, releaseProfile } from './closing-queries.ts';

/**
 * Submitted data stays encrypted for as long as the law requires, but phone and
 * ID number no longer belong to this account, so that the person may register again. Keyed hashes
 * of both remain, because a ban does not end with the account.
 */
export async function releasePerson(work: Work, memberId: number): Promise<void> {
  for (const { id } of await openStatements(work.tx, memberId)) {
    const subject = { type: 'financial_statement', id } as const;
    await closeTask(work, 'financial_review', subject, 'closed', '帳戶已關閉');
  }
  await withdrawChanges(work, memberId);
  await forgetReturned(work, memberId);
  await keepTrace(work, memberId);
  await releaseProfile(work.tx, memberId, work.now);
}
