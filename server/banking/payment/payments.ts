// Payments from the trust account, each ordered once with its own reference.
import type { Money } from '#contract/core/money.ts';
import type { PaymentPurpose } from '../../hooks.ts';
import type { Work } from '../../work.ts';
import { recordMove } from '../../tasks/front.ts';
import { insertPayment } from '../queries.ts';

/** Orders a payment from the trust account as part of a batch; the worker sends it to the bank. */
export async function orderPayment(
  work: Work,
  payment: {
    purpose: PaymentPurpose;
    subjectId: number;
    memberId: number | null;
    account: { bankCode: string; account: string; holder: string };
    amount: Money;
    memo: string;
    /** The batch with which the payment is sent: one file, released once. */
    batchId: number;
    /**
     * Number of the attempt, counted from 1; higher if the bank returned an earlier payment.
     * Default: 1.
     */
    attempt?: number;
    /** The receipt to whose payer the payment goes back. Default: none. */
    sourceId?: number | null;
  },
): Promise<number> {
  const { secrets } = work.services;
  const { bankCode, account, holder } = payment.account;
  // The reference is unique by subject and attempt, so the same payment cannot be ordered twice.
  const reference = `${payment.purpose}-${payment.subjectId}-${payment.attempt ?? 1}`;
  const { id } = await insertPayment(work.tx, {
    purpose: payment.purpose,
    subjectId: payment.subjectId,
    memberId: payment.memberId,
    bankCode,
    account: secrets.encrypt('banking.payment.account', reference, account),
    holder: secrets.encrypt('banking.payment.holder', reference, holder),
    amount: payment.amount,
    memo: payment.memo,
    reference,
    batchId: payment.batchId,
    sourceId: payment.sourceId ?? null,
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
