// Closes accounts once no money is in transit, and deletes data that the law does not require to be
// kept.
import type { Day } from '#contract/core/day.ts';
import { type ClosingObstacle, closingObstacles } from '#contract/identity/words.ts';
import type { identityAccount } from '#contract/identity/account.ts';
import { Refusal } from '#contract/refusals.ts';
import type { Actions } from '../call.ts';
import { assertHimself, closeAccess } from '../identity/front.ts';
import { holdOrdering } from '../investing/front.ts';
import { stopOfClosed } from '../mandates/front.ts';
import { closeTask, recordMove } from '../tasks/front.ts';
import { releasePerson } from '../verification/front.ts';
import { forgetWebhooks } from '../webhooks/front.ts';
import type { Tx } from '../database/db.ts';
import type { Work } from '../work.ts';
import { readObstacleDays, readObstacles } from './closing-queries.ts';

type All = Actions<{ identity: typeof identityAccount }>['identity'];

/** Implements the hook: what prevents closing is money of the member, or a debt. */
export const holdsMoney = async (tx: Tx, memberId: number): Promise<boolean> =>
  Object.values(await readObstacles(tx, memberId)).some(Boolean);

async function obstaclesOf({ tx }: Pick<Work, 'tx'>, memberId: number) {
  const found = await readObstacles(tx, memberId);
  return (Object.keys(closingObstacles) as ClosingObstacle[]).filter((one) => found[one]);
}

export const closingActions: Pick<All, 'closing' | 'closeAccount'> = {
  async closing(context) {
    const { tx, member } = context;
    const obstacles = await obstaclesOf(context, member.id);
    if (obstacles.length === 0) return { data: { obstacles, days: [] } };
    const known: Partial<Record<ClosingObstacle, Day | null>> = await readObstacleDays(
      tx,
      member.id,
    );
    const days = obstacles.flatMap((obstacle) => {
      const on = known[obstacle] ?? null;
      return on === null ? [] : [{ obstacle, on }];
    });
    return { data: { obstacles, days } };
  },

  async closeAccount(context, { email }) {
    const { member } = context;
    await holdOrdering(context, member.id);
    const obstacles = await obstaclesOf(context, member.id);
    if (obstacles.length > 0) throw new Refusal('CLOSING_BLOCKED', { data: { obstacles } });
    if (email !== member.email) throw new Refusal('EMAIL_DIFFERS');
    const reference = await assertHimself(context, member, 'closing');
    for (const kind of ['identity_review', 'account_change_review'] as const) {
      await closeTask(context, kind, { type: 'member', id: member.id }, 'closed', '帳戶已關閉');
    }
    await stopOfClosed(context, member.id);
    await forgetWebhooks(context, member.id);
    await releasePerson(context, member.id);
    await closeAccess(context, member);
    await recordMove(context, {
      subject: { type: 'member', id: member.id },
      action: 'identity.close',
      snapshot: { reference },
    });
    return { data: { ok: true } };
  },
};
