// Posting of bookings, the payments of fee sweeps, and what the bank takes back.
import { bookingKindText } from '#contract/banking/words.ts';
import { day as dayIn } from '#contract/core/day.ts';
import { formatMoney, type Money, negate } from '#contract/core/money.ts';
import { Refusal } from '#contract/refusals.ts';
import type { BatchHook, Hooks, Services, Work } from '../../action.ts';
import { balanceOf, post, undoing } from '../../ledger/actions.ts';
import { closeTask, openTask } from '../../tasks/actions.ts';
import { inWork } from '../../work.ts';
import { orderPayment } from '../payment/payments.ts';
import {
  type BookingRow,
  lockBooking,
  lockBookingOfReceipt,
  moveBooking,
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
  await moveBooking(work.tx, original.id, { state: 'reversed', now: work.now });
  return undone.id;
}

/** hooks.batches.sweep: orders the payment of fees to the company's account. */
export const sweepBatch: BatchHook = {
  async pay(work, batchId, bookingIds) {
    const account = work.services.config.bank.companyAccount;
    for (const id of bookingIds) {
      const row = await lockBooking(work.tx, id);
      if (row?.state !== 'checking') continue;
      const checkerId = work.actor.id ?? undefined;
      const to = { now: work.now, ...(checkerId !== undefined && { checkerId }) };
      const due = await balanceOf(work.tx, { account: 'platform_due' });
      if (account === null || row.amount > due) {
        await moveBooking(work.tx, id, { state: 'returned', ...to });
        continue;
      }
      const { amount } = row;
      const payment = { subjectId: id, memberId: null, account, amount, memo: '服務費撥轉' };
      await orderPayment(work, { purpose: 'sweep', ...payment, batchId });
      await moveBooking(work.tx, id, { state: 'ordered', ...to });
    }
  },

  async giveBack(work, bookingIds) {
    const checkerId = work.actor.id ?? undefined;
    for (const id of bookingIds) {
      const to = { now: work.now, ...(checkerId !== undefined && { checkerId }) };
      await moveBooking(work.tx, id, { state: 'returned', ...to });
    }
  },
};

/** hooks.settled.sweep: books the sweep on the bank's day, or asks why the bank sent it back. */
export const sweepSettled: Hooks['settled']['sweep'] = async (work, settled) => {
  const row = await lockBooking(work.tx, settled.subjectId);
  if (!row) throw new Error(`payment ${settled.paymentId} settles no booking`);
  const on = dayIn(settled.day);
  const memo = `payment:${settled.reference}`;
  const { now } = work;
  if (settled.outcome === 'confirmed') {
    const transferId = await postBooking(work, { ...row, day: on }, memo);
    await moveBooking(work.tx, row.id, { state: 'booked', transferId, day: on, now });
    return;
  }
  if (settled.late && row.transferId !== null) {
    await post(work, await undoing(work.tx, [row.transferId], { kind: row.kind, on, memo }));
    await moveBooking(work.tx, row.id, { state: 'reversed', now });
  } else await moveBooking(work.tx, row.id, { state: 'failed', now });
  await openTask(work, {
    kind: 'attention',
    subject: {
      ...bookingSubject(row.id),
      label: `${bookingKindText.fee_sweep} ${formatMoney(row.amount)} 遭銀行退回`,
    },
    detail: { why: settled.reason ?? '銀行未說明原因', amount: row.amount, day: on },
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
  await moveBooking(work.tx, row.id, { state: 'reversed', now: work.now });
}

/** The one task about what the trust account lacks. */
const SHORTFALL = { type: 'bank_day', id: 0 } as const;

/** Daily: opens a task if the company owes the trust, and closes it once it has paid. */
export async function askForCover(services: Services): Promise<void> {
  await inWork(services, async (work) => {
    const due: Money = await balanceOf(work.tx, { account: 'platform_due' });
    if (due >= 0) {
      await closeTask(work, 'attention', SHORTFALL, 'covered');
      return;
    }
    const lacking = negate(due);
    await openTask(work, {
      kind: 'attention',
      subject: { ...SHORTFALL, label: `信託專戶短少 ${formatMoney(lacking)}，待公司撥補` },
      detail: { why: '公司墊付的金額多於專戶內的服務費，請由公司帳戶匯入差額', amount: lacking },
    });
  });
}
