// Jobs of investing: unpaid orders expire, and fundraising that missed its target ends.
import { addDays, type Day, startOfDay } from '#contract/core/day.ts';
import { formatMoney } from '#contract/core/money.ts';
import type { Services } from '../services.ts';
import type { ClosedDayJob, Job } from '../jobs/job.ts';
import { lockLoan, db } from '../database/db.ts';
import { finds } from '../database/finds.ts';
import { calendarOf, loanById, moveLoan } from '../lending/front.ts';
import { tell } from '../notices/front.ts';
import { eachOne } from '../each-one.ts';
import { inWork } from '../work.ts';
import { expireOrder } from './cases/fundraising.ts';
import {
  endedFundraisings,
  firstEnding,
  firstExpiry,
  fundableCase,
  hasUnpaidOrders,
  overdueOrders,
  shortSignings,
} from './queries.ts';
import { lastPayBy } from './rules.ts';
import { endingProfilesDue, tellOfEndingProfiles } from './order/suitability.ts';
import { tellingDue, tellOrders } from './telling.ts';
import { noticeKinds } from './words.ts';

/**
 * A case whose money the bank reversed is cancelled this long before the signing deadline, so that
 * its borrower is not blamed.
 */
const BEFORE_SIGN_BY_MS = 3_600_000;

const endOf = (closed: Day) => new Date(startOfDay(addDays(closed, 1)));

/**
 * Runs once the bank has closed the day of the deadline, so that all payments made in time have
 * arrived.
 */
async function expireOrders(services: Services, closed: Day): Promise<void> {
  const before = endOf(closed);
  const due = await overdueOrders(db(services.pool), before);
  await eachOne(services, due, ({ id }) =>
    inWork(services, (work) => expireOrder(work, id, before)),
  );
}

/**
 * Ends fundraising one business day after its deadline if no order is left unpaid and the target
 * was missed: 未募滿. By then the bank has closed the last day on which an order may be paid.
 */
async function endFundraisings(services: Services, closed: Day): Promise<void> {
  const tx = db(services.pool);
  const before = endOf(closed);
  const ended = await endedFundraisings(tx, before);
  if (ended.length === 0) return;
  const calendar = await calendarOf(tx);
  const over = ended.filter(({ endsAt }) => lastPayBy(endsAt, calendar) < before);
  await eachOne(services, over, ({ loanId }) =>
    inWork(services, async (work) => {
      await lockLoan(work.tx, loanId);
      const fundable = await fundableCase(work.tx, loanId);
      const { unpaid } = await hasUnpaidOrders(work.tx, loanId);
      if (fundable?.status !== 40 || unpaid || fundable.paid >= fundable.target) return;
      const loan = await moveLoan(work, loanId, 99, { action: 'loan.failed' });
      const values = {
        caseNo: loan.caseNo,
        target: formatMoney(fundable.target),
        raised: formatMoney(fundable.paid),
      };
      await tell(work, loan.memberId, noticeKinds.fundraisingFailed(values));
    }),
  );
}

const beforeSignBy = (now: Date) => new Date(now.getTime() + BEFORE_SIGN_BY_MS);

/**
 * Cancels cases in which money that the bank reversed was not replaced before the signing deadline.
 */
async function cancelShortSignings(services: Services): Promise<void> {
  const before = beforeSignBy(services.clock.now());
  const short = await shortSignings(db(services.pool), before);
  await eachOne(services, short, ({ loanId }) =>
    inWork(services, async (work) => {
      // Under the lock no receipt can make the case whole any more.
      await lockLoan(work.tx, loanId);
      const [still] = await shortSignings(work.tx, before, loanId);
      const loan = still && (await loanById(work.tx, loanId));
      if (!loan) return;
      await moveLoan(work, loanId, 96, {
        action: 'loan.cancelled',
        reason: '出資款經銀行沖正，未於期限內補足',
      });
      await tell(work, loan.memberId, noticeKinds.shortAfterReversal({ caseNo: loan.caseNo }));
    }),
  );
}

export const investingJobs: readonly Job[] = [
  {
    name: 'investing.tellOfEndingProfiles',
    each: 'day',
    due: endingProfilesDue,
    run: tellOfEndingProfiles,
  },
  { name: 'investing.tellOrders', each: 'minute', due: tellingDue, run: tellOrders },
  {
    name: 'investing.cancelShortSignings',
    each: 'minute',
    due: ({ now }) => [finds((tx) => shortSignings(tx, beforeSignBy(now)))],
    run: cancelShortSignings,
  },
];

export const investingClosedDayJobs: readonly ClosedDayJob[] = [
  {
    name: 'investing.expireOrders',
    each: 'closedDay',
    first: ({ to }) => [firstExpiry(endOf(to))],
    judge: expireOrders,
  },
  {
    name: 'investing.endFundraisings',
    each: 'closedDay',
    first: ({ to }) => [firstEnding(endOf(to))],
    judge: endFundraisings,
  },
];
