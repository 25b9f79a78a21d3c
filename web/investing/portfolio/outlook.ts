// What an investment might bring back before any case is chosen: the engine's schedule, less the
// fee on interest and the yearly loss expected of the grade; also if it goes better or worse.
import { day } from '#contract/core/day.ts';
import {
  bpsOfPercent,
  minOf,
  money,
  percentOf,
  shareOf,
  subtract,
  sum,
} from '#contract/core/money.ts';
import { instalmentsOf, totalsOf } from '#contract/law/schedule.ts';

/** How much of the expected loss each case of the outlook takes, in percent of it. */
export const outlookCases = [
  { id: 'better', text: '較好', about: '損失是預期的一半', percent: 50 },
  { id: 'expected', text: '預期', about: '損失和等級的預估相同', percent: 100 },
  { id: 'worse', text: '較差', about: '損失是預期的兩倍', percent: 200 },
] as const;
export type OutlookCase = (typeof outlookCases)[number]['id'];

/** With whole months as twelfths of a year no amount depends on the day. */
const SOME_DAY = day('2000-01-01');
/** Basis points of a year in the months of one: a month's loss is a twelfth of a year's. */
const YEARS_OF_MONTHS = 12 * 10_000;

export type Outlook = {
  gross: number;
  fee: number;
  cases: { id: OutlookCase; loss: number; net: number; each: number }[];
};

/**
 * NT$. The loss is that of the year on what is out at the beginning of each month, never more than
 * comes back; `each` is a period's share of `net`, in whole dollars rounded down.
 */
export function outlookOf(wish: {
  amount: number;
  installments: number;
  /** Percent a year. */
  annualRate: number;
  /** Percent a year of the principal out, as the grade's table says it. */
  lossRate: number;
  /** Percent of the interest received. */
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
  });
  const { interest, total: gross } = totalsOf(rows);
  const fee = percentOf(interest, bpsOfPercent(wish.feePercent));
  // Opening balances added up: what is out at the beginning of each month.
  const out = sum(rows.map(({ no }) => sum(rows.slice(no - 1).map(({ principal }) => principal))));
  const lossBps = bpsOfPercent(wish.lossRate);
  const most = money(gross - fee);
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
