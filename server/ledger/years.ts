// The results of calendar years: what the year-end close carries to retained earnings.
import { incomeKinds } from '#contract/ledger/chart.ts';
import type { AccountKind } from '#contract/ledger/kinds.ts';
import { type Day, day } from '#contract/core/day.ts';
import { type Money, money, negate, sum } from '#contract/core/money.ts';
import type { Tx } from '../database/db.ts';
import { lastClosedYearEnd, movedByYear } from './closing-queries.ts';

export type YearResult = {
  year: string;
  /** Income less expenses in NT$. */
  result: Money;
  /** Entries that return each account of income and expense to zero, debits positive. */
  entries: { account: AccountKind; amount: Money }[];
};

export const yearEnd = (year: string): Day => day(`${year}-12-31`);

/** Returns the results of all years in which income or expenses were booked, oldest first. */
export async function yearResults(tx: Tx): Promise<YearResult[]> {
  const moved = Map.groupBy(await movedByYear(tx, incomeKinds), ({ year }) => year);
  return [...moved].map(([year, rows]) => {
    const result = negate(sum(rows.map(({ amount }) => amount)));
    const accounts = incomeKinds.flatMap((account) => {
      const amount = money(rows.find(({ kind }) => kind === account)?.amount ?? 0);
      return amount === 0 ? [] : [{ account, amount: negate(amount) }];
    });
    const carried = { account: 'retained_earnings' as const, amount: negate(result) };
    return { year, result, entries: result === 0 ? accounts : [...accounts, carried] };
  });
}

/** Returns whether a day lies in a closed year or before one, so that it can never be reopened. */
export async function isInClosedYear(tx: Tx, on: Day): Promise<boolean> {
  const { day: last } = await lastClosedYearEnd(tx);
  return last !== null && on <= last;
}
