// What a member's holdings consist of: by status, plan, grade and term; and what is lopsided.
import type { Holding } from '#contract/investing.ts';
import { gradeText } from './words.tsx';

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

export const groupOf = ({ status }: Holding) =>
  holdingGroups.find(({ statuses }) => (statuses as readonly number[]).includes(status));

/** Whether its borrower is behind. */
export const isTroubled = ({ status }: Holding) => status === 25 || status === 30 || status === 38;

export type Part = { id: string; label: string; amount: number; count: number };

/** Only what is out is a part of anything; what waits for its disbursement counts as well. */
const isOut = ({ outstandingPrincipal }: Holding) => outstandingPrincipal > 0;
const out = (holdings: readonly Holding[]) =>
  holdings.reduce((sum, { outstandingPrincipal }) => sum + outstandingPrincipal, 0);

const plainLabel = {
  plan: ({ planName }: Holding) => planName,
  grade: ({ grade }: Holding) => (grade ? `${grade} ${gradeText(grade)}` : '未評等'),
  term: ({ installments }: Holding) => `${installments} 期`,
} as const;
export type PartKey = keyof typeof plainLabel;

/** Principal out by status, in the order of the groups. */
export function byStatus(holdings: readonly Holding[]): Part[] {
  return holdingGroups.flatMap(({ id, label }) => {
    const rows = holdings.filter((holding) => isOut(holding) && groupOf(holding)?.id === id);
    return rows.length > 0 ? [{ id, label, amount: out(rows), count: rows.length }] : [];
  });
}

/** Principal out by something else: plans by amount, grades and terms in their own order. */
export function byKey(holdings: readonly Holding[], key: PartKey): Part[] {
  const groups = Map.groupBy(holdings.filter(isOut), plainLabel[key]);
  const parts = [...groups].map(([label, rows]) => ({
    id: label,
    label,
    amount: out(rows),
    count: rows.length,
    at: key === 'term' ? (rows[0]?.installments ?? 0) : 0,
  }));
  return parts
    .toSorted((a, b) =>
      key === 'plan' ? b.amount - a.amount : a.at - b.at || a.label.localeCompare(b.label),
    )
    .map(({ at: _at, ...part }) => part);
}

/** From which share of the principal out one thing is too much of it. */
const LIMITS = { case: 0.2, plan: 0.6, riskyGrades: 0.3, troubled: 0.1 } as const;
/** With fewer holdings any share is large, and the hint is to have more of them. */
const FEW = 5;

export type Hint = { id: string; share: number; title: string; text: string };

const isRisky = ({ grade }: Holding) => grade.startsWith('C') || grade.startsWith('D');

/** What stands out, the largest share first; shares of one. Nothing where nothing is out. */
export function hintsOf(holdings: readonly Holding[]): Hint[] {
  const held = holdings.filter(isOut);
  const total = out(held);
  if (total === 0) return [];
  const hints: Hint[] = [];
  const largest = (label: (holding: Holding) => string) =>
    [...Map.groupBy(held, label)]
      .map(([name, rows]) => ({ name, share: out(rows) / total }))
      .reduce((a, b) => (b.share > a.share ? b : a));
  const percent = (share: number) => `${Math.floor(share * 100)}%`;
  const one = largest(({ caseNo }) => caseNo);
  if (one.share > LIMITS.case) {
    hints.push({
      id: 'case',
      share: one.share,
      title: `單一案件占 ${percent(one.share)}，建議分散`,
      text: `案件 ${one.name} 若無法還款，影響較大。`,
    });
  }
  const plan = largest(({ planName }) => planName);
  if (held.length >= FEW && plan.share > LIMITS.plan) {
    hints.push({
      id: 'plan',
      share: plan.share,
      title: `${plan.name}占 ${percent(plan.share)}`,
      text: '同一類職業可能同時受景氣影響，可以搭配其他方案。',
    });
  }
  const risky = out(held.filter(isRisky)) / total;
  if (risky > LIMITS.riskyGrades) {
    hints.push({
      id: 'grade',
      share: risky,
      title: `C、D 等級占 ${percent(risky)}`,
      text: '這些等級的利率較高，預期損失也較高。',
    });
  }
  const troubled = out(held.filter(isTroubled)) / total;
  if (troubled > LIMITS.troubled) {
    hints.push({
      id: 'troubled',
      share: troubled,
      title: `逾期、違約與法律程序占 ${percent(troubled)}`,
      text: '這些本金可能延後或無法收回，請留意可承受的範圍。',
    });
  }
  return hints.toSorted((a, b) => b.share - a.share);
}

type Instalment = {
  status: string;
  expectedPrincipal: number;
  expectedInterest: number;
  receivedPrincipal: number;
  receivedInterest: number;
  receivedLate: number;
};

/** NT$ that came more (late charges) or less than expected; null for what is not due. */
export function differenceOf(row: Instalment): number | null {
  const came = row.receivedPrincipal + row.receivedInterest + row.receivedLate;
  if (came === 0 && (row.status === 'upcoming' || row.status === 'due')) return null;
  return came - row.expectedPrincipal - row.expectedInterest;
}
