// Leaving: an account closes once no money is under way, and what the law does not keep goes.
import { type ClosingObstacle, closingObstacles } from '#contract/closing.ts';
import type { identityAccount } from '#contract/identity-account.ts';
import { Refusal } from '#contract/refusals.ts';
import type { Actions, Work } from '../action.ts';
import { sendMail } from '../notices/actions.ts';
import { closeTask, recordMove } from '../tasks/actions.ts';
import { closeMember, forgetDevices, lockMember, readObstacles } from './closing-queries.ts';
import { assertHimself } from './confirming.ts';
import { endSessionsOf } from './queries.ts';

type All = Actions<{ identity: typeof identityAccount }>['identity'];

async function obstaclesOf({ tx }: Pick<Work, 'tx'>, memberId: number) {
  const found = await readObstacles(tx, memberId);
  return (Object.keys(closingObstacles) as ClosingObstacle[]).filter((one) => found[one]);
}

function mailFarewell(work: Work, email: string): Promise<void> {
  const { brand } = work.services.config;
  return sendMail(work, {
    to: email,
    subject: '您的帳戶已關閉',
    paragraphs: [
      `您在${brand.name}的帳戶已依您的申請關閉，所有裝置都已登出，無法再以這個帳戶登入。`,
      '借貸、出資與帳務的紀錄，我們會依法令規定的期限保存，期滿後刪除。',
      '如果這不是您本人的申請，請立即聯絡客服。這個電子郵件日後可以再次註冊。',
    ],
  });
}

export const closingActions: Pick<All, 'closing' | 'closeAccount'> = {
  async closing(context) {
    return { data: { obstacles: await obstaclesOf(context, context.member.id) } };
  },

  async closeAccount(context, { email }) {
    const { tx, member, now, realNow, services } = context;
    await lockMember(tx, member.id);
    const obstacles = await obstaclesOf(context, member.id);
    if (obstacles.length > 0) throw new Refusal('CLOSING_BLOCKED', { data: { obstacles } });
    if (email !== member.email) throw new Refusal('EMAIL_DIFFERS');
    const reference = await assertHimself(context, member);
    await mailFarewell(context, member.email);
    for (const kind of ['identity_review', 'account_change_review'] as const) {
      await closeTask(context, kind, { type: 'member', id: member.id }, 'closed', '帳戶已關閉');
    }
    for (const follow of services.hooks.memberClosed) await follow(context, member.id);
    await closeMember(tx, member.id, now);
    await endSessionsOf(tx, member.id, realNow);
    await forgetDevices(tx, member.id);
    await recordMove(context, {
      subject: { type: 'member', id: member.id },
      action: 'identity.close',
      snapshot: { reference },
    });
    return { data: { ok: true } };
  },
};
