// The last day on which a late borrower can pay before the next stage of the law begins.
import { addDays, formatDayWithWeekday, type Day } from '../core/day.ts';
import { bucketOf, graceOf, lateDaysOf } from '../law/late.ts';
import { lateStandingOf, type LateFacts } from './late-words.ts';
import type { LateTerms } from './terms.ts';

export type LateStage = {
  lastDay: Day;
  /** What begins on the day after it. */
  next: 'charges' | 'violation';
};

export type LateStageFacts = LateFacts & {
  /** Last day on which the oldest unpaid instalment could be paid on time. */
  payableUntil: Day;
  terms: LateTerms;
};

/**
 * Returns the stage that a payment of everything overdue still prevents; null from the violation
 * on, of which the sentence of the standing names the last day of the notice.
 */
export function nextLateStage(of: LateStageFacts): LateStage | null {
  const { payableUntil, terms, today } = of;
  const standing = lateStandingOf(of);
  if (standing !== 'grace' && standing !== 'overdue') return null;
  const bucket = bucketOf(lateDaysOf(payableUntil, today as Day), terms);
  if (bucket === 'grace') {
    return { lastDay: addDays(payableUntil, graceOf(terms)), next: 'charges' };
  }
  if (bucket !== 'overdue') return null;
  return { lastDay: addDays(payableUntil, terms.violationFromDay - 1), next: 'violation' };
}

const begins: Record<LateStage['next'], string> = {
  charges: '依契約從逾期第 1 天起計收遲延利息與違約金',
  violation: '案件列為違約，由出資人決定協商或委託法律程序',
};

/** Says until when to pay, and what begins on the day after it. */
export function lateStageWords({ lastDay, next }: LateStage): { by: string; after: string } {
  return {
    by: `請於 ${formatDayWithWeekday(lastDay)}前轉入`,
    after: `${formatDayWithWeekday(addDays(lastDay, 1))}起，${begins[next]}`,
  };
}
