// What an investment might bring back before any case is chosen: the engine's schedule, less the
// fee on interest and an assumed loss.
import { day } from '#contract/day.ts';
import { bpsOfPercent, money, percentOf } from '#contract/money.ts';
import { instalmentsOf, totalsOf } from '#contract/schedule.ts';

/** Percent of all that is due, for reckoning only: nobody knows what will be lost. */
export const ASSUMED_LOSS_PERCENT = 2;

/** With whole months as twelfths of a year no amount depends on the day. */
const SOME_DAY = day('2000-01-01');

/** NT$; `each` is a period's share of `net`, in whole dollars rounded down. */
export function outlookOf(wish: {
  amount: number;
  installments: number;
  /** Percent a year. */
  annualRate: number;
  /** Percent of the interest received. */
  feePercent: number;
}) {
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
  const loss = percentOf(money(gross - fee), bpsOfPercent(ASSUMED_LOSS_PERCENT));
  const net = gross - fee - loss;
  return { gross, fee, loss, net, each: Math.floor(net / wish.installments) };
}
