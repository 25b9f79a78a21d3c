// Payments from the trust account: ordered once, each with a reference of its own.
import type { PaymentPurpose, Work } from '../../action.ts';
import { recordMove } from '../../tasks/actions.ts';
import { insertPayment } from '../queries.ts';

/** Orders a payment of a batch from the trust account; the worker hands it to the bank. */
export async function orderPayment(
  work: Work,
  payment: {
    purpose: PaymentPurpose;
    subjectId: number;
    memberId: number | null;
    account: { bankCode: string; account: string; holder: string };
    amount: number;
    memo: string;
    /** What it leaves with: one file, released once. */
    batchId: number;
    /** Tells one try from the next where a payment came back; 1 unless given. */
    attempt?: number;
  },
): Promise<number> {
  const { secrets } = work.services;
  const { bankCode, account, holder } = payment.account;
  // Unique by subject and attempt: the same payment cannot be ordered twice.
  const reference = `${payment.purpose}-${payment.subjectId}-${payment.attempt ?? 1}`;
  const { id } = await insertPayment(work.tx, {
    purpose: payment.purpose,
    subjectId: payment.subjectId,
    memberId: payment.memberId,
    bankCode,
    account: secrets.seal('banking.payment.account', reference, account),
    holder: secrets.seal('banking.payment.holder', reference, holder),
    amount: payment.amount,
    memo: payment.memo,
    reference,
    batchId: payment.batchId,
    now: work.now,
  });
  await recordMove(work, {
    subject: { type: 'payment', id },
    action: `payment.${payment.purpose}`,
    to: 'pending',
    snapshot: { amount: payment.amount, subject: payment.subjectId },
  });
  return id;
}
