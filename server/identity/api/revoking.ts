// Revokes what members allowed to programs: by themselves, after a reset, or with their account.
import type { Work } from '../../work.ts';
import { forgetPushDevices, tell } from '../../notices/front.ts';
import { recordMove } from '../../tasks/front.ts';
import { forgetBrowsers } from '../member/browser-queries.ts';
import { noticeKinds } from '../words.ts';
import { revokeAccess } from './access-queries.ts';
import { hooks } from '../../hooks.ts';

/**
 * A lost password or phone may mean that somebody else has created a token. `stolen`: a code or
 * refresh token was used a second time. `partner`: the application gave the access back.
 */
type Reason =
  | 'member'
  | 'password_reset'
  | 'phone_lost'
  | 'account_closed'
  | 'stolen'
  | 'partner'
  | 'partner_ended';

/**
 * Revokes a member's permissions, all of them or one, with an audit row each and one notice. The
 * next call of each of their tokens is refused. Returns how many were in force.
 */
export async function revokeAccesses(
  work: Work,
  memberId: number,
  { only = null, why }: { only?: number | null; why: Reason },
): Promise<number> {
  const revoked = await revokeAccess(work.tx, memberId, work.realNow, only);
  for (const { id, name } of revoked) {
    await recordMove(work, {
      subject: { type: 'member', id: memberId },
      action: 'identity.api_access_revoked',
      snapshot: { access: id, name, why },
    });
  }
  if (revoked.length > 0 && why !== 'account_closed') {
    const names = revoked.map(({ name }) => `「${name}」`).join('、');
    await tell(work, memberId, noticeKinds.apiAccessRevoked({ names }));
  }
  return revoked.length;
}

/**
 * Ends what somebody else may have set up while they had the member's password or phone: push
 * messages, browsers that need no second factor, tokens of the API, and what later features
 * send elsewhere.
 */
export async function endOtherAccess(
  work: Work,
  memberId: number,
  why: 'password_reset' | 'phone_lost',
): Promise<void> {
  await forgetPushDevices(work.tx, memberId);
  await forgetBrowsers(work.tx, memberId);
  await revokeAccesses(work, memberId, { why });
  for (const end of hooks.accessEnded) await end(work, memberId);
}
