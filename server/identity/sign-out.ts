// Ends sessions of a member on purpose, and the push messages of their browsers with them.
import type { Work } from '../work.ts';
import { forgetPushOfSessions } from '../notices/front.ts';
import { endSessionsOf } from './queries.ts';

/**
 * Ends sessions of a member: all, all except `but`, or `only` one. Returns how many were open. Push
 * messages end on the same browsers even if the session had expired before.
 */
export async function signOutSessions(
  { realNow, tx }: Pick<Work, 'realNow' | 'tx'>,
  memberId: number,
  which: { but?: number | null; only?: number | null } = {},
): Promise<number> {
  await forgetPushOfSessions(tx, memberId, which);
  return endSessionsOf(tx, memberId, realNow, which);
}
