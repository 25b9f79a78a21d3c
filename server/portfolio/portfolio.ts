// A member's portfolio: orders, current holdings, and one of them in full.
import { purposeOf } from '#contract/lending/purpose.ts';
import { compareDays, dayOf, type Day } from '#contract/core/day.ts';
import type { Input, Output } from '#contract/core/endpoint.ts';
import type { ServerHolding, holdingStatuses, investing } from '#contract/investing/calls.ts';
import { isLoanStatus, loanWordsWith } from '#contract/lending/loan-status.ts';
import {
  add,
  type Money,
  money,
  percentOfBps,
  subtract,
  ZERO,
  negate,
  isPositive,
} from '#contract/core/money.ts';
import { orderNoOf } from '#contract/investing/order-number.ts';
import { isOrderStatus, orderWords } from '#contract/investing/order-status.ts';
import { orderWordsWith } from '#contract/investing/order-words.ts';
import { Refusal } from '#contract/refusals.ts';
import { noticeRunsAgain } from '#contract/servicing/late-words.ts';
import { expectedValueOf, type LossRates, valuationStateOf } from '#contract/law/valuation.ts';
import type { Action, Lister } from '../call.ts';
import type { Work } from '../work.ts';
import { inFull, type LongList } from '../tables/long-list.ts';
import type { StoredFile } from '../adapters/files/files.ts';
import { lossRatesInForce } from '../settings/front.ts';
import { type OrderRow, orderView, originalOf } from '../investing/front.ts';
import { statusOf } from '../investing/rules.ts';
import {
  extractOf,
  type InstalmentRow,
  instalmentsOfLoan,
  receivedBy,
  type ReceivedRow,
  sharesOfLoan,
} from './holding-queries.ts';
import {
  eventsOf,
  holdingIds,
  holdingOf,
  type HoldingRow,
  holdingsById,
  holdingsOf,
  orderIds,
  ordersById,
  ordersOf,
  ownOrder,
} from './portfolio-queries.ts';
import { expectedShares } from './expected-shares.ts';
import { nextAmounts } from './next-amounts.ts';
import { lateParts, netOf, yieldsOf } from './yields.ts';

type Promised = typeof investing;

export const orders: Lister<Promised['orders']> = async ({ tx, member, services }, input) => {
  const page = {
    orderby: input.orderby ?? ('created_at' as const),
    ascending: input.is_orderby_asc ?? false,
    limit: input.item_per_page,
    offset: input.offset,
  };
  const tab = input.order_type;
  return inFull(page.limit, {
    async first(limit) {
      const rows = await ordersOf(tx, member.id, tab, { ...page, limit });
      return { data: rows.map((row) => orderView(services, row)), total: rows[0]?.total ?? 0 };
    },
    ids: async () => (await orderIds(tx, member.id, tab, page)).ids,
    page: async (ids) =>
      (await ordersById(tx, member.id, ids)).map((row) => orderView(services, row)),
  });
};

/** Derived statuses of each filter; a funded case awaiting disbursement counts as ongoing. */
const statusesOf: Record<(typeof holdingStatuses)[number], readonly number[]> = {
  ongoing: [15, 20],
  overdue: [25],
  violation: [30],
  negotiation: [35],
  legal: [38],
  closed: [40],
};

/**
 * Returns the state of a holding on a day, and the expected value of what is still owed, which is
 * also estimated for lost principal; null until disbursed.
 */
function valuationOf(row: HoldingRow, rates: LossRates, today: Day) {
  if (row.remaining === null) return null;
  const state = valuationStateOf({ status: row.loanStatus, payableUntil: row.payableUntil }, today);
  return {
    state,
    lossRate: percentOfBps(rates[state]),
    value: expectedValueOf(row.remaining, rates[state]),
  };
}

function holdingView(
  row: HoldingRow,
  rates: LossRates,
  nextAmount: Money | null,
  today: Day,
): ServerHolding {
  const status = statusOf(20, row.loanStatus);
  const { code, text } = orderWordsWith(status, { status: row.loanStatus, isClosed: row.isClosed });
  const outstanding = row.loanStatus === 95 ? ZERO : (row.remaining ?? row.amount);
  return {
    id: row.id,
    caseId: row.loanId,
    caseNo: row.caseNo,
    planName: row.planName,
    purpose: purposeOf(row),
    grade: row.grade,
    annualRate: percentOfBps(row.rateBps),
    installments: row.installments,
    original: originalOf(row),
    paidInstallments: row.paidInstallments,
    amount: row.amount,
    outstandingPrincipal: outstanding,
    receivedPrincipal: subtract(row.amount, add(outstanding, row.lost)),
    lostPrincipal: row.lost,
    receivedInterest: row.interestReceived,
    ...lateParts(row),
    fee: row.fee,
    status,
    statusCode: code,
    statusText: text,
    nextDueOn: row.nextDueOn,
    nextAmount,
    valuation: valuationOf(row, rates, today),
  };
}

/** Holdings as an investor reads them, with the loss rates in force now. */
export async function holdingViews(
  { tx, now, today }: Pick<Work, 'tx' | 'now' | 'today'>,
  rows: readonly HoldingRow[],
): Promise<ServerHolding[]> {
  const rates = await lossRatesInForce(tx, now);
  const next = await nextAmounts(tx, rows);
  return rows.map((row) => holdingView(row, rates, next.get(row.id) ?? null, today));
}

/** Answers both paths of the call, which differ only in the input that they accept. */
export async function listHoldings(
  work: Pick<Work, 'tx' | 'now' | 'today'> & { member: { id: number } },
  input: Input<Promised['holdings']>,
): Promise<Output<Promised['holdings']> | LongList<Output<Promised['holdings']>>> {
  const { status = 'all' } = input;
  const statuses =
    typeof status === 'number' ? [status] : status === 'all' ? null : statusesOf[status];
  const page = {
    orderby: input.orderby ?? ('created_at' as const),
    ascending: input.is_orderby_asc ?? false,
    limit: input.item_per_page,
    offset: input.offset,
  };
  const { tx, member } = work;
  return inFull(page.limit, {
    async first(limit) {
      const rows = await holdingsOf(tx, member.id, statuses, { ...page, limit });
      return { data: await holdingViews(work, rows), total: rows[0]?.total ?? 0 };
    },
    ids: async () => (await holdingIds(tx, member.id, statuses, page)).ids,
    page: async (ids) => holdingViews(work, await holdingsById(tx, member.id, ids)),
  });
}

type Detail = Output<Promised['holding']>['data'];

export const holding: Action<Promised['holding']> = async (context, { invest_id }) => {
  const { tx, member, today } = context;
  const order = await ownOrder(tx, member.id, invest_id);
  if (!order) throw new Refusal('ORDER_NOT_FOUND');
  const held = await holdingOf(tx, order.id);
  const received = await receivedBy(tx, order.id);
  const [shown = null] = await holdingViews(context, held ? [held] : []);
  return {
    data: {
      order: orderView(context.services, order),
      holding: shown,
      instalments: held ? await instalmentsView(context, held, received) : [],
      ...(shown ? orderYields(order, shown, received, today) : { xirr: null, xirrExpected: null }),
      events: await eventsView(context, order),
    },
  };
};

/** Groups receipts by instalment: amounts summed, with the latest day. */
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
        lateInterest: add(before.lateInterest, row.lateInterest),
        penalty: add(before.penalty, row.penalty),
        prepaymentFee: add(before.prepaymentFee, row.prepaymentFee),
        fee: add(before.fee, row.fee),
        on: row.on,
      });
    }
  }
  return rows;
}

/**
 * Returns the instalments with the expected shares of the amounts still due (or, for a closed loan,
 * due until it was closed): the shares of all investors, one instalment after another.
 */
async function instalmentsView(
  { tx, today }: Work,
  held: HoldingRow,
  received: readonly ReceivedRow[],
): Promise<Detail['instalments']> {
  const rows = await instalmentsOfLoan(tx, held.loanId, held.forgivenOn);
  const shares = await sharesOfLoan(tx, held.loanId);
  const mine = shares.findIndex(({ orderId }) => orderId === held.id);
  const isOpen = (row: InstalmentRow) => row.paidOn === null && !row.isReplaced;
  const isLost = (row: InstalmentRow) => isForgiven(row) || (held.loanStatus === 95 && isOpen(row));
  const open = rows.filter((row) => isOpen(row) || isForgiven(row));
  const parts = expectedShares(
    open.map((row) => ({
      principalLeft: add(subtract(row.principal, row.principalPaid), row.principalLost),
      interestLeft: add(subtract(row.interest, row.interestPaid), row.interestLost),
    })),
    shares,
  );
  const got = byInstalment(received);
  return rows.map((row) => {
    const own = got.get(row.no);
    const part = parts[open.indexOf(row)];
    const [principal, interest] = [part?.principal[mine] ?? ZERO, part?.interest[mine] ?? ZERO];
    const { receivedLateInterest, receivedPenalty, receivedPrepaymentFee } = lateParts(own);
    return {
      no: row.no,
      dueOn: row.dueOn,
      expectedPrincipal: add(own?.principal ?? ZERO, principal),
      expectedInterest: add(own?.interest ?? ZERO, interest),
      receivedPrincipal: own?.principal ?? 0,
      lostPrincipal: isLost(row) ? principal : 0,
      receivedInterest: own?.interest ?? 0,
      receivedLateInterest,
      receivedPenalty,
      receivedPrepaymentFee,
      fee: own?.fee ?? 0,
      receivedOn: own?.on ?? null,
      status: isLost(row) ? 'lost' : instalmentStatus(row, today),
    };
  });
}

const isForgiven = ({ principalLost, interestLost }: InstalmentRow) =>
  isPositive(add(principalLost, interestLost));

function instalmentStatus(row: InstalmentRow, today: Day): Detail['instalments'][number]['status'] {
  // What remained due of a replaced instalment is part of the new schedule.
  if (row.paidOn !== null || row.isReplaced) return 'paid';
  if (compareDays(today, row.payableUntil) > 0) return 'late';
  if (isPositive(add(row.principalPaid, row.interestPaid))) return 'partial';
  return compareDays(today, row.dueOn) >= 0 ? 'due' : 'upcoming';
}

/**
 * Returns an order's yearly yield: the amount goes out on the day the order was paid and comes back
 * on the day of each receipt.
 */
function orderYields(
  order: OrderRow,
  { outstandingPrincipal, valuation }: ServerHolding,
  received: readonly ReceivedRow[],
  today: Day,
) {
  const flows = [
    { on: dayOf(order.paidAt ?? order.createdAt), amount: negate(order.amount), returns: 0 },
    ...received.map((row) => ({ on: row.on, amount: netOf(row), returns: 1 })),
  ];
  const principal = money(outstandingPrincipal);
  const out = valuation && [{ ...valuation, principal, value: money(valuation.value) }];
  return yieldsOf(flows, out ?? [], today);
}

/**
 * Lowest loan status that is listed as an event of an order; earlier statuses came before the
 * order.
 */
const reportedFromBps = 50;

async function eventsView(work: Work, order: OrderRow): Promise<Detail['events']> {
  const moves = await eventsOf(work.tx, order.id, order.loanId, order.createdAt);
  const no = orderNoOf(order.id);
  const placed = { at: order.createdAt, title: '出資', text: `訂單 ${no} 已成立` };
  const told = moves.flatMap(({ at, subject, action, to, payBy }) => {
    if (payBy !== null) {
      return [{ at, title: noticeRunsAgain(payBy), text: `案件 ${order.caseNo} 的催告` }];
    }
    const isClosed = action === 'loan.closed_with_loss';
    const status = isClosed ? 95 : Number(to);
    if (subject === 'loan') {
      if (!isLoanStatus(status) || status < reportedFromBps) return [];
      const title = loanWordsWith({ status, isClosed }).text;
      return [{ at, title, text: `案件 ${order.caseNo} 的狀態變更` }];
    }
    if (!isOrderStatus(status) || status === 20) return [];
    const title = orderWords(status).text;
    return [{ at, title, text: `訂單 ${no} 的狀態變更` }];
  });
  return [placed, ...told];
}

export const investorContract: Action<Promised['investorContract']> = async (
  { tx, services, member },
  { invest_id },
) => {
  const order = await ownOrder(tx, member.id, invest_id);
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
