// What a member's holdings come to: the headline figures, what is due next, and groups by status.
import type { Holding } from '#contract/investing.ts';

/** The statuses each group of holdings covers, in the order they are offered. */
export const holdingGroups = [
  { id: 'waiting', label: '待撥款', statuses: [15] },
  { id: 'ongoing', label: '還款中', statuses: [20] },
  { id: 'overdue', label: '逾期', statuses: [25] },
  { id: 'violation', label: '違約', statuses: [30] },
  { id: 'negotiation', label: '協商中', statuses: [35] },
  { id: 'legal', label: '法律程序', statuses: [38] },
  { id: 'closed', label: '已結清', statuses: [40] },
] as const;

/** Whether its borrower is behind. */
export const isTroubled = ({ status }: Holding) => status === 25 || status === 30 || status === 38;
const isOut = ({ status }: Holding) => status >= 20 && status < 40;

export type Headline = {
  /** Principal that is lent and not yet back. NT$ */
  outstanding: number;
  outstandingCount: number;
  /** Interest received so far, before our fee. NT$ */
  interest: number;
  /** Late interest and penalties received. NT$ */
  late: number;
  fee: number;
  /** Principal still out in cases that are overdue, in violation or at law. NT$ */
  troubled: number;
  troubledCount: number;
  /** Paid for, but not yet paid out to the borrower. NT$ */
  waiting: number;
};

/** The headline, summed over all holdings. */
export function headlineOf(holdings: readonly Holding[]): Headline {
  const total = (of: readonly Holding[], key: keyof Holding) =>
    of.reduce((sum, holding) => sum + Number(holding[key]), 0);
  const out = holdings.filter(isOut);
  const troubled = holdings.filter(isTroubled);
  return {
    outstanding: total(out, 'outstandingPrincipal'),
    outstandingCount: out.length,
    interest: total(holdings, 'receivedInterest'),
    late: total(holdings, 'receivedLate'),
    fee: total(holdings, 'fee'),
    troubled: total(troubled, 'outstandingPrincipal'),
    troubledCount: troubled.length,
    waiting: total(
      holdings.filter(({ status }) => status === 15),
      'amount',
    ),
  };
}

type Coming = { id: string; caseNo: string; on: string; amount: number };

/** The next instalments of cases that are paid on time, soonest first. */
export function comingOf(holdings: readonly Holding[], most: number): Coming[] {
  return holdings
    .flatMap(({ id, caseNo, status, nextDueOn, nextAmount }) =>
      status === 20 && nextDueOn !== null && nextAmount !== null
        ? [{ id, caseNo, on: nextDueOn, amount: nextAmount }]
        : [],
    )
    .toSorted((a, b) => (a.on < b.on ? -1 : a.on > b.on ? 1 : Number(a.id) - Number(b.id)))
    .slice(0, most);
}
