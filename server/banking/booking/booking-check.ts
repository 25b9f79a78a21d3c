// The second person's decision about a booking, whose approval books it.
import { Refusal } from '#contract/refusals.ts';
import type { TaskHandler, Work } from '../../action.ts';
import { balanceOf } from '../../ledger/actions.ts';
import { recordMove } from '../../tasks/actions.ts';
import { lockReceipt, markReceipt } from '../queries.ts';
import { updateDifferences } from '../reconciliation/differences.ts';
import { dropMatching } from '../suspense.ts';
import { type BookingRow, lockBooking, moveBooking } from './booking-queries.ts';
import { bookingView } from './bookings.ts';
import { bookingSubject, postBooking } from './sweeps.ts';

async function approve(work: Work, row: BookingRow, checkerId: number): Promise<void> {
  const { tx, now } = work;
  if (row.kind === 'vat_paid' && row.reverses === null) {
    if (row.amount > (await balanceOf(tx, { account: 'vat_payable' }))) {
      throw new Refusal('DECISION_INVALID', { fields: { decision: '應付營業稅已少於這個金額' } });
    }
  }
  if (row.receiptId !== null) {
    const receipt = await lockReceipt(tx, row.receiptId);
    if (receipt?.state !== 'suspense') throw new Refusal('TASK_DONE');
    await dropMatching(work, row.receiptId, '已記為帳務分錄');
    await markReceipt(tx, row.receiptId, 'matched', bookingSubject(row.id));
  }
  const transferId = await postBooking(work, row);
  await moveBooking(tx, row.id, { state: 'booked', checkerId, transferId, now });
  if (row.line !== null) await updateDifferences(work);
}

/** Task of the second person, whose approval alone books what the first proposed. */
export const bookingCheck: TaskHandler<'booking_check'> = {
  async detail(work, task) {
    return { ...task.detail, booking: await bookingView(work, task.subjectId) };
  },

  async decide(work, task, { decision, reason }) {
    const row = await lockBooking(work.tx, task.subjectId);
    if (row?.state !== 'checking') throw new Refusal('TASK_DONE');
    const checkerId = work.operator.id;
    const isApproved = decision === 'approve';
    if (isApproved) await approve(work, row, checkerId);
    else await moveBooking(work.tx, row.id, { state: 'returned', checkerId, now: work.now });
    await recordMove(work, {
      subject: bookingSubject(row.id),
      action: isApproved ? 'booking.booked' : 'booking.returned',
      from: 'checking',
      to: isApproved ? 'booked' : 'returned',
      reason: reason ?? null,
      snapshot: { kind: row.kind, amount: row.amount, maker: row.makerId },
    });
  },
};
