// Removes personal data from the loans of a member whose data must be erased.
import type { Work } from '../../work.ts';
import { applicationOf } from './submission.ts';
import { removeContactKeys } from '../links/link-queries.ts';
import { forgetWords, loansOfPerson } from './forgetting-queries.ts';

/**
 * Text that replaces the name of a person or an employer, and a phone number that belongs to
 * nobody.
 */
const GONE = '已刪除';
const NO_NUMBER = '0900000000';

/**
 * Deletes the draft, and the parts of each application that identify the
 * member, their employer and their contact. Sums and scores remain, because they explain why the
 * loan was granted or refused.
 */
export async function forgetApplications(work: Work, memberId: number): Promise<void> {
  const { secrets } = work.services;
  const kept: string[] = [];
  const ids = (await loansOfPerson(work.tx, memberId)).map(({ id }) => id);
  for (const id of ids) {
    const { job, contact, ...rest } = await applicationOf(work, id);
    const nameless = {
      ...rest,
      job: { ...job, company: GONE, title: GONE },
      contact: { ...contact, name: GONE, phone: NO_NUMBER },
      purposeNote: undefined,
    };
    kept.push(secrets.encrypt('lending.loan.application', memberId, JSON.stringify(nameless)));
  }
  await removeContactKeys(work.tx, memberId);
  await forgetWords(work.tx, memberId, ids, kept);
}
