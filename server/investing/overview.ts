// What an investor sees at a glance: sums by period, the portfolio's yield, what is late, dots.
import { type Day, daysBetween, endOfDay, startOfDay } from '#contract/day.ts';
import { dotTypes, type investingOverview } from '#contract/investing-overview.ts';
import { pageMax } from '#contract/lists.ts';
import { roundedTo, ZERO } from '#contract/money.ts';
import { xirr } from '#contract/rates.ts';
import type { Actions } from '../action.ts';
import type { Tx } from '../db.ts';
import {
  flowsOf,
  lateHoldings,
  litDots,
  markSeen,
  orderSums,
  receivedWithin,
  standingOf,
} from './portfolio-queries.ts';
import { holdingView } from './portfolio.ts';

type All = Omit<
  Actions<{ investing: typeof investingOverview }>['investing'],
  'selectedCases' | 'caseProgress'
>;

/**
 * Percent a year over everything the member ever lent, by real cash flows; what is still out as if
 * it came back today. Null until something came back.
 */
async function yieldOf(tx: Tx, memberId: number, today: Day): Promise<number | null> {
  const flows = await flowsOf(tx, memberId, today);
  if (!flows.some(({ returns }) => returns > 0)) return null;
  const rate = xirr(flows);
  return rate === null ? null : roundedTo(rate * 100, 2);
}

export const overviewActions: All = {
  async orderSummary({ member, tx }, { start_at, end_at }) {
    const rows = await orderSums(tx, member.id, startOfDay(start_at), endOfDay(end_at));
    const sumOf = (name: string) => {
      const { orders = 0, amount = ZERO } = rows.find((row) => row.name === name) ?? {};
      return { orders, amount };
    };
    return {
      data: {
        total: sumOf('total'),
        unpaid: sumOf('unpaid'),
        paid: sumOf('paid'),
        funded: sumOf('funded'),
        refunded: sumOf('refunded'),
        ended: sumOf('ended'),
      },
    };
  },

  async ongoingSummary({ member, now, today, tx }, { start_at, end_at }) {
    const standing = await standingOf(tx, member.id);
    const received = await receivedWithin(tx, member.id, start_at, end_at);
    return {
      data: {
        holdings: standing.holdings,
        invested: standing.invested,
        outstandingPrincipal: standing.outstanding,
        overduePrincipal: standing.overdue,
        overdueCount: standing.overdueCount,
        negotiatingPrincipal: standing.negotiating,
        negotiatingCount: standing.negotiatingCount,
        receivedPrincipal: received.principal,
        receivedInterest: received.interest,
        receivedLate: received.late,
        fee: received.fee,
        xirr: await yieldOf(tx, member.id, today),
        asOf: now.toISOString(),
      },
    };
  },

  async overdue({ member, today, tx }, { start_at: from, end_at: to }) {
    const rows = await lateHoldings(tx, member.id, { from, to, today }, pageMax);
    return {
      data: rows.map(({ lateSince, ...row }) => ({
        ...holdingView(row),
        lateSince,
        lateDays: daysBetween(lateSince, today),
      })),
      total: rows[0]?.total ?? 0,
    };
  },

  async statusDots({ member, tx }) {
    const lit = new Map((await litDots(tx, member.id)).map((dot) => [dot.type, dot.lit]));
    const dots = dotTypes.map((type) => [type, lit.get(type) ?? false] as const);
    return { data: Object.fromEntries(dots) as Record<(typeof dotTypes)[number], boolean> };
  },

  async setStatusDot({ member, now, tx }, { type, value }) {
    await markSeen(tx, member.id, type, value ? null : now);
    return { data: { ok: true } };
  },
};
