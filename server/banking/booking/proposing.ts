// Proposal of a booking: its row, and the task or the batch of the second person.
import { bookingKindText } from '#contract/banking/words.ts';
import { formatMoney } from '#contract/core/money.ts';
import type { Operator } from '../../call.ts';
import type { Work } from '../../work.ts';
import { openTask, recordMove } from '../../tasks/front.ts';
import { draftBatch } from '../payment/batches.ts';
import { insertBooking, type NewBooking } from './booking-queries.ts';
import { bookingSubject } from './sweeps.ts';

/**
 * Proposes a booking and returns its id; null if what it explains, reverses or closes is already
 * being decided.
 */
export async function propose(
  context: Work & { operator: Operator },
  booking: Omit<NewBooking, 'makerId' | 'now'>,
): Promise<number | null> {
  const { tx, operator, now } = context;
  const made = await insertBooking(tx, { ...booking, makerId: operator.id, now });
  if (!made) return null;
  const { id } = made;
  const { kind, amount, reason, reversesId } = booking;
  if (kind === 'fee_sweep') await draftBatch(context, 'sweep', [{ subjectId: id, amount }]);
  else {
    const text = `${reversesId === null ? '' : '沖銷'}${bookingKindText[kind]}`;
    await openTask(context, {
      kind: 'booking_check',
      subject: { ...bookingSubject(id), label: `${text} ${formatMoney(amount)}` },
      makerId: operator.id,
    });
  }
  await recordMove(context, {
    subject: bookingSubject(id),
    action: 'booking.proposed',
    to: 'checking',
    reason,
    snapshot: { kind, amount, reverses: reversesId },
  });
  return id;
}
