// Settles payments by the bank's reports: confirmed, returned, returned late, or reported with a
// different amount.
import type { PaymentReport } from '#contract/banking/calls.ts';
import { formatMoney, money, type Money, negate, subtract } from '#contract/core/money.ts';
import type { Work } from '../../work.ts';
import { accountingDay } from '../../ledger/front.ts';
import { openTask, recordMove } from '../../tasks/front.ts';
import { askAboutResent } from '../contradictions.ts';
import { insertPaymentBooking, lockPayment, settlePayment } from '../queries.ts';
import { hooks } from '../../hooks.ts';

/** State of a payment after a report, and whether the report changed anything. */
export type PaymentBooking = {
  state: 'unknown' | 'differs' | 'unreadable' | 'pending' | 'sent' | 'confirmed' | 'returned';
  changed: boolean;
  paymentId: number | null;
  /** Amount that was ordered, in NT$. */
  ordered: number | null;
};

/**
 * Settles a payment by a report of the bank; the same report takes effect only once. A confirmed
 * payment may still be returned days later (`late`), while a returned payment is final: if the bank
 * calls it carried out afterwards, a person must clarify that. If the reported amount differs from
 * the ordered one, nothing is settled and the state is `differs`, so that a person must clarify it.
 * `unsent` says that the program itself gives a payment up which the bank never had.
 */
export async function settle(
  work: Work,
  report: PaymentReport,
  { unsent }: { unsent: boolean } = { unsent: false },
): Promise<PaymentBooking> {
  const { tx } = work;
  const payment = await lockPayment(tx, report.reference);
  if (!payment) return { state: 'unknown', changed: false, paymentId: null, ordered: null };
  const { id: paymentId, amount: ordered } = payment;
  if (report.amount !== undefined && report.amount !== payment.amount) {
    return { state: 'differs', changed: false, paymentId, ordered };
  }
  if (payment.status === 'returned' || payment.status === report.outcome) {
    await askAboutResent(work, payment, report);
    return { state: payment.status, changed: false, paymentId, ordered };
  }
  const late = payment.status === 'confirmed';
  await settlePayment(tx, paymentId, {
    status: report.outcome,
    day: report.date,
    at: report.at,
    reason: report.reason ?? null,
  });
  await bookMovement(work, report, { amount: ordered, late });
  await recordMove(work, {
    subject: { type: 'payment', id: paymentId },
    action: late ? 'payment.returned_late' : `payment.${report.outcome}`,
    from: payment.status,
    to: report.outcome,
    reason: report.reason ?? null,
  });
  await hooks.settled[payment.purpose](work, {
    paymentId,
    reference: payment.reference,
    purpose: payment.purpose,
    subjectId: payment.subjectId,
    memberId: payment.memberId,
    amount: payment.amount,
    outcome: report.outcome,
    late,
    unsent,
    day: report.date,
    reason: report.reason ?? null,
  });
  return { state: report.outcome, changed: true, paymentId, ordered };
}

/**
 * Records a movement at the bank that a payment caused: it was sent, or it was returned after it
 * had been sent.
 */
async function bookMovement(
  { tx }: Work,
  { reference, outcome, date }: PaymentReport,
  { amount, late }: { amount: Money; late: boolean },
): Promise<void> {
  if (outcome === 'returned' && !late) return;
  await insertPaymentBooking(tx, {
    reference,
    outcome,
    amount: late ? amount : negate(amount),
    bankDate: date,
    bookedOn: await accountingDay(tx, date),
  });
}

/**
 * Opens a task to clarify an amount with the bank if the reported amount differs from the ordered
 * one.
 */
export async function askAboutAmount(work: Work, report: PaymentReport): Promise<void> {
  const payment = await lockPayment(work.tx, report.reference);
  if (!payment || report.amount === undefined) return;
  const difference = subtract(money(report.amount), payment.amount);
  await openTask(work, {
    kind: 'attention',
    subject: {
      type: 'payment',
      id: payment.id,
      label: `匯款 ${report.reference} 金額不符，差 ${formatMoney(difference)}`,
    },
    detail: {
      why:
        report.outcome === 'confirmed'
          ? '銀行匯出的金額與付款不同，未列為已匯出，請向銀行查明；查明後於對帳差異記帳，即列為已匯出'
          : '銀行退回的金額與付款不同，未列為已退回，請向銀行查明',
      amount: payment.amount,
      reported: report.amount,
      difference,
      day: report.date,
    },
  });
}

/**
 * Opens a task for a report that could not be booked because the data of the payment's member are
 * damaged. The payment keeps its state, so that the report counts once the bank repeats it.
 */
export async function askAboutUnreadable(
  work: Work,
  { reference, outcome, date }: PaymentReport,
): Promise<PaymentBooking> {
  const payment = await lockPayment(work.tx, reference);
  if (!payment) throw new Error(`payment ${reference} vanished`);
  const { id, amount } = payment;
  const result = outcome === 'confirmed' ? '已匯出' : '遭退回';
  await openTask(work, {
    kind: 'attention',
    subject: { type: 'payment', id, label: `匯款 ${reference} 的結果未入帳` },
    detail: {
      why: `銀行回報${result}，但會員資料無法讀取；修復資料後請銀行重送這筆回報`,
      amount,
      day: date,
    },
  });
  return { state: 'unreadable', changed: false, paymentId: id, ordered: amount };
}
