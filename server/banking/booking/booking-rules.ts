// Entries of each kind of booking. Pure functions.
import type { BookingEntry, ProposableKind } from '#contract/banking/bookings.ts';
import { type Money, negate, percentOf, subtract } from '#contract/core/money.ts';

/** Where the trust's side of a booking is booked: at the bank, or in suspense until it is known. */
type TrustSide = 'trust_bank' | 'suspense';

/** Entries by which the trust owes the company more (or less, if negative). */
const owedMore = (amount: Money): BookingEntry[] => [
  { account: 'platform_due', amount: negate(amount) },
  { account: 'fee_receivable', amount },
];

const withoutZeros = (entries: readonly BookingEntry[]): BookingEntry[] =>
  entries.filter(({ amount }) => amount !== 0);

/**
 * Returns the entries of a booking of one amount in NT$; `percent` is the percentage of bank
 * interest that belongs to the customers. The customers' part is rounded down.
 */
export function entriesOfKind(
  kind: Exclude<ProposableKind, 'manual'>,
  amount: Money,
  { side, percent }: { side: TrustSide; percent: number },
): BookingEntry[] {
  const arrived: BookingEntry = { account: side, amount };
  switch (kind) {
    case 'fee_sweep':
      return [
        ...owedMore(negate(amount)),
        { account: 'trust_bank', amount: negate(amount) },
        { account: 'platform_bank', amount },
      ];
    case 'bank_charge':
      return [
        ...owedMore(negate(amount)),
        { account: 'trust_bank', amount: negate(amount) },
        { account: 'bank_fee', amount },
      ];
    case 'bank_interest': {
      const customers = percentOf(amount, percent * 100, 'floor');
      const own = subtract(amount, customers);
      return withoutZeros([
        arrived,
        { account: 'trust_interest', amount: negate(customers) },
        ...owedMore(own),
        { account: 'interest_income', amount: negate(own) },
      ]);
    }
    case 'company_paid_in':
      return [arrived, ...owedMore(amount), { account: 'platform_bank', amount: negate(amount) }];
    case 'vat_paid':
      return [
        { account: 'vat_payable', amount },
        { account: 'platform_bank', amount: negate(amount) },
      ];
  }
}
