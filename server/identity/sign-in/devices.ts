// A member's signed-in devices: listing them, ending sessions, and mails about new devices.
import type { identityAccount } from '#contract/identity/account.ts';
import { Refusal } from '#contract/refusals.ts';
import type { Actions } from '../../call.ts';
import type { Work } from '../../work.ts';
import { tell } from '../../notices/front.ts';
import { recordMove } from '../../tasks/front.ts';
import { deviceOf, maskedAddress } from './agents.ts';
import { liveSessions, ownSession, seeDevice } from './device-queries.ts';
import { sessionIdleMs } from '../../operators/rules.ts';
import { signOutSessions } from '../sign-out.ts';
import { noticeKinds } from '../words.ts';

const taipeiTime = new Intl.DateTimeFormat('zh-TW', {
  timeZone: 'Asia/Taipei',
  dateStyle: 'medium',
  timeStyle: 'short',
  hourCycle: 'h23',
});

/** Formats an instant as members see it. */
export const whenText = (at: Date) => taipeiTime.format(at);

/**
 * Remembers the device of a sign-in. If the account was used before, but never on a similar device,
 * the member is notified by mail whatever their preferences are. The very first sign-in is not
 * reported, nor a sign-in about which they already had a mail (`isTold`).
 */
export async function notifyNewDevice(
  work: Work,
  memberId: number,
  { address, agent, isTold }: { address: string; agent: string; isTold: boolean },
): Promise<void> {
  const { name } = deviceOf(agent);
  const { isNew, before } = await seeDevice(work.tx, memberId, name, work.realNow);
  if (!isNew || before === 0 || isTold) return;
  const values = {
    when: whenText(work.realNow),
    device: name,
    address: maskedAddress(address),
  };
  await tell(work, memberId, noticeKinds.newDevice(values));
}

type All = Actions<{ identity: typeof identityAccount }>['identity'];

export const deviceActions: Pick<All, 'sessions' | 'revokeSessions'> = {
  async sessions({ tx, member, realNow }) {
    const idleSince = new Date(realNow.getTime() - sessionIdleMs);
    const rows = await liveSessions(tx, member.id, realNow, idleSince);
    return {
      data: rows.map(({ id, agent, address, createdAt, usedAt }) => {
        const { name, kind } = deviceOf(agent);
        return {
          id,
          device: name,
          kind,
          addressMasked: maskedAddress(address),
          createdAt,
          usedAt,
          current: id === member.sessionId,
        };
      }),
    };
  },

  async revokeSessions(context, { id }) {
    const { tx, member } = context;
    if (id !== undefined && !(await ownSession(tx, member.id, id))) {
      throw new Refusal('NOT_FOUND');
    }
    const which = id === undefined ? { but: member.sessionId } : { only: id };
    const ended = await signOutSessions(context, member.id, which);
    if (ended > 0) {
      await recordMove(context, {
        subject: { type: 'member', id: member.id },
        action: id === undefined ? 'identity.revoke_others' : 'identity.revoke_session',
        snapshot: { ended, ...(id !== undefined && { session: id }) },
      });
    }
    return { data: { ended } };
  },
};
