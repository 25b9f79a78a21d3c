// Balance that the trust account must have according to the ledger. Pure functions.
import { subtract, sum, type Money } from '#contract/core/money.ts';

/** Accounts whose total must equal the balance at the trust bank. */
export const CLIENT_MONEY = [
  'order_funds',
  'suspense',
  'borrower_prepaid',
  'payable_to_investor',
  'refund_payable',
  'platform_due',
  'trust_interest',
] as const;

/** Returns the balance of trust_bank less the required balance in NT$; 0 if the books agree. */
export function trustDifference(totals: readonly { kind: string; balance: Money }[]): Money {
  const of = (kind: string) =>
    sum(totals.filter((total) => total.kind === kind).map(({ balance }) => balance));
  return subtract(of('trust_bank'), sum(CLIENT_MONEY.map(of)));
}
