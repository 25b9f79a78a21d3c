// Closes accounts once no money is in transit, and deletes data that the law does not require to be
// kept.
import { type ClosingObstacle, closingObstacles } from '#contract/identity/closing.ts';
import type { identityAccount } from '#contract/identity/account.ts';
import { Refusal } from '#contract/refusals.ts';
import type { Actions } from '../../call.ts';
import type { Work } from '../../work.ts';
import { sendLetter } from '../../notices/front.ts';
import { closeTask, recordMove } from '../../tasks/front.ts';
import { revokeAccesses } from '../api/revoking.ts';
import { closeMember, forgetDevices, readObstacles } from './closing-queries.ts';
import { assertHimself } from './confirming.ts';
import { signOutSessions } from '../sign-out.ts';
import { letters } from '../words.ts';
import { hooks } from '../../hooks.ts';

type All = Actions<{ identity: typeof identityAccount }>['identity'];

async function obstaclesOf({ tx }: Pick<Work, 'tx'>, memberId: number) {
  const found = await readObstacles(tx, memberId);
  return (Object.keys(closingObstacles) as ClosingObstacle[]).filter((one) => found[one]);
}

export const closingActions: Pick<All, 'closing' | 'closeAccount'> = {
  async closing(context) {
    return { data: { obstacles: await obstaclesOf(context, context.member.id) } };
  },

  async closeAccount(context, { email }) {
    const { tx, member, now } = context;
    for (const hold of hooks.memberClosing) await hold(context, member.id);
    const obstacles = await obstaclesOf(context, member.id);
    if (obstacles.length > 0) throw new Refusal('CLOSING_BLOCKED', { data: { obstacles } });
    if (email !== member.email) throw new Refusal('EMAIL_DIFFERS');
    const reference = await assertHimself(context, member, 'closing');
    await sendLetter(
      context,
      { email: member.email, memberId: member.id },
      letters.accountClosed({}),
    );
    for (const kind of ['identity_review', 'account_change_review'] as const) {
      await closeTask(context, kind, { type: 'member', id: member.id }, 'closed', '帳戶已關閉');
    }
    for (const follow of hooks.memberClosed) await follow(context, member.id);
    await closeMember(tx, member.id, now);
    await signOutSessions(context, member.id);
    await revokeAccesses(context, member.id, { why: 'account_closed' });
    await forgetDevices(tx, member.id);
    await recordMove(context, {
      subject: { type: 'member', id: member.id },
      action: 'identity.close',
      snapshot: { reference },
    });
    return { data: { ok: true } };
  },
};
