// Composition of a member's holdings by status, plan, grade and term, with hints about
// concentration.
import { add, type Money, subtract, sum, ZERO } from '#contract/core/money.ts';
import type { Holding } from '#contract/investing/calls.ts';
import { sharesOf } from '#contract/law/shares.ts';
import type { ValuationState } from '#contract/law/valuation.ts';
import { gradeText } from '../investing/words.tsx';

/** The groups of holdings with their statuses, in display order. */
export const holdingGroups = [
  { id: 'waiting', label: '待撥款', statuses: [15] },
  { id: 'ongoing', label: '還款中', statuses: [20] },
  { id: 'overdue', label: '逾期', statuses: [25] },
  { id: 'violation', label: '違約', statuses: [30] },
  { id: 'negotiation', label: '協商中', statuses: [35] },
  { id: 'legal', label: '法律程序', statuses: [38] },
  { id: 'writtenOff', label: '已轉銷', statuses: [38] },
  { id: 'closed', label: '已結清', statuses: [40] },
] as const;

/** Written-off loans share their status with those at court, but are lost already. */
export const groupOf = ({ status, valuation }: Pick<Holding, 'status' | 'valuation'>) => {
  if (valuation?.state === 'writtenOff') return holdingGroups.find(({ id }) => id === 'writtenOff');
  return holdingGroups.find(({ statuses }) => (statuses as readonly number[]).includes(status));
};

/** Groups of holdings whose borrowers are behind with payments. */
export const troubledGroups: readonly string[] = ['overdue', 'violation', 'legal'];
/** Returns whether the holding's borrower is behind with payments. */
export const isTroubled = ({ status }: Holding) => status === 25 || status === 30 || status === 38;

/** `share`: in whole percent; the shares of all parts add up to 100. */
export type Part = { id: string; label: string; amount: Money; count: number; share: number };

/**
 * Only disbursed, outstanding principal counts, because all shares on the page are based on it;
 * orders that wait for their disbursement are shown separately.
 */
const isOut = ({ outstandingPrincipal, valuation }: Holding) =>
  valuation !== null && outstandingPrincipal > 0;
const out = (holdings: readonly Holding[]) =>
  sum(holdings.map(({ outstandingPrincipal }) => outstandingPrincipal));

/**
 * Returns the received, outstanding and lost principal of an order, with the share of each in whole
 * percent; the shares add up to 100. Before the disbursement nothing is outstanding yet.
 */
export function principalParts(holding: Holding) {
  const { receivedPrincipal, outstandingPrincipal, lostPrincipal, valuation } = holding;
  const amounts = [receivedPrincipal, outstandingPrincipal, lostPrincipal];
  const shares = sharesOf(amounts);
  const isWaiting = valuation === null && outstandingPrincipal > 0;
  return ['已收回本金', isWaiting ? '等待撥款' : '在貸本金', '損失本金'].map((name, i) => ({
    name,
    amount: amounts[i] ?? 0,
    share: shares[i] ?? 0,
  }));
}

/** Returns how many holdings have outstanding principal, which written-off ones have not. */
export const countOutstanding = ({
  valuation,
}: {
  valuation: readonly { state: ValuationState; holdings: number }[];
}) =>
  valuation.reduce(
    (count, { state, holdings }) => (state === 'writtenOff' ? 0 : holdings) + count,
    0,
  );

const plainLabel = {
  plan: ({ planName }: Holding) => planName,
  grade: ({ grade }: Holding) => (grade ? `${grade} ${gradeText(grade)}` : '未評等'),
  term: ({ installments }: Holding) => `${installments} 期`,
} as const;
export type PartKey = keyof typeof plainLabel;

/**
 * Returns the parts with their shares; a combined part gets the sum of its parts' shares instead of
 * a newly calculated one.
 */
function withShares(parts: readonly Omit<Part, 'share'>[]): Part[] {
  const shares = sharesOf(parts.map(({ amount }) => amount));
  return parts.map((part, i) => ({ ...part, share: shares[i] ?? 0 }));
}

/** Returns outstanding principal by status, in the order of the groups. */
export function byStatus(holdings: readonly Holding[]): Part[] {
  return withShares(
    holdingGroups.flatMap(({ id, label }) => {
      const rows = holdings.filter((holding) => isOut(holding) && groupOf(holding)?.id === id);
      return rows.length > 0 ? [{ id, label, amount: out(rows), count: rows.length }] : [];
    }),
  );
}

/**
 * Returns outstanding principal by another property: plans by amount, grades and terms in their own
 * order.
 */
export function byKey(holdings: readonly Holding[], key: PartKey): Part[] {
  const groups = Map.groupBy(holdings.filter(isOut), plainLabel[key]);
  const parts = [...groups].map(([label, rows]) => ({
    id: label,
    label,
    amount: out(rows),
    count: rows.length,
    at: key === 'term' ? (rows[0]?.installments ?? 0) : 0,
  }));
  return withShares(
    parts
      .toSorted((a, b) =>
        key === 'plan' ? b.amount - a.amount : a.at - b.at || a.label.localeCompare(b.label),
      )
      .map(({ at: _at, ...part }) => part),
  );
}

/** Shares of the outstanding principal above which a concentration is pointed out. */
const LIMITS = { case: 0.2, plan: 0.6, riskyGrades: 0.3, troubled: 0.1 } as const;
/** Number of holdings below which every share is large, so that the hint is to diversify. */
const FEW = 5;

/** `share` in whole percent, as shown in the bars. */
export type Hint = { id: string; share: number; title: string; text: string };

const isRisky = ({ label }: Part) => label.startsWith('C') || label.startsWith('D');
const together = (parts: readonly Part[]) =>
  parts.reduce(
    (all, { amount, share }) => ({ amount: add(all.amount, amount), share: all.share + share }),
    {
      amount: ZERO,
      share: 0,
    },
  );
const largest = <Amount extends { amount: Money }>(parts: readonly Amount[]): Amount =>
  parts.reduce((a, b) => (b.amount > a.amount ? b : a));

/**
 * Returns the concentration hints, the largest share first; empty if nothing is outstanding. The
 * shares are sums of those in the bars, so that no two figures on the page contradict each other.
 */
export function hintsOf(holdings: readonly Holding[]): Hint[] {
  const held = holdings.filter(isOut);
  const total = out(held);
  if (total === 0) return [];
  const hints: Hint[] = [];
  const cases = [...Map.groupBy(held, ({ caseNo }) => caseNo)].map(([label, rows]) => ({
    label,
    amount: out(rows),
  }));
  const one = largest(cases);
  // No bar shows single cases, so the share is calculated between this case and all others
  // together.
  const [caseShare] = sharesOf([one.amount, subtract(total, one.amount)]);
  if (one.amount > LIMITS.case * total) {
    hints.push({
      id: 'case',
      share: caseShare ?? 0,
      title: `單一案件占 ${caseShare}%，建議分散`,
      text: `案件 ${one.label} 若無法還款，影響較大。`,
    });
  }
  const plan = largest(byKey(held, 'plan'));
  if (held.length >= FEW && plan.amount > LIMITS.plan * total) {
    hints.push({
      id: 'plan',
      share: plan.share,
      title: `${plan.label}占 ${plan.share}%`,
      text: '同一類職業可能同時受景氣影響，可以搭配其他方案。',
    });
  }
  const risky = together(byKey(held, 'grade').filter(isRisky));
  if (risky.amount > LIMITS.riskyGrades * total) {
    hints.push({
      id: 'grade',
      share: risky.share,
      title: `C、D 等級占 ${risky.share}%`,
      text: '這些等級的利率較高，預期損失也較高。',
    });
  }
  const troubled = together(byStatus(held).filter(({ id }) => troubledGroups.includes(id)));
  if (troubled.amount > LIMITS.troubled * total) {
    hints.push({
      id: 'troubled',
      share: troubled.share,
      title: `逾期、違約與法律程序占 ${troubled.share}%`,
      text: '這些本金可能延後或無法收回，請留意可承受的範圍。',
    });
  }
  return hints.toSorted((a, b) => b.share - a.share);
}

type Instalment = {
  status: string;
  expectedPrincipal: Money;
  expectedInterest: Money;
  receivedPrincipal: Money;
  receivedInterest: Money;
  receivedLateInterest: Money;
  receivedPenalty: Money;
  receivedPrepaymentFee: Money;
};

/**
 * Returns whether principal and interest of a late instalment came in full, so that only the
 * penalty, which is paid last, is still owed.
 */
export const owesPenaltyOnly = (row: Instalment): boolean =>
  row.status === 'late' &&
  row.receivedPrincipal === row.expectedPrincipal &&
  row.receivedInterest === row.expectedInterest;

/** Returns what was received for an instalment beyond principal and interest, in NT$. */
export const lateOf = (row: Instalment): Money =>
  add(row.receivedLateInterest, row.receivedPenalty, row.receivedPrepaymentFee);

/**
 * Returns the NT$ received above (late charges) or below the expected amount; null if it is not due
 * yet.
 */
export function differenceOf(row: Instalment): Money | null {
  const came = add(row.receivedPrincipal, row.receivedInterest, lateOf(row));
  if (came === 0 && (row.status === 'upcoming' || row.status === 'due')) return null;
  return subtract(came, add(row.expectedPrincipal, row.expectedInterest));
}
