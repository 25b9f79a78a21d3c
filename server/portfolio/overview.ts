// An investor's overview: sums by period, the portfolio's yield, overdue loans, badges of the tabs.
import { daysBetween, endOfDay, startOfDay } from '#contract/core/day.ts';
import { dotTypes, type investingOverview } from '#contract/investing/overview.ts';
import { pageMax } from '#contract/core/lists.ts';
import { percentOfBps, sum, ZERO } from '#contract/core/money.ts';
import { valuationStates } from '#contract/law/valuation.ts';
import type { Actions } from '../call.ts';
import type { Work } from '../work.ts';
import { lossRatesInForce } from '../settings/front.ts';
import { flowsOf, markSeen, orderSums, receivedWithin } from './overview-queries.ts';
import { lateHoldings, litDots, standingOf } from './portfolio-queries.ts';
import { holdingViews } from './portfolio.ts';
import { outByState } from './valuation-queries.ts';
import { lateParts, yieldsOf } from './yields.ts';

type All = Omit<
  Actions<{ investing: typeof investingOverview }>['investing'],
  'selectedCases' | 'caseProgress'
>;

/**
 * Returns outstanding principal by state, its expected value, and the yearly yield of everything
 * ever lent.
 */
async function valued({ tx, now, today }: Work, memberId: number) {
  const rates = await lossRatesInForce(tx, now);
  const sums = await outByState(tx, memberId, today, rates);
  const expectedValue = sum(sums.map(({ value }) => value));
  return {
    expectedValue,
    valuation: valuationStates.flatMap((state) => {
      const lossRate = percentOfBps(rates[state]);
      return sums.filter((row) => row.state === state).map((row) => ({ ...row, lossRate }));
    }),
    ...yieldsOf(await flowsOf(tx, memberId), sums, today),
  };
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

  async ongoingSummary(context, { start_at, end_at }) {
    const { member, now, tx } = context;
    const standing = await standingOf(tx, member.id);
    const received = await receivedWithin(tx, member.id, start_at, end_at);
    return {
      data: {
        holdings: standing.holdings,
        invested: standing.invested,
        outstandingPrincipal: standing.outstanding,
        returnedPrincipal: standing.returned,
        lostPrincipal: standing.lost,
        overduePrincipal: standing.overdue,
        overdueCount: standing.overdueCount,
        negotiatingPrincipal: standing.negotiating,
        negotiatingCount: standing.negotiatingCount,
        receivedPrincipal: received.principal,
        receivedInterest: received.interest,
        ...lateParts(received),
        fee: received.fee,
        ...(await valued(context, member.id)),
        asOf: now,
      },
    };
  },

  async overdue(context, { start_at: from, end_at: to }) {
    const { member, today, tx } = context;
    const rows = await lateHoldings(tx, member.id, { from, to, today }, pageMax);
    const views = await holdingViews(context, rows);
    return {
      data: rows.map(({ lateSince }, i) => ({
        ...views[i]!,
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
