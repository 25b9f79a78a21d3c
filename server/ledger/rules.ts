// What a transfer must be: the kinds of account, the shape of an entry, how a fee is booked.
import type { AccountKind, TransferKind } from '#contract/ledger/kinds.ts';
import { type Money, money, negate } from '#contract/core/money.ts';
import type { Day } from '#contract/core/day.ts';

/** An account is a kind with its dimensions; ids of loan, order and member where it has them. */
export type AccountKey = { account: AccountKind; loan?: number; order?: number; member?: number };

/** One line in NT$: debit positive, credit negative. */
export type Entry = AccountKey & { amount: number };

export type Transfer = {
  /** Chosen from what caused it (`order:12:receipt:90`), so that a retry is recognised. */
  id: string;
  kind: TransferKind;
  /** The business date it happened on, apart from when it is recorded. */
  on: Day;
  loanId?: number;
  memo?: string;
  entries: readonly Entry[];
};

/**
 * Books a fee at its collection: it stays in the trust account as `platform_due` and is earned now.
 * Its VAT leaves `fee_income` at the day's close, on the sum of the tax period (`vat.ts`). The
 * caller debits the same amount from where the money lay. Empty for 0.
 */
export function feeEntries(fee: Money): Entry[] {
  if (fee === 0) return [];
  return [
    { account: 'platform_due', amount: negate(fee) },
    { account: 'fee_receivable', amount: fee },
    { account: 'fee_income', amount: negate(fee) },
  ];
}

/** Fails where a transfer is not one: no lines, a zero line, or a sum that is not zero. */
export function assertBalanced(transfer: Transfer): void {
  if (transfer.entries.length === 0) throw new RangeError(`${transfer.id} has no entries`);
  let sum = 0;
  for (const { amount } of transfer.entries) {
    if (money(amount) === 0) throw new RangeError(`${transfer.id} has an entry of 0`);
    sum += amount;
  }
  if (sum !== 0) throw new RangeError(`${transfer.id} sums to ${sum}, not 0`);
}
