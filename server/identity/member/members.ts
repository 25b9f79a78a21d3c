// Office actions on a member's account: ending sessions, suspending, reinstating.
import type { identityMembersOffice } from '#contract/identity/members.ts';
import { Refusal } from '#contract/refusals.ts';
import type { Actions } from '../../call.ts';
import type { Work } from '../../work.ts';
import { tell } from '../../notices/front.ts';
import { recordMove } from '../../tasks/front.ts';
import { type AccountLock, lockMember, setSuspended } from './member-queries.ts';
import { signOutSessions } from '../sign-out.ts';
import { noticeKinds } from '../words.ts';

const subjectOf = (id: number) => ({ type: 'member', id }) as const;

async function locked({ tx }: Work, id: number): Promise<AccountLock> {
  const member = await lockMember(tx, id);
  if (!member) throw new Refusal('NOT_FOUND');
  return member;
}

const standing = (suspendedAt: Date | null) => ({
  data: { suspendedAt },
});

export const memberOfficeActions: Actions<{
  identity: typeof identityMembersOffice;
}>['identity'] = {
  async endMemberSessions(context, { id, session, reason }) {
    const member = await locked(context, id);
    const one = session ?? null;
    const ended = await signOutSessions(context, member.id, { only: one });
    // If no session was open, nothing is recorded, because a repeated call is not a second action.
    if (ended === 0) return { data: { ended } };
    await recordMove(context, {
      subject: subjectOf(member.id),
      action: 'identity.sessions_ended',
      reason,
      snapshot: { session: one, ended },
    });
    return { data: { ended } };
  },

  async suspendMember(context, { id, reason }) {
    const member = await locked(context, id);
    if (member.suspendedAt) return standing(member.suspendedAt);
    await setSuspended(context.tx, member.id, context.now);
    const ended = await signOutSessions(context, member.id);
    await recordMove(context, {
      subject: subjectOf(member.id),
      action: 'identity.suspended',
      reason,
      snapshot: { ended },
    });
    await tell(context, member.id, noticeKinds.suspended({ reason }));
    return standing(context.now);
  },

  async liftSuspension(context, { id, reason }) {
    const member = await locked(context, id);
    if (!member.suspendedAt) return standing(null);
    await setSuspended(context.tx, member.id, null);
    await recordMove(context, {
      subject: subjectOf(member.id),
      action: 'identity.suspension_lifted',
      reason,
    });
    await tell(context, member.id, noticeKinds.suspensionLifted({}));
    return standing(null);
  },
};
