// What banking tells the features whose money moves, and what they do then.
import type { PaymentPurpose } from '#contract/banking/calls.ts';
import type { Day } from '#contract/core/day.ts';
import type { Money } from '#contract/core/money.ts';
import type { Work } from './action.ts';

export type Receipt = {
  id: number;
  bank: string;
  at: Date;
  /** The bank's date of the receipt, which decides whether a payment was in time. */
  day: Day;
  type: string;
  amount: Money;
  virtualAccount: string;
  fromBank: string | null;
  fromAccount: string | null;
  /** Whether persons assigned the money although it is not shown to be the member's own. */
  thirdParty: boolean;
  subjectId: number;
};

/**
 * Outcome of a receipt for an order or a loan. `suspense` leaves the money in suspense, with a task
 * that contains the reason.
 */
export type Reception = { state: 'matched' } | { state: 'suspense'; reason: string };

export type Settled = {
  paymentId: number;
  /** Our own reference, known to the bank, by which its transfers are identified. */
  reference: string;
  purpose: PaymentPurpose;
  subjectId: number;
  memberId: number | null;
  amount: Money;
  outcome: 'confirmed' | 'returned';
  /** Returned after the bank had confirmed it: the money was gone and is back. */
  late: boolean;
  /** Returned without having been sent, because its account cannot be read. */
  unsent: boolean;
  day: Day;
  reason: string | null;
};
/**
 * Amount that the bank took back although the subject has already spent it; null if the subject
 * returned the whole amount.
 */
export type Shortfall = { amount: Money; loanId: number; memberId: number; label: string } | null;
export type { PaymentPurpose };

/**
 * Payment kinds whose batches a second person must release; disbursements were checked loan by
 * loan.
 */
export type DraftedKind = Exclude<PaymentPurpose, 'disbursement'>;
export type BatchHook = {
  /** Orders the bank to make the payments that may still be made, each with the batch's id. */
  pay(work: Work, batchId: number, subjectIds: readonly number[]): Promise<void>;
  /** Allows the subjects to be released again. */
  giveBack(work: Work, subjectIds: readonly number[], reason: string): Promise<void>;
};
