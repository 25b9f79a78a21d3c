// Paying out what investors received: gathered daily, released by finance, settled by the bank.
import { addBusinessDays, day, formatDay, isBusinessDay, type Day } from '#contract/day.ts';
import { formatMoney, money, negate } from '#contract/money.ts';
import type { BatchHook, Settled, TaskHandler, Work } from '../action.ts';
import { draftBatch, orderPayment } from '../banking/actions.ts';
import { post } from '../ledger/actions.ts';
import { calendarOf } from '../lending/actions.ts';
import { tell } from '../notices/actions.ts';
import { numbersInForce } from '../settings/actions.ts';
import { closeTask, openTask, recordMove } from '../tasks/actions.ts';
import { payoutAccountOf } from '../verification/actions.ts';
import {
  gatherPayouts,
  heldWithNewAccount,
  lockPayable,
  lockPayout,
  markPayout,
  payableSum,
  payoutsOfDay,
  type PayoutRow,
} from './payout-queries.ts';
import { dayNumber, payoutMinimumOn } from './rules.ts';
import { told } from './words.ts';

const SHOWN = 200;
const NO_ACCOUNT = '這位會員沒有可撥付的帳戶';

/**
 * Gathers what was distributed before today into one payout a member, from the least one on or
 * at the month's last business day, and asks finance to release what waits. Nothing on a day off.
 */
export async function gather(work: Work): Promise<void> {
  const { tx, today, now } = work;
  const calendar = await calendarOf(tx);
  if (!isBusinessDay(today, calendar)) return;
  await freeAfterChange(work);
  const least = money((await numbersInForce(tx, now)).payoutMin);
  const next = addBusinessDays(today, 1, calendar);
  await gatherPayouts(tx, today, payoutMinimumOn(today, next, least));
  await askForRelease(work);
}

/** Asks finance to let go what waits, on the task of today. */
async function askForRelease(work: Work, detail: Record<string, unknown> = {}): Promise<void> {
  const { tx, today } = work;
  const { count, amount } = await payableSum(tx, today);
  if (count === 0) return;
  await openTask(work, {
    kind: 'payout_release',
    subject: {
      type: 'payout_day',
      id: dayNumber(today),
      label: `${formatDay(today)} 撥付 ${count} 筆，共 ${formatMoney(amount)}`,
    },
    detail,
  });
}

/** What came back is payable again by itself once its member has bound another account. */
async function freeAfterChange(work: Work): Promise<void> {
  for (const { id, memberId } of await heldWithNewAccount(work.tx, work.now)) {
    const subject = { type: 'payout', id } as const;
    await closeTask(work, 'attention', subject, 'done', '會員已更換收款帳戶');
    await recordMove(work, {
      subject,
      action: 'payout.freed',
      to: 'payable',
      snapshot: { member: memberId },
    });
  }
}

/** The day a task's number stands for: 20261121 is 2026-11-21. */
function dayOfNumber(number: number): Day {
  return day(String(number).replace(/^(\d{4})(\d{2})(\d{2})$/, '$1-$2-$3'));
}

export const payoutRelease: TaskHandler = {
  async detail({ tx }, task) {
    const on = dayOfNumber(task.subjectId);
    const { count, amount } = await payableSum(tx, on);
    const payouts = await payoutsOfDay(tx, on, SHOWN);
    return { ...task.detail, day: on, count, amount, payouts };
  },

  async decide(work, task) {
    const payouts: PayoutRow[] = [];
    for (const payout of await lockPayable(work.tx, dayOfNumber(task.subjectId))) {
      const account = await payoutAccountOf(work.tx, work.services, payout.memberId);
      if (account) payouts.push(payout);
      else await attend(work, payout, NO_ACCOUNT);
    }
    if (payouts.length === 0) return;
    const items = payouts.map(({ id, amount }) => ({ subjectId: id, amount }));
    await draftBatch(work, 'payout', items);
  },
};

/** hooks.batches.payout: to each member's account as it is now. */
export const payoutBatch: BatchHook = {
  async pay(work, batchId, payoutIds) {
    for (const id of payoutIds) {
      const payout = await lockPayout(work.tx, id);
      if (payout?.status === 'payable') await send(work, payout, batchId);
    }
  },

  async giveBack(work, _payoutIds, reason) {
    await askForRelease(work, { returned: reason });
  },
};

async function send(work: Work, payout: PayoutRow, batchId: number): Promise<void> {
  const account = await payoutAccountOf(work.tx, work.services, payout.memberId);
  if (account === null) {
    await attend(work, payout, NO_ACCOUNT);
    return;
  }
  const attempts = payout.attempts + 1;
  const paymentId = await orderPayment(work, {
    purpose: 'payout',
    subjectId: payout.id,
    memberId: payout.memberId,
    account,
    amount: payout.amount,
    memo: payout.kind === 'surplus' ? '溢繳退款' : '還款撥付',
    batchId,
    attempt: attempts,
  });
  await markPayout(work.tx, payout.id, { status: 'sent', paymentId, attempts, settledOn: null });
}

/** hooks.settled.payout: the money has left, or it is payable again and a person looks at it. */
export async function payoutSettled(work: Work, settled: Settled): Promise<void> {
  const payout = await lockPayout(work.tx, settled.subjectId);
  if (payout?.status !== 'sent' || payout.paymentId !== settled.paymentId) {
    throw new Error(`payout ${settled.subjectId} was not sent as payment ${settled.paymentId}`);
  }
  const { id, memberId, amount, attempts } = payout;
  const { outcome, paymentId, day: settledOn, reason } = settled;
  await recordMove(work, {
    subject: { type: 'payout', id },
    action: `payout.${outcome}`,
    from: 'sent',
    to: outcome === 'confirmed' ? 'confirmed' : 'payable',
    reason,
  });
  if (outcome === 'returned') {
    await markPayout(work.tx, id, {
      status: 'payable',
      paymentId: null,
      attempts,
      settledOn: null,
    });
    await attend(work, payout, reason ?? '銀行退回');
    await tell(work, memberId, told.payoutReturned({ amount: formatMoney(amount) }));
    return;
  }
  await markPayout(work.tx, id, { status: 'confirmed', paymentId, attempts, settledOn });
  await post(work, [
    {
      id: `payout:${id}`,
      kind: 'payout',
      on: settledOn,
      loanId: payout.loanId ?? undefined,
      entries: [
        payout.kind === 'surplus'
          ? { account: 'refund_payable', member: memberId, amount }
          : { account: 'payable_to_investor', member: memberId, amount },
        { account: 'trust_bank', amount: negate(amount) },
      ],
    },
  ]);
  const surplus = payout.kind === 'surplus';
  const values = { amount: formatMoney(amount), day: formatDay(settledOn) };
  await tell(work, memberId, surplus ? told.surplusPaid(values) : told.paidOut(values));
}

function attend(work: Work, payout: PayoutRow, why: string): Promise<void> {
  return openTask(work, {
    kind: 'attention',
    subject: {
      type: 'payout',
      id: payout.id,
      label: `撥付 ${payout.id} 遭退回，${formatMoney(payout.amount)}`,
    },
    detail: { why, memberId: payout.memberId, amount: payout.amount },
  });
}
