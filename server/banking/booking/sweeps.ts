// Posting of bookings, the payments of fee sweeps, and what the bank takes back.
import { bookingKindText } from '#contract/banking/words.ts';
import type { BookingState } from '#contract/banking/bookings.ts';
import { type Day, day as dayIn } from '#contract/core/day.ts';
import { formatMoney, type Money, money, subtract } from '#contract/core/money.ts';
import { Refusal } from '#contract/refusals.ts';
import type { Hooks, BatchHook } from '../../hooks.ts';
import type { Work } from '../../work.ts';
import { balanceOf, post, undoing } from '../../ledger/front.ts';
import { numbersInForce } from '../../settings/front.ts';
import { openTask, recordMove } from '../../tasks/front.ts';
import { orderPayment } from '../payment/payments.ts';
import {
  type BookingRow,
  lockBooking,
  lockBookingOfReceipt,
  lockLimits,
  moveBooking,
  sweepsUnderWay,
} from './booking-queries.ts';

export const bookingSubject = (id: number) => ({ type: 'booking', id }) as const;

const transferOf = ({ id, receiptId }: Pick<BookingRow, 'id' | 'receiptId'>) =>
  receiptId === null ? `booking:${id}` : `booking:${id}:receipt:${receiptId}`;

/** Posts a booking, or undoes the one that it reverses; returns the id of the transfer. */
export async function postBooking(work: Work, row: BookingRow, memo?: string): Promise<string> {
  const { kind, day, entries, reason } = row;
  if (row.reverses === null) {
    const id = transferOf(row);
    await post(work, [{ id, kind, on: day, memo: memo ?? reason, entries }]);
    return id;
  }
  const original = await lockBooking(work.tx, row.reverses);
  if (original?.state !== 'booked' || original.transferId === null) throw new Refusal('TASK_DONE');
  const [undone] = await undoing(work.tx, [original.transferId], { kind, on: day, memo: reason });
  if (!undone) throw new Error(`booking ${row.reverses} has no transfer`);
  await post(work, [undone]);
  await moveTo(work, original, { state: 'reversed' }, reason);
  return undone.id;
}

/** Moves a booking to another state, with a row of the audit log; `to` may set what is not set. */
export async function moveTo(
  work: Work,
  row: Pick<BookingRow, 'id' | 'kind' | 'amount' | 'makerId' | 'state'>,
  to: {
    state: Exclude<BookingState, 'checking'>;
    checkerId?: number;
    transferId?: string;
    day?: Day;
  },
  reason: string | null = null,
): Promise<void> {
  await moveBooking(work.tx, row.id, { ...to, now: work.now });
  await recordMove(work, {
    subject: bookingSubject(row.id),
    action: `booking.${to.state}`,
    from: row.state,
    to: to.state,
    reason,
    snapshot: { kind: row.kind, amount: row.amount, maker: row.makerId },
  });
}

const checkerIn = ({ actor }: Work) => (actor.id === null ? {} : { checkerId: actor.id });

/**
 * NT$ of fees in the trust account that may be swept: the company's reserve stays, and what is
 * `amount` (proposed or ordered) or only `ordered` already counts as gone.
 */
export async function sweepable(
  { tx, now }: Pick<Work, 'tx' | 'now'>,
  underWay: 'amount' | 'ordered' = 'amount',
): Promise<Money> {
  const due = await balanceOf(tx, { account: 'platform_due' });
  const { trustReserve } = await numbersInForce(tx, now);
  const gone = (await sweepsUnderWay(tx))[underWay];
  return subtract(subtract(due, money(trustReserve)), gone);
}

/** hooks.batches.sweep: orders the payment of fees to the company's account. */
export const sweepBatch: BatchHook = {
  async pay(work, batchId, bookingIds) {
    const account = work.services.config.bank.companyAccount;
    await lockLimits(work.tx);
    for (const id of bookingIds) {
      const row = await lockBooking(work.tx, id);
      if (row?.state !== 'checking') continue;
      const left = await sweepable(work, 'ordered');
      if (account === null || row.amount > left) {
        const why = account === null ? '未設定公司帳戶' : '專戶內的服務費已少於這個金額';
        await moveTo(work, row, { state: 'returned', ...checkerIn(work) }, why);
        continue;
      }
      const { amount } = row;
      const payment = { subjectId: id, memberId: null, account, amount, memo: '服務費撥轉' };
      await orderPayment(work, { purpose: 'sweep', ...payment, batchId });
      await moveTo(work, row, { state: 'ordered', ...checkerIn(work) });
    }
  },

  async giveBack(work, bookingIds, reason) {
    for (const id of bookingIds) {
      const row = await lockBooking(work.tx, id);
      if (row) await moveTo(work, row, { state: 'returned', ...checkerIn(work) }, reason);
    }
  },
};

/** hooks.settled.sweep: books the sweep on the bank's day, or asks why the bank sent it back. */
export const sweepSettled: Hooks['settled']['sweep'] = async (work, settled) => {
  const row = await lockBooking(work.tx, settled.subjectId);
  if (!row) throw new Error(`payment ${settled.paymentId} settles no booking`);
  const on = dayIn(settled.day);
  const memo = `payment:${settled.reference}`;
  if (settled.outcome === 'confirmed') {
    const transferId = await postBooking(work, { ...row, day: on }, memo);
    await moveTo(work, row, { state: 'booked', transferId, day: on });
    return;
  }
  const why = settled.reason ?? '銀行未說明原因';
  if (settled.late && row.transferId !== null) {
    await post(work, await undoing(work.tx, [row.transferId], { kind: row.kind, on, memo }));
    await moveTo(work, row, { state: 'reversed' }, why);
  } else await moveTo(work, row, { state: 'failed' }, why);
  const how = settled.unsent ? '未送銀行' : '遭銀行退回';
  await openTask(work, {
    kind: 'attention',
    subject: {
      ...bookingSubject(row.id),
      label: `${bookingKindText.fee_sweep} ${formatMoney(row.amount)} ${how}`,
    },
    detail: { why, amount: row.amount, day: on },
  });
};

/**
 * Undoes the booking of a receipt that the bank takes back, so that its money is in suspense again;
 * does nothing if the receipt has no booking.
 */
export async function takeBookingBack(work: Work, receiptId: number): Promise<void> {
  const row = await lockBookingOfReceipt(work.tx, receiptId);
  const booking = row && (await lockBooking(work.tx, row.id));
  if (!booking) return;
  const how = { kind: booking.kind, on: work.today } as const;
  await post(work, await undoing(work.tx, [row.transferId], how));
  await moveTo(work, booking, { state: 'reversed' }, '入帳經銀行沖正');
}
