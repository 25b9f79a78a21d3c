// Reversals: receipts that the bank takes back, whether it reports them before or after.
import { formatDay } from '#contract/core/day.ts';
import type { BankRecord } from '#contract/banking/calls.ts';
import type { Day } from '#contract/core/day.ts';
import { money, negate } from '#contract/core/money.ts';
import type { Work } from '../work.ts';
import { post } from '../ledger/front.ts';
import { closeTask, openTask } from '../tasks/front.ts';
import { stateOfRepeated } from './contradictions.ts';
import { takeBookingBack } from './booking/sweeps.ts';
import { payerAccountOf } from './payment/payers.ts';
import { cover, type Missing } from './payment/recourse.ts';
import { takeReturnBack } from './payment/returns.ts';
import {
  insertReceipt,
  lockReversed,
  lockSeq,
  lockWaiting,
  markReceipt,
  type ReceiptRow,
  type Reversing,
} from './queries.ts';
import { dropMatching } from './suspense.ts';
import { hooks } from '../hooks.ts';

/** A reversal names no payer. */
const NOBODY = { account: null, name: null };

/** Opens a task about a reversal that waits in suspense for a person. */
export function askAboutReversal(work: Work, record: BankRecord, receiptId: number, why: string) {
  return openTask(work, {
    kind: 'attention',
    subject: {
      type: 'receipt',
      id: receiptId,
      label: `${formatDay(record.date)} 沖正 ${record.seq}`,
    },
    detail: { why, amount: record.amount },
  });
}

/**
 * Books a reversal. If not exactly one receipt fits what it says, it waits in suspense with a task,
 * because a wrong guess would take the money of somebody else.
 */
export async function reverse(work: Work, record: BankRecord): Promise<string> {
  const { tx } = work;
  const fresh = await insertReceipt(tx, record, NOBODY, null, null);
  if (!fresh) return (await stateOfRepeated(work, record)).state;
  await lockSeq(tx, record.bank, record.reverses ?? '');
  const { bank, date: day, reverses = '', amount, virtualAccount } = record;
  const of = { bank, day, reverses, amount: money(amount), virtualAccount };
  const why = await takeBack(work, fresh.id, of);
  if (why === null) return 'reversed';
  await askAboutReversal(work, record, fresh.id, why);
  return 'suspense';
}

/**
 * Carries out a reversal that the bank reported before the receipt, which has now been booked;
 * returns whether there was one.
 */
export async function takeWaitingBack(
  work: Work,
  receipt: { bank: string; date: Day; seq: string },
): Promise<boolean> {
  for (const { id, ...of } of await lockWaiting(work.tx, receipt)) {
    if ((await takeBack(work, id, of)) !== null) continue;
    const why = '被沖正的入帳已經收到，並已沖正';
    await closeTask(work, 'attention', { type: 'receipt', id }, 'overtaken', why);
    return true;
  }
  return false;
}

/**
 * Reverses the receipt that the bank takes back: its order or loan gives up the money, and
 * trust_bank decreases. Returns why no receipt was reversed; null if one was.
 */
async function takeBack(work: Work, id: number, of: Reversing): Promise<string | null> {
  const { tx } = work;
  const [original, ...others] = await lockReversed(tx, of);
  if (!original) return '找不到被沖正的入帳';
  if (others.length > 0) return '有多筆入帳符合這筆沖正，請向銀行查明是哪一筆';
  const missing = await giveBack(work, original);
  if (missing) await cover(work, original.id, missing);
  await post(work, [
    {
      id: `reversal:${id}`,
      kind: 'reversal',
      on: of.day,
      memo: `receipt:${original.id}`,
      entries: [
        { account: 'suspense', amount: of.amount },
        { account: 'trust_bank', amount: negate(of.amount) },
      ],
    },
  ]);
  await markReceipt(tx, original.id, 'reversed');
  await markReceipt(tx, id, 'matched');
  return null;
}

/**
 * Moves the part of a receipt that its order or loan still has back into suspense; returns the
 * missing amount.
 */
export async function giveBack(work: Work, original: ReceiptRow): Promise<Missing | null> {
  const { services } = work;
  const subject = { type: 'receipt', id: original.id } as const;
  await closeTask(work, 'payer_source', subject, 'withdrawn', '原入帳經銀行沖正');
  if (original.state === 'returned') return takeReturnBack(work, original);
  const { subjectType, subjectId } = original;
  if (original.state === 'matched' && (subjectType === 'order' || subjectType === 'loan')) {
    const fromAccount = payerAccountOf(services, original);
    const receipt = { ...original, fromAccount, subjectId: subjectId ?? 0 };
    return hooks.reversed[subjectType](work, receipt);
  }
  if (subjectType === 'booking') await takeBookingBack(work, original.id);
  await dropMatching(work, original.id);
  return null;
}
