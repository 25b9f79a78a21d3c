// What is taken out of a person's loans when nothing of him is to be kept any more.
import type { Work } from '../../action.ts';
import { applicationOf } from '../application.ts';
import { forgetWords, loansOfPerson } from './forgetting-queries.ts';

/** Stands where somebody's name or employer stood; the number is nobody's. */
const GONE = '已刪除';
const NO_NUMBER = '0900000000';

/**
 * hooks.memberErased: the draft goes, and of each application what names him, his employer and his
 * contact. Sums and scores stay, which explain why the loan was granted or not.
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
    kept.push(secrets.seal('lending.loan.application', memberId, JSON.stringify(nameless)));
  }
  await forgetWords(work.tx, memberId, ids, kept);
}
