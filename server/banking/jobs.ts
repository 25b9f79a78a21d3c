// Handing ordered payments to the bank; a payment keeps its reference however often it is tried.
import type { Services } from '../action.ts';
import { withTransaction } from '../db.ts';
import { delayPayment, lockDuePayments, markPaymentsSent } from './queries.ts';

const BATCH = 50;

/**
 * Sends what is due and answers how many rows it looked at. The bank knows a payment by its
 * reference, so that one sent and not yet marked here is not paid twice when it is sent again.
 */
export function sendPayments({ pool, bank, secrets, clock, log }: Services): Promise<number> {
  return withTransaction(pool, async (tx) => {
    const realNow = clock.realNow();
    const due = await lockDuePayments(tx, realNow, BATCH);
    const sent: number[] = [];
    for (const payment of due) {
      try {
        await bank.sendPayment({
          reference: payment.reference,
          purpose: payment.purpose,
          bankCode: payment.bankCode,
          account: secrets.open(payment.account),
          holder: secrets.open(payment.holder),
          amount: payment.amount,
          memo: payment.memo,
        });
        sent.push(payment.id);
      } catch (error) {
        log.error({ err: error, payment: payment.id }, 'the bank did not take a payment');
        const wait = Math.min(3600, 15 * 2 ** payment.attempts);
        await delayPayment(tx, payment.id, new Date(realNow.getTime() + wait * 1000));
      }
    }
    if (sent.length > 0) await markPaymentsSent(tx, sent, realNow);
    return due.length;
  });
}
