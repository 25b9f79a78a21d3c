// Bands of monthly income that a quote asks for; without schemas, so that a page loads none.
import { money, type Money } from '../core/money.ts';

/** A band of monthly income before tax; a quote counts its lower bound, in NT$. */
type IncomeBand = { readonly id: number; readonly text: string; readonly atLeast: Money };

/** The bands are the steps of the scorecard, and one more for incomes on which nothing is lent. */
export const quoteIncomes: readonly IncomeBand[] = [
  { id: 1, text: '未滿 2 萬元', atLeast: money(0) },
  { id: 2, text: '2 萬元以上，未滿 3 萬元', atLeast: money(20_000) },
  { id: 3, text: '3 萬元以上，未滿 4 萬元', atLeast: money(30_000) },
  { id: 4, text: '4 萬元以上，未滿 5 萬元', atLeast: money(40_000) },
  { id: 5, text: '5 萬元以上，未滿 7 萬元', atLeast: money(50_000) },
  { id: 6, text: '7 萬元以上，未滿 10 萬元', atLeast: money(70_000) },
  { id: 7, text: '10 萬元以上', atLeast: money(100_000) },
];
