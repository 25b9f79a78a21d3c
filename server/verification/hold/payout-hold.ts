// The hold on one member, such as after a court's order or if fraud is suspected. It stops what
// pays them (payouts, refunds, the disbursement of a loan) and what binds them anew (orders,
// signatures, mandates), never repayment, votes, reading or complaints. It counts as soon as one
// person has placed it; another agrees or ends it. It is lifted by two persons and looked at again
// every ten business days. Deadlines of the member stand still meanwhile (hooks.holdEnded).
import { Refusal } from '#contract/refusals.ts';
import { addBusinessDays, type Day } from '#contract/core/day.ts';
import {
  heldSentence,
  HOLD_LOOK_DAYS,
  type HoldCause,
  type verificationHoldsOffice,
} from '#contract/verification/payout-holds.ts';
import type { Actions, Operator } from '../../call.ts';
import { hooks } from '../../hooks.ts';
import type { Services } from '../../services.ts';
import { tell } from '../../notices/front.ts';
import { closeTask, proposal, recordMove } from '../../tasks/front.ts';
import { type Work, inWork } from '../../work.ts';
import { noticeKinds } from '../words.ts';
import { accountOf } from '../office/member-queries.ts';
import { heldBy } from '../screening/screening.ts';
import { accountWaits } from '../returned/returned-account-queries.ts';
import {
  type Claim,
  countHolds,
  endHold,
  holdOn,
  holdsThatEnded,
  holdsToLookAt,
  insertHold,
  isOnHold,
  keepsBack,
  lockHold,
  oldestHolds,
  setLook,
} from './payout-hold-queries.ts';

const HOLDS_MAX = 50;

/**
 * The member is the subject under a type of its own, because members can download the audit rows
 * about themselves, and the reason may name a suspicion.
 */
const subjectOf = (memberId: number) => ({ type: 'payout_hold', id: memberId }) as const;

const LISTED = '會員的名單比對尚待審查，款項暫停';
const AWAITED = '銀行退匯，等會員提供新的收款帳戶';
const ON_HOLD = '會員的款項暫停撥付';

/** Returns why payouts and refunds to a member's own account wait; null if they do not. */
export function whyMemberWaits(of: {
  isListed: boolean;
  isAwaited: boolean;
  held: 'all' | 'part' | null;
}): string | null {
  if (of.isListed) return LISTED;
  if (of.isAwaited) return AWAITED;
  if (of.held === 'part') return '會員的部分款項暫停撥付';
  return of.held === 'all' ? ON_HOLD : null;
}

/**
 * Returns why a payout or refund of a member, or without one the disbursement of their loan, may
 * not be sent: a hit of the screening list, an account that sent a payment back, or a hold; null if
 * it may. A hold of a part keeps back the oldest payouts and refunds up to its amount, and any
 * disbursement.
 */
export async function whyPayoutsWait(
  tx: Work['tx'],
  memberId: number,
  claim?: Claim,
): Promise<string | null> {
  if (await heldBy(tx, memberId)) return LISTED;
  if (claim && claim.isOwn !== false && (await accountWaits(tx, memberId))) {
    return AWAITED;
  }
  const isHeld = claim ? await keepsBack(tx, memberId, claim) : await isOnHold(tx, memberId);
  return isHeld ? ON_HOLD : null;
}

/** Refuses MEMBER_HELD, without the cause, to a member who may not bind themselves anew. */
export async function assertNoHold(tx: Work['tx'], memberId: number): Promise<void> {
  if (await isOnHold(tx, memberId)) throw new Refusal('MEMBER_HELD');
}

const nextLook = (today: Day) => addBusinessDays(today, HOLD_LOOK_DAYS);

/**
 * Ends the holds whose last day has passed, to which two persons agreed when they agreed to the
 * hold, and opens a task for each other one that is to be looked at again.
 */
export async function lookAtHolds(services: Services): Promise<void> {
  await inWork(services, async (work) => {
    for (const { memberId } of await holdsThatEnded(work.tx, work.today)) {
      const hold = await lockHold(work.tx, memberId);
      if (!hold) continue;
      await end(work, memberId, hold);
      const subject = subjectOf(memberId);
      await closeTask(work, 'payout_hold', subject, 'done', '暫停的期限已屆滿');
      const snapshot = { hold: hold.id, endsOn: hold.endsOn };
      await recordMove(work, { subject, action: 'payout_hold.ran_out', snapshot });
    }
    for (const { memberId, ...hold } of await holdsToLookAt(work.tx, work.today)) {
      await payoutHold.propose(work, {
        subject: { ...subjectOf(memberId), label: `檢視暫停：會員 ${memberId}` },
        detail: { act: 'look', lifting: null, ...hold },
      });
    }
  });
}

type LockedHold = NonNullable<Awaited<ReturnType<typeof lockHold>>>;

/** Ends a hold: the member's deadlines go on. */
async function end(work: Work, memberId: number, { id, heldAt }: LockedHold): Promise<void> {
  await endHold(work.tx, id, work.now);
  for (const follow of hooks.holdEnded) await follow(work, { memberId, heldAt });
}

/** Returns the holds that last, as the overview of payouts shows them: the oldest of them. */
export const holdsThatLast = async (tx: Work['tx']) => ({
  ...(await countHolds(tx)),
  data: await oldestHolds(tx, HOLDS_MAX),
});

const actions = {
  hold: { approved: 'payout_hold.agreed', returned: 'payout_hold.refused' },
  lift: { approved: 'payout_hold.lifted', returned: 'payout_hold.lift_refused' },
  look: { approved: 'payout_hold.looked_at', returned: 'payout_hold.lift_asked' },
} as const;

type HoldQuestion = { hold: LockedHold; act: keyof typeof actions };

/** What the audit row of a decision says: its name by the act, and which hold it is about. */
const recordOf = (
  { hold, act }: HoldQuestion,
  outcome: 'approved' | 'returned',
  { makerId }: { makerId: number | null },
) => ({ action: actions[act][outcome], snapshot: { hold: hold.id, maker: makerId } });

/** One person has placed the hold or asks to lift it, and another decides. */
export const payoutHold = proposal('payout_hold', {
  async subject({ tx }, { detail, subjectId }): Promise<HoldQuestion | null> {
    const hold = await lockHold(tx, subjectId);
    return hold && detail.act ? { hold, act: detail.act } : null;
  },
  async facts({ tx }, { detail, status, subjectId: memberId }) {
    const hold = status === 'open' ? await holdOn(tx, memberId) : null;
    if (!hold) return { ...detail, memberId };
    const { amount, lookOn, heldUpTo, endsOn } = hold;
    return { ...detail, memberId, amount, lookOn, heldUpTo, endsOn };
  },
  async carryOut(work, held) {
    const { task, today, tx } = work;
    const { hold, act } = held;
    if (act === 'look') await setLook(tx, hold.id, nextLook(today));
    else if (act === 'lift') await end(work, task.subjectId, hold);
    else if (hold.cause !== 'suspicion') {
      await tell(work, task.subjectId, noticeKinds.held({ why: heldSentence(hold) }));
    }
    return recordOf(held, 'approved', task);
  },
  async onReturn(work, held) {
    const { task, today, tx } = work;
    const { hold, act } = held;
    if (act === 'hold') await end(work, task.subjectId, hold);
    if (act === 'look') {
      await setLook(tx, hold.id, nextLook(today));
      // Who finds no ground any more asks to lift it, and another person decides about that.
      const { cause, heldAt, reason } = hold;
      const lifting = work.reason ?? '';
      await ask(work, task.subjectId, { act: 'lift', reason, cause, lifting, heldAt });
    }
    return recordOf(held, 'returned', task);
  },
  // The names depend on the act: `actions`.
  audit: {},
});

/** Opens the task of the second person. */
async function ask(
  work: Work & { operator: Operator },
  memberId: number,
  of: {
    act: 'hold' | 'lift';
    reason: string;
    cause: HoldCause;
    lifting: string | null;
    heldAt: Date;
  },
): Promise<void> {
  // Without the name, so that data that cannot be read do not prevent a hold.
  const label = `${of.act === 'hold' ? '暫停撥付' : '解除暫停撥付'}：會員 ${memberId}`;
  await payoutHold.propose(work, {
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
  async holdPayouts(context, { id, reason, cause = 'suspicion', upTo, endsOn }) {
    const { tx, operator, now, today } = context;
    await assertMember(context, id);
    if (endsOn !== undefined && endsOn < today) {
      throw new Refusal('DECISION_INVALID', { fields: { endsOn: '請選擇今天或之後的日期' } });
    }
    const made = await insertHold(tx, {
      memberId: id,
      reason,
      cause,
      lookOn: nextLook(today),
      by: operator.id,
      now,
      heldUpTo: upTo ?? null,
      endsOn: endsOn ?? null,
    });
    const hold = await lockHold(tx, id);
    // A repeated call is not a second hold.
    if (!made || !hold) return { data: { heldAt: hold?.heldAt ?? null } };
    const { heldAt } = hold;
    await ask(context, id, { act: 'hold', reason, cause, lifting: null, heldAt });
    await recordMove(context, {
      subject: subjectOf(id),
      action: 'payout_hold.placed',
      reason,
      snapshot: { hold: hold.id, cause, upTo: upTo ?? null, endsOn: endsOn ?? null },
    });
    return { data: { heldAt: hold.heldAt } };
  },

  async liftPayoutHold(context, { id, reason: lifting }) {
    const { tx } = context;
    await assertMember(context, id);
    const hold = await lockHold(tx, id);
    if (!hold) return { data: { heldAt: null } };
    const { heldAt, reason, cause } = hold;
    if ((await holdOn(tx, id))?.waitsFor) throw new Refusal('HOLD_PENDING');
    await ask(context, id, { act: 'lift', reason, cause, lifting, heldAt });
    await recordMove(context, {
      subject: subjectOf(id),
      action: 'payout_hold.lift_asked',
      reason: lifting,
      snapshot: { hold: hold.id },
    });
    return { data: { heldAt } };
  },
};
