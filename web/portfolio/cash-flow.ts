// Cash flow by month for the chart, its table and its CSV: bar parts, ranges, sums.
import { add, type Money, sum } from '#contract/core/money.ts';
import { csvText } from '#contract/core/csv.ts';
import { flowMonths, type MonthFlow, type Upcoming } from '#contract/investing/portfolio.ts';

const lateOf = ({ received }: MonthFlow) =>
  add(received.lateInterest, received.penalty, received.prepaymentFee);

/**
 * The parts of a month's bar from bottom to top: scheduled amounts are stacked on received ones.
 * The small parts share a colour; the table and the file have a column for each.
 */
export const flowParts = [
  {
    id: 'principal',
    label: '已收本金',
    scheduled: false,
    of: (m: MonthFlow) => m.received.principal,
  },
  {
    id: 'interest',
    label: '已收利息',
    scheduled: false,
    of: (m: MonthFlow) => m.received.interest,
  },
  { id: 'late', label: '已收遲延與其他', scheduled: false, of: lateOf },
  {
    id: 'principal-due',
    label: '預定本金',
    scheduled: true,
    of: (m: MonthFlow) => m.scheduled.principal,
  },
  {
    id: 'interest-due',
    label: '預定利息',
    scheduled: true,
    of: (m: MonthFlow) => m.scheduled.interest,
  },
] as const;

/** Columns of the table and the file, in order. */
export const flowColumns: readonly { id: string; label: string; of: (m: MonthFlow) => Money }[] = [
  flowParts[0],
  flowParts[1],
  { id: 'late-interest', label: '已收遲延利息', of: ({ received }) => received.lateInterest },
  { id: 'penalty', label: '已收違約金', of: ({ received }) => received.penalty },
  { id: 'prepayment', label: '已收提前清償分配', of: ({ received }) => received.prepaymentFee },
  flowParts[3],
  flowParts[4],
];

export const totalOf = (month: MonthFlow): Money => sum(flowParts.map(({ of }) => of(month)));

export const flowRanges = [
  { value: 'all', title: '24 個月', from: 0, to: 2 * flowMonths },
  { value: 'past', title: '過去 12 個月', from: 0, to: flowMonths },
  { value: 'next', title: '未來 12 個月', from: flowMonths, to: 2 * flowMonths },
  { value: 'near', title: '前後半年', from: flowMonths / 2, to: flowMonths + flowMonths / 2 },
] as const;
export type FlowRange = (typeof flowRanges)[number]['value'];

export function inRange(months: readonly MonthFlow[], id: FlowRange): MonthFlow[] {
  const { from, to } = flowRanges.find(({ value }) => value === id) ?? flowRanges[0];
  return months.slice(from, to);
}

/** A month with more than this many times the amount of the next smaller one is an exception. */
const EXCEPTION = 2.5;

/**
 * Returns the amount in NT$ that the axis of the months must reach. Up to a third of the months
 * with money may be exceptions, such as a loan that was settled early; their bars are cut, so that
 * the others stay readable.
 */
export function axisLimitOf(totals: readonly number[]): number {
  const sorted = totals.filter((total) => total > 0).toSorted((a, b) => b - a);
  const most = Math.max(1, Math.floor(sorted.length / 3));
  const cut = sorted
    .slice(0, most)
    .findLastIndex((total, i) => total > EXCEPTION * (sorted[i + 1] ?? Infinity));
  return sorted[cut + 1] ?? 0;
}

/** Returns the NT$ received or due up to the end of each month shown. */
export function cumulated(months: readonly MonthFlow[]): number[] {
  const sums: number[] = [];
  for (const month of months) sums.push((sums.at(-1) ?? 0) + totalOf(month));
  return sums;
}

/** Returns the months as CSV for a spreadsheet. */
export function flowCsv(months: readonly MonthFlow[]): string {
  return csvText([
    ['月份', ...flowColumns.map(({ label }) => label), '合計', '已扣手續費'],
    ...months.map((month) => [
      month.month,
      ...flowColumns.map(({ of }) => of(month)),
      totalOf(month),
      month.received.fee,
    ]),
  ]);
}

export const amountOf = ({ principal, interest }: Upcoming) => add(principal, interest);
