// The hold on one member's payouts and refunds, such as after a court's order or if fraud is
// suspected. It counts as soon as one person has placed it; another agrees or ends it. It is lifted
// by two persons. The money stays payable, and loans and orders go on.
import { Refusal } from '#contract/refusals.ts';
import type { verificationHoldsOffice } from '#contract/verification/payout-holds.ts';
import type { Actions, Operator, TaskHandler, Work } from '../../action.ts';
import { openTask, recordMove } from '../../tasks/actions.ts';
import { accountOf } from '../office/member-queries.ts';
import { heldBy } from '../screening/screening.ts';
import {
  countHolds,
  endHold,
  holdOn,
  insertHold,
  isOnHold,
  lockHold,
  oldestHolds,
} from './payout-hold-queries.ts';

const HOLDS_MAX = 50;

/**
 * The member is the subject under a type of its own, because members can download the audit rows
 * about themselves, and the reason may name a suspicion.
 */
const subjectOf = (memberId: number) => ({ type: 'payout_hold', id: memberId }) as const;

/**
 * Returns why payouts and refunds of a member may not be sent: a hit of the screening list or a
 * hold; null if they may.
 */
export async function whyPayoutsWait(tx: Work['tx'], memberId: number): Promise<string | null> {
  if (await heldBy(tx, memberId)) return '會員的名單比對尚待審查，款項暫停';
  return (await isOnHold(tx, memberId)) ? '會員的款項暫停撥付' : null;
}

/** Returns the holds that last, as the overview of payouts shows them: the oldest of them. */
export const holdsThatLast = async (tx: Work['tx']) => ({
  ...(await countHolds(tx)),
  data: await oldestHolds(tx, HOLDS_MAX),
});

/** Opens the task of the second person. */
async function ask(
  work: Work & { operator: Operator },
  memberId: number,
  of: { act: 'hold' | 'lift'; reason: string; lifting: string | null; heldAt: Date },
): Promise<void> {
  // Without the name, so that data that cannot be read do not prevent a hold.
  const label = `${of.act === 'hold' ? '暫停撥付' : '解除暫停撥付'}：會員 ${memberId}`;
  await openTask(work, {
    kind: 'payout_hold',
    subject: { ...subjectOf(memberId), label },
    detail: of,
    makerId: work.operator.id,
  });
}

async function assertMember({ tx }: Work, id: number): Promise<void> {
  if (!(await accountOf(tx, id))) throw new Refusal('NOT_FOUND');
}

export const payoutHoldActions: Actions<{
  verification: typeof verificationHoldsOffice;
}>['verification'] = {
  async holdPayouts(context, { id, reason }) {
    const { tx, operator, now } = context;
    await assertMember(context, id);
    const made = await insertHold(tx, { memberId: id, reason, by: operator.id, now });
    const hold = await lockHold(tx, id);
    // A repeated call is not a second hold.
    if (!made || !hold) return { data: { heldAt: hold?.heldAt ?? null } };
    await ask(context, id, { act: 'hold', reason, lifting: null, heldAt: hold.heldAt });
    await recordMove(context, {
      subject: subjectOf(id),
      action: 'payout_hold.placed',
      reason,
      snapshot: { hold: hold.id },
    });
    return { data: { heldAt: hold.heldAt } };
  },

  async liftPayoutHold(context, { id, reason: lifting }) {
    const { tx } = context;
    await assertMember(context, id);
    const hold = await lockHold(tx, id);
    if (!hold) return { data: { heldAt: null } };
    const { heldAt, reason } = hold;
    if ((await holdOn(tx, id))?.waitsFor) throw new Refusal('HOLD_PENDING');
    await ask(context, id, { act: 'lift', reason, lifting, heldAt });
    await recordMove(context, {
      subject: subjectOf(id),
      action: 'payout_hold.lift_asked',
      reason: lifting,
      snapshot: { hold: hold.id },
    });
    return { data: { heldAt } };
  },
};

const actions = {
  hold: { approve: 'payout_hold.agreed', return: 'payout_hold.refused' },
  lift: { approve: 'payout_hold.lifted', return: 'payout_hold.lift_refused' },
} as const;

/** One person has placed the hold or asks to lift it, and another decides. */
export const payoutHold: TaskHandler<'payout_hold'> = {
  async detail({ tx }, task) {
    const memberId = task.subjectId;
    const hold = task.status === 'open' ? await holdOn(tx, memberId) : null;
    return { ...task.detail, memberId, ...(hold && { amount: hold.amount }) };
  },

  async decide(work, task, { decision, reason }) {
    const { tx, now } = work;
    const { act } = task.detail;
    const hold = await lockHold(tx, task.subjectId);
    if (!hold || !act) throw new Refusal('TASK_DONE');
    const isAgreed = decision === 'approve';
    if (isAgreed === (act === 'lift')) await endHold(tx, hold.id, now);
    await recordMove(work, {
      subject: subjectOf(task.subjectId),
      action: actions[act][isAgreed ? 'approve' : 'return'],
      reason: reason ?? null,
      snapshot: { hold: hold.id, maker: task.makerId },
    });
  },
};
