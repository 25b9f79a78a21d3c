// Payouts of what investors received: collected daily, released by finance, settled by the bank's
// reports.
import { payoutKindText } from '#contract/servicing/words.ts';
import { addBusinessDays, dayNumber, formatDay, isBusinessDay } from '#contract/core/day.ts';
import { outputIdSchema } from '#contract/core/lists.ts';
import { formatMoney, isPositive, money, negate, subtract } from '#contract/core/money.ts';
import type { TaskDetailSent } from '#contract/tasks/details.ts';
import type { TaskHandler, TaskRow, BatchHook, Settled } from '../../hooks.ts';
import type { Work } from '../../work.ts';
import type { Due } from '../../jobs/job.ts';
import { logDamage } from '../../each-one.ts';
import {
  askForSource,
  draftBatch,
  lodgeReturn,
  orderPayment,
  payeesByPayment,
  sourceOrAsk,
} from '../../banking/front.ts';
import { holdMember } from '../../identity/front.ts';
import { post } from '../../ledger/front.ts';
import { calendarOf } from '../../lending/front.ts';
import { tell } from '../../notices/front.ts';
import { numbersInForce } from '../../settings/front.ts';
import {
  closeTask,
  keepAge,
  keepDecided,
  openTask,
  recordMove,
  renewTask,
} from '../../tasks/front.ts';
import { publish } from '../../webhooks/front.ts';
import {
  flagsOfPayments,
  keepForAccount,
  payoutAccountOf,
  whyPayoutsWait,
} from '../../verification/front.ts';
import { lockLoan } from '../../database/db.ts';
import { finds } from '../../database/finds.ts';
import type { Transfer } from '../../ledger/rules.ts';
import { openPayoutTask } from './payout-office-queries.ts';
import {
  collectDistributed,
  distributedBefore,
  heldWithNewAccount,
  loanOfSurplus,
  lockCollecting,
  lockPayable,
  lockPayout,
  markPayout,
  payable,
  payableOn,
  payableSum,
  payoutsOfDay,
  type PayoutRow,
} from './payout-queries.ts';
import { coveredIn, keepCovered, surplusTo } from '../repayment/surplus.ts';
import { payoutMinimumOn } from '../rules.ts';
import { noticeKinds } from '../words.ts';

const BLOCKED_MAX = 200;
const NO_ACCOUNT = '這位會員沒有可撥付的帳戶';
const UNREADABLE = '收款帳戶的資料損毀，無法讀取；請會員重新綁定帳戶，或請工程人員還原';
/** Value that is stored as the virtual account of money that was paid without one. */
const NO_VIRTUAL_ACCOUNT = '0';

export const payoutsDue: Due = async ({ tx, now, today }) =>
  isBusinessDay(today, await calendarOf(tx))
    ? [finds((asked) => heldWithNewAccount(asked, now)), distributedBefore(today), payableOn(today)]
    : [];

/**
 * Collects the amounts distributed before today into one payout per member, if they reach the
 * minimum or it is the month's last business day, and asks finance to release the waiting payouts.
 * Does nothing on a day off. The jobs of a day run in one process at a time, but a process whose
 * connection broke has lost that lock without noticing, so this money has one of its own.
 */
export async function collectPayouts(work: Work): Promise<void> {
  const { tx, today, now } = work;
  const calendar = await calendarOf(tx);
  if (!isBusinessDay(today, calendar)) return;
  await lockCollecting(tx);
  await freeAfterChange(work);
  const least = money((await numbersInForce(tx, now)).payoutMin);
  const next = addBusinessDays(today, 1, calendar);
  await collectDistributed(tx, today, payoutMinimumOn(today, next, least));
  await askForRelease(work);
}

/** Asks finance to release the waiting payouts; an open task is updated to the current sum. */
async function askForRelease(
  work: Work,
  detail: TaskDetailSent<'payout_release'> = {},
): Promise<void> {
  const { tx, today } = work;
  const { count, amount } = await payableSum(tx, today);
  if (count === 0) return;
  const label = `${formatDay(today)} 撥付 ${count} 筆，共 ${formatMoney(amount)}`;
  const open = await openPayoutTask(tx);
  if (open) {
    await renewTask(work, open.id, label, detail);
    return;
  }
  const subject = { type: 'payout_day', id: dayNumber(today), label } as const;
  await openTask(work, { kind: 'payout_release', subject, detail });
}

/** A returned payout becomes payable automatically once its member has bound another account. */
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

/** Returns the payouts that are payable now, largest first, and what the task says about them. */
async function waiting({ tx, today }: Work, task: TaskRow<'payout_release'>) {
  const { count, amount } = await payableSum(tx, today);
  const rows = await payoutsOfDay(tx, today, BLOCKED_MAX);
  const payouts = rows.map(({ receiptId: _receipt, ...payout }) => payout);
  return { rows, detail: { ...task.detail, day: today, count, amount, payouts } };
}

export const payoutRelease: TaskHandler<'payout_release'> = {
  async detail(work, task) {
    if (task.status === 'done' && task.detail.count !== undefined) return task.detail;
    const { rows, detail } = await waiting(work, task);
    if (task.status === 'done') return detail;
    const lines = await payeesByPayment(work, rows);
    return { ...detail, payees: [...lines].map(([id, payee]) => ({ id, payee })) };
  },

  async flags(work, _task, deciding) {
    const read = deciding ? lockPayable : payable;
    // One that becomes payable only afterwards is asked about when the batch is checked.
    const payouts = await read(work.tx, work.today);
    const own = payouts.filter(({ receiptId }) => receiptId === null);
    return flagsOfPayments(work, own);
  },

  async decide(work, task) {
    const { detail } = await waiting(work, task);
    await keepDecided(work, task.id, detail);
    const payouts: PayoutRow[] = [];
    for (const payout of await lockPayable(work.tx, work.today)) {
      if (await payeeOf(work, payout)) payouts.push(payout);
    }
    if (payouts.length === 0) return;
    const items = payouts.map(({ id, amount }) => ({ subjectId: id, amount }));
    await draftBatch(work, 'payout', items);
  },
};

/** hooks.batches.payout: pays to each member's current account. */
export const payoutBatch: BatchHook = {
  async pay(work, batchId, payoutIds) {
    for (const id of payoutIds) {
      const payout = await lockPayout(work.tx, id);
      if (payout?.status === 'payable') await send(work, payout, batchId);
    }
  },

  async giveBack(work, _payoutIds, reason) {
    await askForRelease(work, { returned: reason });
    await keepAge(work, 'payout_release', { type: 'payout_day', id: dayNumber(work.today) });
  },

  // Once a person has seen to it, two persons release it with the next payouts.
  async keepBack(work, id, reason) {
    const payout = await lockPayout(work.tx, id);
    if (payout?.status !== 'payable') return;
    const { memberId, amount } = payout;
    await openTask(work, {
      kind: 'attention',
      subject: { type: 'payout', id, label: `撥付 ${id} 覆核時保留，${formatMoney(amount)}` },
      detail: { why: `覆核時保留：${reason}`, memberId, amount, heldBack: true },
    });
  },
};

/**
 * Returns the account to which a payout goes: that of the member, or the one from which money of a
 * third party came. Opens a task and returns null if there is none, or if it cannot be read, so
 * that one damaged row does not keep back the payouts of all others.
 */
async function payeeOf(work: Work, payout: PayoutRow) {
  try {
    return await knownPayee(work, payout);
  } catch (error) {
    logDamage(work.services.log, error, { payout: payout.id }, 'an account cannot be decrypted');
    await attend(work, payout, UNREADABLE);
    return null;
  }
}

async function knownPayee(work: Work, payout: PayoutRow) {
  if (payout.receiptId !== null) return sourceOrAsk(work, payout.receiptId);
  const account = await payoutAccountOf(work.tx, work.services, payout.memberId);
  if (account === null) await attend(work, payout, NO_ACCOUNT);
  return account;
}

async function send(work: Work, payout: PayoutRow, batchId: number): Promise<void> {
  // The payout stays payable, and is released once the member's money is no longer held.
  const claim = { purpose: 'payout', id: payout.id, isOwn: payout.receiptId === null } as const;
  if (await whyPayoutsWait(work.tx, payout.memberId, claim)) return;
  const account = await payeeOf(work, payout);
  if (account === null) return;
  const attempts = payout.attempts + 1;
  const paymentId = await orderPayment(work, {
    purpose: 'payout',
    subjectId: payout.id,
    memberId: payout.memberId,
    account,
    sourceId: payout.receiptId,
    amount: payout.amount,
    memo: payoutKindText[payout.kind],
    batchId,
    attempt: attempts,
  });
  await markPayout(work.tx, payout.id, { status: 'sent', paymentId, attempts, settledOn: null });
}

/**
 * hooks.settled.payout: the payout was sent, or the bank returned it and it is payable again, with
 * a task for a person.
 */
export async function payoutSettled(work: Work, settled: Settled): Promise<void> {
  const { outcome, paymentId, late, reason } = settled;
  // The bank may take a receipt of the loan back at this moment: the later of both must see what
  // the platform covered, or what waits to be sent, because of the earlier one.
  const { loanId } = await loanOfSurplus(work.tx, settled.subjectId);
  if (loanId !== null) await lockLoan(work.tx, loanId);
  const isOrphaned = late && (await isLeft(work, settled));
  const payout = await lockPayout(work.tx, settled.subjectId);
  const from = late ? 'confirmed' : 'sent';
  if (payout?.status !== from || payout.paymentId !== paymentId) {
    throw new Error(`payout ${settled.subjectId} was not ${from} as payment ${paymentId}`);
  }
  if (isOrphaned) return leaveToAPerson(work, payout, settled);
  const { id, memberId, amount, attempts } = payout;
  const to = outcome === 'confirmed' ? 'confirmed' : 'payable';
  await recordMove(work, {
    subject: { type: 'payout', id },
    action: `payout.${outcome}`,
    from,
    to,
    reason,
  });
  if (outcome === 'returned') {
    const again = { status: 'payable', paymentId: null, attempts, settledOn: null } as const;
    await markPayout(work.tx, id, again);
    if (late) await post(work, [moved(payout, settled)]);
    if (!settled.unsent) {
      await publish(work, [{ memberId, type: 'payout.returned', data: eventData(id, to) }]);
    }
    await askAboutReturned(work, { ...payout, status: 'payable' }, settled);
    return;
  }
  const settledOn = settled.day;
  await markPayout(work.tx, id, { status: 'confirmed', paymentId, attempts, settledOn });
  await post(work, [moved(payout, settled)]);
  await publish(work, [{ memberId, type: 'payout.sent', data: eventData(id, to) }]);
  const values = { amount: formatMoney(amount), day: formatDay(settledOn) };
  const said =
    payout.kind === 'surplus'
      ? noticeKinds.surplusPaid({ ...values, to: surplusTo([payout]) })
      : noticeKinds.paidOut(values);
  await tell(work, memberId, said);
}

/**
 * What the platform covered of a payout that came back ends the claim on the payer; for the rest,
 * another account is needed.
 */
async function askAboutReturned(work: Work, payout: PayoutRow, settled: Settled): Promise<void> {
  const left = await keepCovered(work, payout, settled.paymentId);
  const kept = subtract(payout.amount, left.amount);
  if (isPositive(kept)) {
    await tell(work, payout.memberId, noticeKinds.payoutKept({ amount: formatMoney(kept) }));
  }
  if (isPositive(left.amount)) await askForAccount(work, left, settled);
}

/**
 * Asks for another account after the bank returned a payout: the member for theirs, or a person for
 * that of a third party, whose money never goes to the member instead.
 */
async function askForAccount(work: Work, payout: PayoutRow, settled: Settled) {
  const { late, reason } = settled;
  const { memberId, receiptId } = payout;
  // The bank has said nothing about the account, and the member need not do anything.
  if (settled.unsent) return attend(work, payout, reason ?? UNREADABLE);
  const values = { amount: formatMoney(payout.amount) };
  if (receiptId !== null) {
    await askForSource(work, receiptId, `退回溢繳款遭銀行退匯：${reason ?? '未說明原因'}`);
    await tell(work, memberId, noticeKinds.payerPayoutReturned(values));
    return;
  }
  await keepForAccount(work, { memberId, paymentId: settled.paymentId, reason });
  const said = late ? noticeKinds.payoutCameBack(values) : noticeKinds.payoutReturned(values);
  await tell(work, memberId, said);
}

const eventData = (id: number, status: string) => ({ payoutId: outputIdSchema.decode(id), status });

/**
 * Returns whether the member's account is closed; if it is not, a lock keeps it open until the
 * transaction ends.
 */
const isLeft = async ({ tx }: Work, { memberId }: Settled): Promise<boolean> =>
  memberId !== null && (await holdMember(tx, memberId)) === null;

/**
 * Money returned for a closed account belongs to no current member. What the platform covered of it
 * ends the claim on the payer; the rest stays in suspense until a person decides.
 */
async function leaveToAPerson(work: Work, payout: PayoutRow, settled: Settled): Promise<void> {
  const { id, loanId, attempts } = payout;
  await recordMove(work, {
    subject: { type: 'payout', id },
    action: 'payout.returned',
    from: 'confirmed',
    to: 'confirmed',
    reason: settled.reason,
  });
  const kept = await coveredIn(work, payout);
  if (isPositive(kept)) {
    await post(work, [moved({ ...payout, amount: kept }, settled)]);
    await keepCovered(work, payout, settled.paymentId);
  }
  const amount = subtract(payout.amount, kept);
  if (amount === 0) {
    const end = { status: 'confirmed', paymentId: null, attempts, settledOn: null } as const;
    await markPayout(work.tx, id, end);
    return;
  }
  await lodgeReturn(
    work,
    { ...settled, amount },
    {
      loanId,
      virtualAccount: NO_VIRTUAL_ACCOUNT,
      kind: 'payout_returned',
      why: `會員已關閉帳戶，撥付 ${id} 遭銀行退匯，請人工處理`,
    },
  );
}

/** Transfer of the member's payout out of the trust account, or back into it. */
function moved(payout: PayoutRow, { paymentId, reference, day: on, late }: Settled): Transfer {
  const { id, memberId: member, loanId } = payout;
  const owed = payout.kind === 'surplus' ? 'refund_payable' : 'payable_to_investor';
  const amount = late ? negate(payout.amount) : payout.amount;
  return {
    id: `payout:${id}:${late ? 'returned' : 'paid'}:${paymentId}`,
    kind: late ? 'payout_returned' : 'payout',
    on,
    loanId: loanId ?? undefined,
    memo: `payment:${reference}`,
    entries: [
      { account: owed, member, amount },
      { account: 'trust_bank', amount: negate(amount) },
    ],
  };
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
