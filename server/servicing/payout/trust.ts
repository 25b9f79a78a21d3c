// What must lie at the trust bank, by the ledger. Pure.
import { subtract, sum, type Money } from '#contract/core/money.ts';

/** The accounts whose sum must be what lies at the trust bank. */
export const CLIENT_MONEY = [
  'order_funds',
  'suspense',
  'borrower_prepaid',
  'payable_to_investor',
  'refund_payable',
  'platform_due',
] as const;

/** trust_bank less what it must be; 0 when the books agree. NT$. */
export function trustDifference(totals: readonly { kind: string; balance: Money }[]): Money {
  const of = (kind: string) =>
    sum(totals.filter((total) => total.kind === kind).map(({ balance }) => balance));
  return subtract(of('trust_bank'), sum(CLIENT_MONEY.map(of)));
}
