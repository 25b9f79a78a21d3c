// Applies a receipt to what the borrower owes: strictly by class, and the oldest instalment first
// within each class.
import { compareDays, daysBetween, type Day } from '../core/day.ts';
import { minOf, subtract, sum, ZERO, type Money } from '../core/money.ts';

/** Classes in the order of payment: Civil Code 321–323, penalty last. */
export const paymentClasses = [
  'court',
  'interest',
  'lateInterest',
  'principal',
  'penalty',
] as const;
export type PaymentClass = (typeof paymentClasses)[number];

/** Unpaid amounts of one instalment, in NT$. */
export type InstalmentClaim = {
  no: number;
  payableUntil: Day;
  interestDue: Money;
  lateInterestDue: Money;
  principalDue: Money;
  penaltyDue: Money;
};

export type Claims = {
  /** Court costs advanced for the loan and not yet recovered. */
  court: Money;
  /** Instalments due by the day of the receipt. */
  instalments: readonly InstalmentClaim[];
  /**
   * The following instalment. It is paid from what is left of the receipt if it falls due within 10
   * days of `on`.
   */
  next?: {
    no: number;
    dueOn: Day;
    on: Day;
    interestDue: Money;
    principalDue: Money;
    /**
     * Late charges from the time before a negotiation, which the negotiated terms make due with
     * this instalment.
     */
    lateInterestDue?: Money;
    penaltyDue?: Money;
  };
};

export type Allocation = { class: PaymentClass; instalmentNo: number | null; amount: Money };

/** A receipt may pay the next instalment at most this many days before its due date. */
export const NEXT_WITHIN_DAYS = 10;

const dueField = {
  interest: 'interestDue',
  lateInterest: 'lateInterestDue',
  principal: 'principalDue',
  penalty: 'penaltyDue',
} as const satisfies Record<Exclude<PaymentClass, 'court'>, keyof InstalmentClaim>;

/**
 * Applies a receipt to court costs, due interest, late interest, due principal, penalty and then
 * the next instalment if it falls due soon; the rest is recorded as prepaid money (預收款). The
 * allocations and `prepaid` add up to the receipt, and no claim gets more than its amount. Throws
 * RangeError for a negative receipt.
 */
export function allocate(
  receipt: Money,
  claims: Claims,
): { allocations: Allocation[]; prepaid: Money } {
  if (receipt < 0) throw new RangeError(`not a receipt: ${receipt}`);
  const allocations: Allocation[] = [];
  let left = receipt;
  for (const claim of inOrderOfPayment(claims)) {
    const amount = minOf(left, claim.amount);
    if (amount <= 0) continue;
    allocations.push({ ...claim, amount });
    left = subtract(left, amount);
  }
  return { allocations, prepaid: left };
}

/** Returns every claim as one line, in order of payment. */
function inOrderOfPayment({ court, instalments, next }: Claims): Allocation[] {
  const oldest = instalments.toSorted(
    (a, b) => compareDays(a.payableUntil, b.payableUntil) || a.no - b.no,
  );
  const due = paymentClasses.flatMap((name): Allocation[] =>
    name === 'court'
      ? [{ class: name, instalmentNo: null, amount: court }]
      : oldest.map((claim) => ({
          class: name,
          instalmentNo: claim.no,
          amount: claim[dueField[name]],
        })),
  );
  return next === undefined || daysBetween(next.on, next.dueOn) > NEXT_WITHIN_DAYS
    ? due
    : [
        ...due,
        { class: 'interest', instalmentNo: next.no, amount: next.interestDue },
        { class: 'lateInterest', instalmentNo: next.no, amount: next.lateInterestDue ?? ZERO },
        { class: 'principal', instalmentNo: next.no, amount: next.principalDue },
        { class: 'penalty', instalmentNo: next.no, amount: next.penaltyDue ?? ZERO },
      ];
}

/** Returns the sum of all due claims without the next instalment, in NT$. */
export function dueOf(claims: Omit<Claims, 'next'>): Money {
  return sum(inOrderOfPayment(claims).map(({ amount }) => amount));
}
