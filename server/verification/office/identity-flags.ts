// The automatic checks of a verification, and the flags of those that failed.
import { Refusal } from '#contract/refusals.ts';
import type { FlagCode } from '#contract/tasks/flag-words.ts';
import type { Check } from '#contract/tasks/kind.ts';
import type { TaskFlag, TaskRow } from '../../hooks.ts';
import type { Work } from '../../work.ts';
import { type AccountRow, accountInForce, accountWith } from '../change/account-queries.ts';
import { idDetail } from '../documents/papers.ts';
import { pastAccountsOf } from '../erasure/traces.ts';
import { checkAccount, compared, type Compared, flagsIn, lockAccount } from '../payee/compared.ts';
import { sharedFacts, sharedPapers } from '../payee/shared.ts';
import { personIn } from '../person.ts';
import { lockProfile, type ProfileRow, readProfile } from '../queries.ts';
import { ageOn } from '../rules.ts';
import { hitsThatHold, isScreened } from '../screening/screening-queries.ts';
import { ageChecks, issueChecks, numberCheck, pepCheck, sharedChecks } from './identity-checks.ts';

/** The warning that each failed check is. */
const flagOfCheck: Record<string, FlagCode> = {
  ADULT: 'UNDER_AGE',
  AGE_PLAUSIBLE: 'AGE_UNUSUAL',
  ID_CHECKSUM: 'ID_CHECKSUM',
  ISSUE_DATE: 'ISSUE_DATE',
  ISSUE_PLACE: 'ISSUE_PLACE',
  NUMBER_NEW: 'NUMBER_KNOWN',
  PAPERS_UNIQUE: 'PAPERS_SHARED',
  NOT_LISTED: 'LISTED',
};

function withFacts(checks: readonly Check[], facts: string, who?: Compared['who']): Compared[] {
  return checks.map((check) => {
    const flag = flagOfCheck[check.code];
    if (!flag) throw new Error(`the check ${check.code} has no flag`);
    return compared(check, { flag, facts, ...(who && { who }) });
  });
}

/** Returns the account that a reviewer looks at: the one given last, or the one in force. */
export const accountToReview = async (
  { tx, now }: Work,
  memberId: number,
): Promise<AccountRow | null> =>
  (await accountWith(tx, memberId, 'pending')) ?? (await accountInForce(tx, memberId, now));

/** Marks a comparison that has not run yet: no person can answer it, and a hit has its own task. */
const NOT_SCREENED = 'not screened';

/** Returns the check against the screening list; none if no list is configured. */
async function screeningCheck({ services, tx }: Work, memberId: number): Promise<Compared[]> {
  if (!services.screening) return [];
  const code = 'NOT_LISTED';
  if (!(await isScreened(tx, memberId))) {
    return withFacts([{ code, text: '名單比對尚未完成', ok: false }], NOT_SCREENED);
  }
  const hits = await hitsThatHold(tx, memberId);
  const ok = hits.length === 0;
  const text = ok ? '與名單上的人不同' : '與名單上的人相似，尚待查證';
  return withFacts([{ code, text, ok }], hits.map(({ id }) => id).join(','));
}

/** Checks of the person and of the papers, which the member enters with each application. */
async function paperChecks(work: Work, profile: ProfileRow): Promise<Compared[]> {
  const { services, today } = work;
  const person = personIn(services, profile);
  const idDocument = await idDetail(work, 'profile', profile);
  const age = person && ageOn(person.birthday, today);
  // The pictures stand for what was read from them, so that no personal data are compared.
  const papers = (idDocument?.uploads ?? []).map(({ id }) => id).join(',');
  const number = person && services.secrets.fingerprint('idNumber', person.idNumber).slice(0, 16);
  return [
    ...withFacts(ageChecks(age), String(age)),
    ...(person ? withFacts([numberCheck(person.idNumber)], String(number)) : []),
    ...(person && idDocument
      ? withFacts(issueChecks(idDocument, person.birthday, today), papers)
      : []),
  ];
}

/** Automatic checks. If `ok` is false, the reviewer must answer it. */
export async function checksOf(work: Work, profile: ProfileRow): Promise<Compared[]> {
  const { memberId, isPep } = profile;
  const account = await accountToReview(work, memberId);
  const papers = await sharedPapers(work, memberId);
  const closed = (await pastAccountsOf(work, memberId)).length;
  const [numberNew, papersUnique] = sharedChecks({ closedAccounts: closed, papers });
  const pep = isPep === true ? 'IS_PEP' : 'PEP_UNSTATED';
  return [
    ...(await paperChecks(work, profile)),
    await checkAccount(work, memberId, account),
    ...withFacts([numberNew!], String(closed)),
    ...withFacts([papersUnique!], sharedFacts(papers), papers.who),
    compared(pepCheck(isPep), { flag: pep, facts: String(isPep) }),
    ...(await screeningCheck(work, memberId)),
  ];
}

/** The failed checks of a verification that a person can answer, for `TaskHandler.flags`. */
export async function identityFlags(
  work: Work,
  { subjectId: memberId }: TaskRow<'identity_review'>,
  deciding: boolean,
): Promise<TaskFlag[]> {
  const profile = deciding
    ? await lockProfile(work.tx, memberId, work.now)
    : await readProfile(work.tx, memberId);
  if (!profile) throw new Refusal('TASK_NOT_FOUND');
  if (deciding) await lockAccount(work, await accountToReview(work, memberId));
  const checks = await checksOf(work, profile);
  return flagsIn(checks.filter(({ facts }) => facts !== NOT_SCREENED));
}
