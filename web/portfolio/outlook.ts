// Estimates what an investment might return before any case is chosen: the schedule that the server
// would calculate, less the fee on interest and the yearly loss expected for the grade, in an
// expected, a better and a worse scenario.
import { day } from '#contract/core/day.ts';
import { bpsOfPercent, minOf, percentOf, shareOf, subtract, sum } from '#contract/core/money.ts';
import { instalmentsOf, totalsOf } from '#contract/law/schedule.ts';

/**
 * Scenarios of the estimate; `percent` is the share of the expected loss that the scenario assumes.
 */
export const outlookCases = [
  { id: 'better', text: '較好', about: '損失是預期的一半', percent: 50 },
  { id: 'expected', text: '預期', about: '損失和等級的預估相同', percent: 100 },
  { id: 'worse', text: '較差', about: '損失是預期的兩倍', percent: 200 },
] as const;
export type OutlookCase = (typeof outlookCases)[number]['id'];

/**
 * Any day works, because months count as twelfths of a year, so that no amount depends on the day.
 */
const SOME_DAY = day('2000-01-01');
/** Divisor that turns a yearly rate in basis points into the share of one month. */
const YEARS_OF_MONTHS = 12 * 10_000;

export type Outlook = {
  gross: number;
  fee: number;
  cases: { id: OutlookCase; loss: number; net: number; each: number }[];
};

/**
 * Estimates the return; all amounts are in NT$. The loss is the yearly loss rate on the principal
 * outstanding at the beginning of each month, at most the total received; `each` is the share of
 * `net` per period, rounded down to whole dollars.
 */
export function outlookOf(wish: {
  amount: number;
  installments: number;
  /** Interest rate in percent per year. */
  annualRate: number;
  /** Expected loss in percent per year of the outstanding principal, as in the table of grades. */
  lossRate: number;
  /** Fee in percent of the interest received. */
  feePercent: number;
}): Outlook {
  const rows = instalmentsOf({
    principal: wish.amount,
    rateAnnualBps: bpsOfPercent(wish.annualRate),
    periods: wish.installments,
    method: 'level',
    dayCount: 'MONTHLY_12',
    dueRule: 'ANNIVERSARY',
    startsOn: SOME_DAY,
    fixedTerm: true,
  });
  const { interest, total: gross } = totalsOf(rows);
  const fee = percentOf(interest, bpsOfPercent(wish.feePercent));
  // Sum of the opening balances: the principal outstanding at the beginning of each month.
  const out = sum(rows.map(({ no }) => sum(rows.slice(no - 1).map(({ principal }) => principal))));
  const lossBps = bpsOfPercent(wish.lossRate);
  const most = subtract(gross, fee);
  return {
    gross,
    fee,
    cases: outlookCases.map(({ id, percent }) => {
      const lost = shareOf(out, lossBps * percent, YEARS_OF_MONTHS * 100, 'halfUp');
      const loss = minOf(lost, most);
      const net = subtract(most, loss);
      return { id, loss, net, each: Math.floor(net / wish.installments) };
    }),
  };
}
