// Notifies investors about their orders: how to pay a new one, and an approaching deadline.
import { clockOf, dayOf, formatDay } from '#contract/core/day.ts';
import { formatMoney, subtract } from '#contract/core/money.ts';
import { orderNoOf } from '#contract/investing/order-number.ts';
import type { Services } from '../services.ts';
import type { Due } from '../jobs/job.ts';
import { payToText } from '../banking/front.ts';
import { tell } from '../notices/front.ts';
import { db } from '../database/db.ts';
import { finds } from '../database/finds.ts';
import { eachOne } from '../each-one.ts';
import { type Work, inWork } from '../work.ts';
import { claimNotice, ordersToTell, type TellRow } from './queries.ts';
import { noticeKinds } from './words.ts';

/**
 * Investors who have not paid are reminded this long before the deadline, unless they ordered later
 * than that.
 */
const REMIND_BEFORE_MS = 12 * 3_600_000;
const MOST = 500;

/** Formats an instant in Taipei time: 2026/11/23 14:05. */
function momentOf(at: Date): string {
  return `${formatDay(dayOf(at))} ${clockOf(at).slice(11, 16)}`;
}

type TellKind = 'placed' | 'reminder';

async function tellOf(work: Work, kind: TellKind, row: TellRow): Promise<void> {
  // The job may run twice at once; if the other run claimed the notice first, it has already been
  // sent.
  if ((await claimNotice(work.tx, row.id, kind, work.now)) === 0) return;
  const values = {
    orderNo: orderNoOf(row.id),
    caseNo: row.caseNo,
    lacking: formatMoney(subtract(row.amount, row.paidAmount)),
    until: momentOf(row.payBy),
    payTo: payToText(work.services, row.virtualAccount),
  };
  const said = kind === 'reminder' ? noticeKinds.deadlineNear : noticeKinds.placed;
  await tell(work, row.memberId, said(values, `/investment/bank-transfer?order=${row.id}`));
}

const remindUntil = (now: Date) => new Date(now.getTime() + REMIND_BEFORE_MS);

export const tellingDue: Due = ({ now }) => [
  finds((tx) => ordersToTell(tx, now, remindUntil(now), MOST)),
];

/**
 * Runs every minute: sends notices about new orders and about deadlines that are near, each only
 * once.
 */
export async function tellOrders(services: Services): Promise<void> {
  const tx = db(services.pool);
  const now = services.clock.now();
  await eachOne(services, await ordersToTell(tx, now, remindUntil(now), MOST), ({ kind, ...row }) =>
    inWork(services, (work) => tellOf(work, kind, row)),
  );
}
