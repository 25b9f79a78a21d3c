// The office's hand on a member's account: his sessions ended, himself suspended or let back in.
import type { identityMembersOffice } from '#contract/identity-members.ts';
import { Refusal } from '#contract/refusals.ts';
import type { Actions, Work } from '../action.ts';
import { notify } from '../notices/actions.ts';
import { recordMove } from '../tasks/actions.ts';
import { type AccountLock, lockMember, setSuspended } from './member-queries.ts';
import { endSessionsOf } from './queries.ts';

const subjectOf = (id: number) => ({ type: 'member', id });

async function locked({ tx }: Work, id: string): Promise<AccountLock> {
  const member = await lockMember(tx, Number(id));
  if (!member) throw new Refusal('NOT_FOUND');
  return member;
}

const standing = (suspendedAt: Date | null) => ({
  data: { suspendedAt: suspendedAt?.toISOString() ?? null },
});

export const memberOfficeActions: Actions<{
  identity: typeof identityMembersOffice;
}>['identity'] = {
  async endMemberSessions(context, { id, session, reason }) {
    const member = await locked(context, id);
    const one = session === undefined ? null : Number(session);
    const ended = await endSessionsOf(context.tx, member.id, context.realNow, { only: one });
    // What is over already stays over: a repeat is no second act.
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
    const ended = await endSessionsOf(context.tx, member.id, context.realNow);
    await recordMove(context, {
      subject: subjectOf(member.id),
      action: 'identity.suspended',
      reason,
      snapshot: { ended },
    });
    await notify(context, {
      memberId: member.id,
      category: 'account',
      title: '您的帳戶已暫停使用',
      body:
        `您的帳戶已暫停使用，原因：${reason}。` +
        '進行中的還款與撥付不受影響，如有疑問請聯絡客服。',
      link: '/support',
    });
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
    await notify(context, {
      memberId: member.id,
      category: 'account',
      title: '您的帳戶已恢復使用',
      body: '您的帳戶已恢復使用，現在可以重新登入。',
      link: '/member/login',
    });
    return standing(null);
  },
};
