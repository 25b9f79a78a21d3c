// Words of the member's money: the next 30 days in one sentence, which stands on 今天 and on the
// portfolio, and the parts of the river.
import type { Coming, River } from './calls.ts';

/** Number of days that are looked ahead, the current day included. */
export const COMING_DAYS = 30;

/** Parts of a sentence; amounts are given as numbers, because the page may hide them. */
export type Words = readonly (string | number)[];

/** A day of the coming weeks, without its year: 12/14. */
export const shortDay = (day: string): string =>
  `${Number(day.slice(5, 7))}/${Number(day.slice(8))}`;

/** 「未來 30 天預計收回 $ 8,120，扣手續費後 $ 7,980」; null if nothing is to come. */
export function incomeWords({ income }: Pick<Coming, 'income'>): Words | null {
  if (income.amount === 0) return null;
  return [`未來 ${COMING_DAYS} 天預計收回 `, income.amount, '，扣手續費後 ', income.net];
}

/** 「12/14 還 $ 7,978」; null if no instalment is due. */
export function repayWords({ repay }: Pick<Coming, 'repay'>): Words | null {
  return repay && [`${shortDay(repay.dueOn)} 還 `, repay.amount];
}

type Part = 'total' | 'back' | 'left' | 'late' | 'lost';
const shared = { late: '逾期', lost: '損失' };
/** Names of the river and its parts. */
export const riverWords: Record<River['side'], Record<Part | 'title', string>> = {
  invest: { ...shared, title: '我的出資', total: '借出', back: '已收回', left: '陸續收回' },
  borrow: { ...shared, title: '我的借款', total: '借入', back: '已還', left: '未還' },
};
