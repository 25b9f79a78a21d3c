// A member's portfolio: his orders, what they hold now, and one of them in full.
import { compareDays, dayOf, type Day } from '#contract/day.ts';
import type { Input, Output } from '#contract/endpoint.ts';
import type { Holding, holdingStatuses, investing } from '#contract/investing.ts';
import { isLoanStatus, loanWords } from '#contract/loan-status.ts';
import { add, percentOfBps, roundedTo, shareOf, subtract, ZERO } from '#contract/money.ts';
import { orderNoOf } from '#contract/order-number.ts';
import { isOrderStatus, orderWords } from '#contract/order-status.ts';
import { xirr } from '#contract/rates.ts';
import { Refusal } from '#contract/refusals.ts';
import type { Action, Work } from '../action.ts';
import type { StoredFile } from '../adapters/files.ts';
import { extractOf } from './case-queries.ts';
import { type OrderShown, orderView } from './order-view.ts';
import {
  eventsOf,
  holdingOf,
  type HoldingRow,
  holdingsOf,
  type InstalmentRow,
  instalmentsOfLoan,
  ordersOf,
  ownOrder,
  receivedBy,
  type ReceivedRow,
  remainingShares,
} from './portfolio-queries.ts';
import { expectedShares, statusOf } from './rules.ts';

type Promised = typeof investing;

export const orders: Action<Promised['orders']> = async ({ tx, member }, input) => {
  const rows = await ordersOf(tx, member.id, input.order_type, {
    orderby: input.orderby ?? 'created_at',
    ascending: input.is_orderby_asc ?? false,
    limit: input.item_per_page,
    offset: input.offset,
  });
  return { data: rows.map(orderView), total: rows[0]?.total ?? 0 };
};

/** Which derived statuses each word means; a funded case that waits is under way as well. */
const statusesOf: Record<(typeof holdingStatuses)[number], readonly number[]> = {
  ongoing: [15, 20],
  overdue: [25],
  violation: [30],
  negotiation: [35],
  legal: [38],
  closed: [40],
};

export function holdingView(row: HoldingRow): Holding {
  const status = statusOf(20, row.loanStatus);
  const { code, text } = orderWords(status);
  const remaining = row.remaining ?? row.amount;
  const due = add(row.nextPrincipal ?? ZERO, row.nextInterest ?? ZERO);
  const mine =
    row.nextDueOn === null || row.loanOutstanding === 0
      ? null
      : shareOf(due, remaining, row.loanOutstanding, 'floor');
  return {
    id: String(row.id),
    caseId: String(row.loanId),
    caseNo: row.caseNo,
    planName: row.planName,
    grade: row.grade,
    annualRate: percentOfBps(row.rateBps),
    installments: row.installments,
    paidInstallments: row.paidInstallments,
    amount: row.amount,
    outstandingPrincipal: remaining,
    receivedPrincipal: row.amount - remaining,
    receivedInterest: row.interestReceived,
    receivedLate: row.lateReceived,
    fee: row.fee,
    status,
    statusCode: code,
    statusText: text,
    nextDueOn: row.nextDueOn,
    nextAmount: mine,
  };
}

/** Both paths of the call, which differ only in what they tolerate. */
export async function listHoldings(
  { tx, member }: Pick<Work, 'tx'> & { member: { id: number } },
  input: Input<Promised['holdings']>,
): Promise<Output<Promised['holdings']>> {
  const { status = 'all' } = input;
  const statuses =
    typeof status === 'number' ? [status] : status === 'all' ? null : statusesOf[status];
  const rows = await holdingsOf(tx, member.id, statuses, {
    orderby: input.orderby ?? 'created_at',
    ascending: input.is_orderby_asc ?? false,
    limit: input.item_per_page,
    offset: input.offset,
  });
  return { data: rows.map(holdingView), total: rows[0]?.total ?? 0 };
}

type Detail = Output<Promised['holding']>['data'];

export const holding: Action<Promised['holding']> = async (context, { invest_id }) => {
  const { tx, member } = context;
  const order = await ownOrder(tx, member.id, Number(invest_id));
  if (!order) throw new Refusal('ORDER_NOT_FOUND');
  const held = await holdingOf(tx, order.id);
  const received = await receivedBy(tx, order.id);
  return {
    data: {
      order: orderView(order),
      holding: held && holdingView(held),
      instalments: held ? await instalmentsView(context, held, received) : [],
      xirr: held && xirrOf(order, held, received, context.today),
      events: await eventsView(context, order),
    },
  };
};

/** Received by instalment: amounts summed, the last day of any of them. */
function byInstalment(received: readonly ReceivedRow[]): Map<number, ReceivedRow> {
  const rows = new Map<number, ReceivedRow>();
  for (const row of received) {
    const before = rows.get(row.no);
    if (!before) rows.set(row.no, row);
    else {
      rows.set(row.no, {
        no: row.no,
        principal: add(before.principal, row.principal),
        interest: add(before.interest, row.interest),
        late: add(before.late, row.late),
        fee: add(before.fee, row.fee),
        on: row.on,
      });
    }
  }
  return rows;
}

/** Expected of what is still due: the shares all investors will get, one instalment on another. */
async function instalmentsView(
  { tx, today }: Work,
  held: HoldingRow,
  received: readonly ReceivedRow[],
): Promise<Detail['instalments']> {
  const rows = await instalmentsOfLoan(tx, held.loanId);
  const shares = await remainingShares(tx, held.loanId);
  const mine = shares.findIndex(({ orderId }) => orderId === held.id);
  const unpaid = rows.filter(({ paidOn }) => paidOn === null);
  const parts = expectedShares(
    unpaid.map((row) => ({
      principalLeft: subtract(row.principal, row.principalPaid),
      interestLeft: subtract(row.interest, row.interestPaid),
    })),
    shares.map(({ remaining }) => remaining),
  );
  const got = byInstalment(received);
  return rows.map((row) => {
    const own = got.get(row.no);
    const part = row.paidOn === null ? parts[unpaid.indexOf(row)] : undefined;
    return {
      no: row.no,
      dueOn: row.dueOn,
      expectedPrincipal: add(own?.principal ?? ZERO, part?.principal[mine] ?? ZERO),
      expectedInterest: add(own?.interest ?? ZERO, part?.interest[mine] ?? ZERO),
      receivedPrincipal: own?.principal ?? 0,
      receivedInterest: own?.interest ?? 0,
      receivedLate: own?.late ?? 0,
      fee: own?.fee ?? 0,
      receivedOn: own?.on ?? null,
      status: instalmentStatus(row, today),
    };
  });
}

function instalmentStatus(row: InstalmentRow, today: Day): Detail['instalments'][number]['status'] {
  if (row.paidOn !== null) return 'paid';
  if (compareDays(today, row.payableUntil) > 0) return 'late';
  if (row.principalPaid + row.interestPaid > 0) return 'partial';
  return compareDays(today, row.dueOn) >= 0 ? 'due' : 'upcoming';
}

/**
 * Percent a year from real cash flows, our fee taken off: out on the day it was paid in, back on
 * each day of a distribution, and what is still out as if it came back today; nothing of it where
 * the loan is written off. Null until something came back.
 */
function xirrOf(
  order: OrderShown,
  held: HoldingRow,
  received: readonly ReceivedRow[],
  today: Day,
): number | null {
  if (received.length === 0) return null;
  const out = held.loanStatus === 95 ? ZERO : (held.remaining ?? ZERO);
  const rate = xirr([
    { on: dayOf(order.paidAt ?? order.createdAt), amount: -order.amount },
    ...received.map(({ on, principal, interest, late, fee }) => ({
      on,
      amount: principal + interest + late - fee,
    })),
    { on: today, amount: out },
  ]);
  return rate === null ? null : roundedTo(rate * 100, 2);
}

/** Loan moves an investor is told of; earlier ones happened before his order. */
const toldFrom = 50;

async function eventsView(work: Work, order: OrderShown): Promise<Detail['events']> {
  const moves = await eventsOf(work.tx, order.id, order.loanId, order.createdAt);
  const no = orderNoOf(order.id);
  const placed = { at: order.createdAt.toISOString(), title: '出資', text: `訂單 ${no} 已成立` };
  const told = moves.flatMap(({ at, subject, to }) => {
    const status = Number(to);
    if (subject === 'loan') {
      if (!isLoanStatus(status) || status < toldFrom) return [];
      const title = loanWords(status).text;
      return [{ at: at.toISOString(), title, text: `案件 ${order.caseNo} 的狀態變更` }];
    }
    if (!isOrderStatus(status) || status === 20) return [];
    const title = orderWords(status).text;
    return [{ at: at.toISOString(), title, text: `訂單 ${no} 的狀態變更` }];
  });
  return [placed, ...told];
}

export const investorContract: Action<Promised['investorContract']> = async (
  { tx, services, member },
  { invest_id },
) => {
  const order = await ownOrder(tx, member.id, Number(invest_id));
  if (!order) throw new Refusal('ORDER_NOT_FOUND');
  const extract = await extractOf(tx, order.id);
  if (!extract) throw new Refusal('CONTRACT_NOT_FOUND');
  const stored = extract.stored as StoredFile;
  return {
    contentType: stored.contentType,
    filename: `出資契約-${order.caseNo}-${orderNoOf(order.id)}.pdf`,
    bytes: new Uint8Array(await services.files.get(stored)),
  };
};
