// An investor's outlook: cash flow by month, pending actions, and contracts.
import { purposeOf } from '#contract/lending/purpose.ts';
import { addDays, addMonths, day, type Day } from '#contract/core/day.ts';
import {
  flowMonths,
  type investingPortfolio,
  type MonthFlow,
  upcomingMax,
} from '#contract/investing/portfolio.ts';
import { pageMax } from '#contract/core/lists.ts';
import { percentOfBps, add, type Money, subtract, ZERO } from '#contract/core/money.ts';
import { orderNoOf } from '#contract/investing/order-number.ts';
import { orderWordsWith } from '#contract/investing/order-words.ts';
import type { Actions } from '../call.ts';
import { contractNoOf } from '../lending/front.ts';
import { contractsOf, outstandingNow, receivedByMonth, waitingOf } from './outlook-queries.ts';
import { lentByMonth } from './statement-queries.ts';
import { statusOf } from '../investing/rules.ts';
import { expectedUntil } from './expected-income.ts';

type All = Actions<{ investing: typeof investingPortfolio }>['investing'];

const monthOf = (on: Day) => on.slice(0, 7);
const nothingCame = {
  principal: ZERO,
  interest: ZERO,
  lateInterest: ZERO,
  penalty: ZERO,
  prepaymentFee: ZERO,
  fee: ZERO,
};

/**
 * Fills in the outstanding principal of each month: backwards from now through what was received
 * and lent, and forwards through what is scheduled.
 */
function fillOutstanding(
  months: readonly MonthFlow[],
  current: Money,
  lent: readonly { month: string; lent: Money }[],
): void {
  const lentIn = new Map(lent.map((row) => [row.month, row.lent]));
  let left = current;
  for (const row of months.slice(0, flowMonths).toReversed()) {
    row.outstanding = left;
    left = subtract(add(left, row.received.principal), lentIn.get(row.month) ?? ZERO);
  }
  left = subtract(current, months[flowMonths - 1]?.scheduled.principal ?? ZERO);
  for (const row of months.slice(flowMonths)) {
    left = subtract(left, row.scheduled.principal);
    row.outstanding = left;
  }
}

export const outlookActions: All = {
  async cashFlow({ member, now, today, tx }) {
    const thisMonth = day(`${monthOf(today)}-01`);
    const first = addMonths(thisMonth, 1 - flowMonths);
    const end = addDays(addMonths(thisMonth, flowMonths + 1), -1);
    const came = await receivedByMonth(tx, member.id, first);
    const { expected, uncertain } = await expectedUntil(tx, member.id, end);
    const months = Array.from({ length: 2 * flowMonths }, (_, i): MonthFlow => {
      const month = monthOf(addMonths(first, i));
      const { month: _same, ...received } = came.find((row) => row.month === month) ?? {
        month,
        ...nothingCame,
      };
      const scheduled = { principal: ZERO, interest: ZERO };
      return { month, received, scheduled, outstanding: ZERO };
    });
    const byMonth = new Map(months.map((row) => [row.month, row]));
    for (const { dueOn, principal, interest } of expected) {
      // An instalment due on a non-business day at the end of last month may still be paid on time
      // this month, so it counts here.
      const due = dueOn < thisMonth ? monthOf(thisMonth) : dueOn.slice(0, 7);
      const { scheduled } = byMonth.get(due)!;
      scheduled.principal = add(scheduled.principal, principal);
      scheduled.interest = add(scheduled.interest, interest);
    }
    const { principal: outstanding } = await outstandingNow(tx, member.id);
    fillOutstanding(months, outstanding, await lentByMonth(tx, member.id, first));
    const upcoming = expected
      .toSorted((a, b) => a.dueOn.localeCompare(b.dueOn) || a.investId - b.investId)
      .slice(0, upcomingMax)
      .map(({ fee: _fee, ...row }) => row);
    return { data: { months, upcoming, uncertain, asOf: now } };
  },

  async waitingActs({ member, now, tx }) {
    const rows = await waitingOf(tx, member.id, now);
    return {
      data: rows.map(({ orderId, until, purpose, purposeText, ...row }) => ({
        ...row,
        purpose: purposeOf({ purpose, purposeText }),
        investId: orderId,
        until,
      })),
    };
  },

  async investorContracts({ member, tx }) {
    const rows = await contractsOf(tx, member.id, pageMax);
    return {
      data: rows.map((each) => {
        const { orderId, rateBps, stored, loanStatus, isClosed, signedAt, sealedAt, ...row } = each;
        const status = statusOf(stored, loanStatus);
        const { total: _total, copySha256, copyMaster, copiedAt, purposeText, ...rest } = row;
        return {
          ...rest,
          purpose: purposeOf({ purpose: row.purpose, purposeText }),
          investId: orderId,
          orderNo: orderNoOf(orderId),
          contractNo: contractNoOf(row.caseNo),
          annualRate: percentOfBps(rateBps),
          signedAt,
          sealedAt,
          negotiated:
            copySha256 === null || copyMaster === null || copiedAt === null
              ? null
              : {
                  sha256: copySha256,
                  masterSha256: copyMaster,
                  sealedAt: copiedAt,
                },
          status,
          statusText: orderWordsWith(status, { status: loanStatus, isClosed }).text,
        };
      }),
      total: rows[0]?.total ?? 0,
    };
  },
};
