// What a late borrower owes today, by what it is made of.
import { add, type Money, subtract, sum, ZERO } from '#contract/core/money.ts';
import type { Loan } from '#contract/lending/calls.ts';

export type OwedPart = { name: string; amount: Money; isOverdue: boolean };

/**
 * Returns the parts of what is overdue, in NT$, which add up to `overdue.amount`, and the principal
 * that is not due yet. Parts of NT$0 are left out.
 */
export function owedNow({ overdue, schedule }: Pick<Loan, 'overdue' | 'schedule'>): OwedPart[] {
  if (!overdue) return [];
  const { amount, lateInterest, penalty, courtCosts } = overdue;
  const charges = add(lateInterest, add(penalty, courtCosts));
  const later = schedule.filter(({ status }) => status === 'upcoming');
  const parts = [
    { name: '到期的本金與利息', amount: subtract(amount, charges), isOverdue: true },
    { name: '遲延利息', amount: lateInterest, isOverdue: true },
    { name: '違約金', amount: penalty, isOverdue: true },
    { name: '代墊訴訟費用', amount: courtCosts, isOverdue: true },
    { name: '尚未到期的本金', amount: sum(later.map((row) => row.principal)), isOverdue: false },
  ];
  return parts.filter((part) => part.amount > ZERO);
}
