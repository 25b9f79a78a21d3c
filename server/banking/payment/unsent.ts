// Payments that cannot be sent because their account cannot be read: they leave their batch, so
// that the others go to the bank, and their money is owed again, with a task for a person.
import type { Services } from '../../services.ts';
import type { Work } from '../../work.ts';
import { logDamage } from '../../each-one.ts';
import { isPayable } from '../../adapters/bank/order-files.ts';
import { recordMove } from '../../tasks/front.ts';
import { lockPayment, type PaymentRow } from '../queries.ts';
import { lockBatch, recountBatch, takeOutOfBatch } from './batch-queries.ts';
import { bankPaymentOf } from './batches.ts';
import { settle } from './settlement.ts';

const WHY = '付款的帳戶資料損毀，無法讀取，未送銀行；請確認收款帳戶後重新放行';

/** Returns the payments whose account is damaged; a key that this process lacks is no damage. */
export function unreadableOf(
  { secrets, log }: Pick<Services, 'secrets' | 'log'>,
  payments: readonly PaymentRow[],
): PaymentRow[] {
  return payments.filter((payment) => {
    try {
      return !isPayable(bankPaymentOf({ secrets }, payment));
    } catch (error) {
      const about = { payment: payment.id };
      logDamage(log, error, about, 'the account of a payment cannot be decrypted');
      return true;
    }
  });
}

/**
 * Takes a payment out of a batch that was not sent. It counts as returned, although the bank never
 * had it, so that what it was for is owed again. A batch without any other payment is void.
 */
export async function leaveOut(
  work: Work,
  batchId: number,
  { id, reference }: Pick<PaymentRow, 'id' | 'reference'>,
): Promise<void> {
  const { tx, now, today } = work;
  const batch = await lockBatch(tx, batchId);
  const payment = await lockPayment(tx, reference);
  if (batch?.state !== 'approved' || payment?.status !== 'pending') return;
  const report = { reference, outcome: 'returned', date: today, at: now, reason: WHY } as const;
  await settle(work, report, { unsent: true });
  await takeOutOfBatch(tx, id);
  const { state } = await recountBatch(tx, batchId);
  await recordMove(work, {
    subject: { type: 'batch', id: batchId },
    action: 'batch.left_out',
    from: batch.state,
    to: state,
    snapshot: { payment: id },
  });
}
