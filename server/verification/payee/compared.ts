// Checks of a review with what they compared, and the warnings of those that failed.
import type { FlagCode } from '#contract/tasks/flag-words.ts';
import type { Check } from '#contract/tasks/kind.ts';
import type { TaskFlag } from '../../hooks.ts';
import type { Work } from '../../work.ts';
import type { AccountRow } from '../change/account-queries.ts';
import { lockNumber } from '../holder-queries.ts';
import { accountCheck } from '../office/identity-checks.ts';
import { hashesOf, provenAccount, type Shared, sharedAccount, sharedFacts } from './shared.ts';

/** A check with the warning that its failure is, and by what an answer to it is recognised. */
export type Compared = Check & { flag: FlagCode; facts: string; who?: Shared['who'] };

export const compared = (
  check: Check,
  { flag, facts, who }: Pick<Compared, 'flag' | 'facts' | 'who'>,
): Compared => ({ ...check, flag, facts, ...(who && { who }) });

/** The checks without what only their warnings need. */
export const checksIn = (checks: readonly Compared[]): Check[] =>
  checks.map(({ code, text, ok }) => ({ code, text, ok }));

/** The warnings of the checks that failed. */
export const flagsIn = (checks: readonly Compared[]): TaskFlag[] =>
  checks
    .filter(({ ok }) => !ok)
    .map(({ flag, facts, text, who }) => ({ code: flag, facts, text, ...(who && { who }) }));

/** Whether other members use the account that is reviewed, or have proved that it is theirs. */
export async function checkAccount(
  work: Work,
  memberId: number,
  account: AccountRow | null,
): Promise<Compared> {
  const shared = await sharedAccount(work, memberId, account);
  const proven = await provenAccount(work, memberId, account);
  const isProven = proven.total > 0;
  const { who } = isProven ? proven : shared;
  return compared(accountCheck({ shared, proven }), {
    flag: isProven ? 'ACCOUNT_PROVEN' : 'ACCOUNT_SHARED',
    facts: `${account?.id},${sharedFacts(isProven ? proven : shared)}`,
    who,
  });
}

/**
 * Locks the number of an account until the transaction ends, so that of two members with the same
 * account only the first one is approved.
 */
export async function lockAccount(work: Work, account: AccountRow | null): Promise<void> {
  for (const hash of account ? hashesOf(work, account) : []) await lockNumber(work.tx, hash);
}
