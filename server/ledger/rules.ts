// Pure rules of transfers: kinds of account, the shape of an entry, the booking of a fee.
import { accounts, entities, type Entity } from '#contract/ledger/chart.ts';
import type { AccountKind, TransferKind } from '#contract/ledger/kinds.ts';
import { type Money, money, negate, add, ZERO } from '#contract/core/money.ts';
import type { Day } from '#contract/core/day.ts';

/** An account is a kind with dimensions: the ids of loan, order and member if it has them. */
export type AccountKey = { account: AccountKind; loan?: number; order?: number; member?: number };

/** One line of a transfer in NT$: debit is positive, credit negative. */
export type Entry = AccountKey & { amount: number };

export type Transfer = {
  /** Derived from the cause (`order:12:receipt:90`), so that a retry is recognised. */
  id: string;
  kind: TransferKind;
  /** Business date of the event, as opposed to the time of recording. */
  on: Day;
  loanId?: number;
  memo?: string;
  entries: readonly Entry[];
};

/**
 * Returns the entries that book a fee when it is charged. The fee stays in the trust account as
 * `platform_due` and is income now. Its VAT leaves `fee_income` at the day's close, calculated on
 * the sum of the tax period (`vat.ts`). The caller debits the same amount from the paying account.
 * Empty for 0.
 */
export function feeEntries(fee: Money): Entry[] {
  if (fee === 0) return [];
  return [
    { account: 'platform_due', amount: negate(fee) },
    { account: 'fee_receivable', amount: fee },
    { account: 'fee_income', amount: negate(fee) },
  ];
}

/**
 * Throws if a transfer is invalid: no entries, a zero entry, or entries that do not sum to zero
 * within each entity.
 */
export function assertBalanced(transfer: Transfer): void {
  if (transfer.entries.length === 0) throw new RangeError(`${transfer.id} has no entries`);
  const sums: Record<Entity, Money> = { trust: ZERO, company: ZERO };
  for (const { account, amount } of transfer.entries) {
    if (money(amount) === 0) throw new RangeError(`${transfer.id} has an entry of 0`);
    const { entity } = accounts[account];
    sums[entity] = add(sums[entity], money(amount));
  }
  for (const entity of entities) {
    const sum = sums[entity];
    if (sum !== 0) throw new RangeError(`${transfer.id} sums to ${sum} in ${entity}, not 0`);
  }
}
