// The orders page's state in the URL (period, kind, sort order), its filtering, and its CSV.
import { sum } from '#contract/core/money.ts';
import { csvText } from '#contract/core/csv.ts';
import { addDays, day, isDay, type Day } from '#contract/core/day.ts';
import type { Order } from '#contract/investing/calls.ts';
import { dayOfInstant, formatInstant } from '../../ui/format.ts';
import type { Sort } from '../../ui/display/Table.tsx';
import { AWAITING_BANK, awaitsBank } from './order-action.ts';

export const orderKinds = [
  { id: 'all', label: '全部' },
  { id: 'unpaid', label: '未入帳' },
  { id: 'paid', label: '已付款' },
  { id: 'expired', label: '已失效' },
  { id: 'refund', label: '退款' },
] as const;
export type OrderKind = (typeof orderKinds)[number]['id'];

export const ranges = [
  { value: '30', title: '近 30 天' },
  { value: '90', title: '近 90 天' },
  { value: 'year', title: '今年' },
  { value: 'own', title: '自訂' },
] as const;
export type Range = { id: (typeof ranges)[number]['value']; from: Day; to: Day };

const sortKeys = ['at', 'amount', 'payBy', 'status'];

const dayIn = (text: string | null): Day | null => (text && isDay(text) ? day(text) : null);

/** Reads the period from the URL; 90 days if it is missing or invalid. */
export function readRange(query: URLSearchParams, today: Day): Range {
  const asked = query.get('range');
  if (asked === '30') return { id: '30', from: addDays(today, -29), to: today };
  if (asked === 'year') return { id: 'year', from: day(`${today.slice(0, 4)}-01-01`), to: today };
  const from = dayIn(query.get('from'));
  const to = dayIn(query.get('to'));
  if (asked === 'own') {
    const end = to ?? today;
    const start = from ?? addDays(end, -89);
    return { id: 'own', from: start <= end ? start : end, to: end };
  }
  return { id: '90', from: addDays(today, -89), to: today };
}

/** Reads the sort order from the URL; newest first by default. */
export function readSort(query: URLSearchParams): Sort {
  const [key = '', way] = (query.get('sort') ?? '').split('-');
  return sortKeys.includes(key)
    ? { key, ascending: way === 'asc' }
    : { key: 'at', ascending: false };
}

/**
 * Returns the query string with some parameters changed, back on the first page; null removes a
 * parameter.
 */
export function asking(
  query: URLSearchParams,
  change: Readonly<Record<string, string | null>>,
): URLSearchParams {
  const next = new URLSearchParams(query);
  next.delete('page');
  for (const [name, value] of Object.entries(change)) {
    if (value === null) next.delete(name);
    else next.set(name, value);
  }
  return next;
}

/** A date before the first loan, used to request all data. */
export const EVER = '2020-01-01';

/**
 * Formats a period as the specification's client does, which swaps minutes and seconds; here both
 * are equal, so that makes no difference.
 */
export const periodOf = ({ from, to }: { from: string; to: string }) => ({
  start_at: `${from} 00:00:00`,
  end_at: `${to} 23:59:59`,
});

export function isOfKind({ status, refunds }: Order, kind: OrderKind): boolean {
  if (kind === 'unpaid') return status === 0 || status === 5;
  if (kind === 'paid') return status >= 10 && status <= 40;
  if (kind === 'expired') return status === 50 || status === 55;
  if (kind === 'refund') return status >= 60 || refunds.length > 0;
  return true;
}

/** Returns whether the order's case was funded; such orders are the holdings of the portfolio. */
export const isHeld = ({ status }: Order) => status >= 15 && status <= 40;

/** Returns the orders placed within a period. */
export const within = (orders: readonly Order[], { from, to }: Range) =>
  orders.filter(({ createdAt }) => {
    const on = dayOfInstant(createdAt);
    return on >= from && on <= to;
  });

const valueOf: Record<string, (order: Order) => number> = {
  at: ({ createdAt }) => Date.parse(createdAt),
  amount: ({ amount }) => amount,
  payBy: ({ payBy }) => Date.parse(payBy),
  status: ({ status }) => status,
};

/** Returns the orders sorted by one column; equal ones newest first. */
export function sorted(orders: readonly Order[], { key, ascending }: Sort): Order[] {
  const of = valueOf[key] ?? valueOf['at']!;
  const way = ascending ? 1 : -1;
  return orders.toSorted((a, b) => way * (of(a) - of(b)) || Number(b.id) - Number(a.id));
}

/**
 * Returns every order with all its figures as CSV for a spreadsheet; `now` is the business time in
 * ms.
 */
export function ordersCsv(orders: readonly Order[], now: number): string {
  const head =
    '訂單編號,案件編號,方案,年化利率（%）,期數,金額,已付金額,成立時間,匯款期限,入帳時間,狀態,退款金額';
  return csvText([
    head.split(','),
    ...orders.map((order) => [
      order.orderNo,
      order.caseNo,
      order.planName,
      order.annualRate,
      order.installments,
      order.amount,
      order.paidAmount,
      formatInstant(order.createdAt),
      formatInstant(order.payBy),
      order.paidAt && formatInstant(order.paidAt),
      awaitsBank(order, now) ? AWAITING_BANK.text : order.statusText,
      sum(order.refunds.map(({ amount }) => amount)),
    ]),
  ]);
}
