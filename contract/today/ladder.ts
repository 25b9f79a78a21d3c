// The steps to a first loan and to a first order, and how far a member has come.
import type { LoanStatus } from '../lending/loan-status.ts';

export const sides = ['borrow', 'invest'] as const;
export type Side = (typeof sides)[number];

export const ladders: Record<Side, { title: string; steps: readonly string[] }> = {
  borrow: { title: '申貸的進度', steps: ['身分', '申貸', '條件', '簽約', '撥款'] },
  invest: { title: '出資的進度', steps: ['身分', '風險屬性', '選案件', '匯款'] },
};

/** What decides how far a member has come; `order` is the order that has come furthest. */
export type Standing = {
  purpose: 'borrow' | 'invest' | 'both';
  isVerified: boolean;
  hasProfile: boolean;
  /** Status of the application in progress; null without one. */
  application: LoanStatus | null;
  /** Whether a loan was ever disbursed to the member. */
  hasBorrowed: boolean;
  order: 'none' | 'unpaid' | 'paid';
  /** Whether an order of the member was ever lent. */
  hasLent: boolean;
};

function borrowAt({ isVerified, application }: Standing): number {
  if (application === null || application < 30) return isVerified ? 1 : 0;
  if (application === 30) return 2;
  return application === 55 ? 4 : 3;
}

function investAt({ isVerified, hasProfile, order }: Standing): number {
  if (!isVerified) return 0;
  if (!hasProfile) return 1;
  return { none: 2, unpaid: 3, paid: 4 }[order];
}

/**
 * Returns the ladders to show, each with the number of its steps that are done: of the purpose
 * chosen at registration, and of whatever was begun besides, until money was borrowed or lent.
 */
export function laddersOf(of: Standing): { side: Side; at: number }[] {
  const { purpose, application, order, hasBorrowed, hasLent } = of;
  const isNew = !hasBorrowed && !hasLent;
  const borrows = application !== null || (isNew && order === 'none' && purpose !== 'invest');
  const invests = order !== 'none' || (isNew && application === null && purpose !== 'borrow');
  return [
    ...(borrows && !hasBorrowed ? [{ side: 'borrow' as const, at: borrowAt(of) }] : []),
    ...(invests && !hasLent ? [{ side: 'invest' as const, at: investAt(of) }] : []),
  ];
}
