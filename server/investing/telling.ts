// Telling investors of their orders: how to pay a new one, and that a deadline is near.
import { dayOf, formatDay } from '#contract/core/day.ts';
import { formatMoney, subtract } from '#contract/core/money.ts';
import { orderNoOf } from '#contract/investing/order-number.ts';
import type { Services, Work } from '../action.ts';
import { virtualAccountView } from '../banking/actions.ts';
import { statementsOf } from '../database/db.ts';
import { tell } from '../notices/actions.ts';
import { inWork } from '../work.ts';
import { claimNotice, ordersToTell, type TellRow } from './queries.ts';
import { told } from './words.ts';

/** So long before the deadline who has not paid yet is reminded, unless he ordered just then. */
const REMIND_BEFORE_MS = 12 * 3_600_000;
const MOST = 500;

const TAIPEI_MS = 8 * 3_600_000;
/** 2026/11/23 14:05, Taipei time. */
function momentOf(at: Date): string {
  const clock = new Date(at.getTime() + TAIPEI_MS).toISOString().slice(11, 16);
  return `${formatDay(dayOf(at))} ${clock}`;
}

type TellKind = 'placed' | 'reminder';

async function tellOf(work: Work, kind: TellKind, row: TellRow): Promise<void> {
  // Whoever was first has told him; a job may run twice at once.
  if ((await claimNotice(work.tx, row.id, kind, work.now)) === 0) return;
  const { bankCode, bankName, account, holder } = virtualAccountView(row.virtualAccount);
  const values = {
    orderNo: orderNoOf(row.id),
    caseNo: row.caseNo,
    lacking: formatMoney(subtract(row.amount, row.paidAmount)),
    until: momentOf(row.payBy),
    bank: `${bankCode} ${bankName}`,
    account,
    holder,
  };
  const said = kind === 'reminder' ? told.deadlineNear : told.placed;
  await tell(work, row.memberId, said(values, `/investment/bank-transfer?order=${row.id}`));
}

/** Each minute: of orders placed since, and of those whose deadline has come near; each once. */
export async function tellOrders(services: Services): Promise<void> {
  const tx = statementsOf(services.pool);
  const now = services.clock.now();
  const near = new Date(now.getTime() + REMIND_BEFORE_MS);
  for (const { kind, ...row } of await ordersToTell(tx, now, near, MOST)) {
    await inWork(services, (work) => tellOf(work, kind, row));
  }
}
