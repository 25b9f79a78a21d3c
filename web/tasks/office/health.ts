// Loads the platform's health for the office and finds problems that require a person.
import { useQuery } from '@tanstack/react-query';
import { chainText, exceptionText } from '#contract/tasks/health-words.ts';
import type { Health } from '#contract/tasks/health.ts';
import { formatDay, formatMoney } from '../../ui/format.ts';
import { queryOf } from '../../office/api.ts';

const REFRESH_MS = 30_000;
/**
 * A queue that has not moved for this long requires a person; the readiness check uses the same
 * limit.
 */
export const SLOW_SECONDS = 600;

export function useHealth() {
  return useQuery({ ...queryOf('tasks', 'health', {}), refetchInterval: REFRESH_MS });
}

/**
 * Returns, as text, the problems of the trust account that require a person; empty if bank and
 * books agree.
 */
export function bankProblemsOf({ bank }: Pick<Health, 'bank'>): string[] {
  const { unexplained, overdue, unsignedSince, unsignedLate, closedThrough, closingLate } = bank;
  return [
    ...(unexplained === 0 ? [] : [`銀行與帳上有 ${formatMoney(unexplained)} 的差額無法說明`]),
    ...(overdue > 0 ? [`${overdue} 件對帳差異逾期未處理`] : []),
    ...(closingLate && closedThrough
      ? [`銀行只結帳到 ${formatDay(closedThrough)}，其後的逾期與失效暫不判定`]
      : []),
    ...(unsignedLate && unsignedSince ? [`每日對帳自 ${formatDay(unsignedSince)} 起未簽核`] : []),
  ];
}

/** Returns, as text, the problems that require a person; empty if there are none. */
export function problemsOf(health: Health): string[] {
  const { exceptions, invariants, jobs, messages, queues, brokenChains } = health;
  const broken = invariants.filter((law) => law.broken > 0).length;
  const failed = jobs.filter(({ failure }) => failure !== null).length;
  const slow = Object.values(queues).filter((q) => q.oldestSeconds > SLOW_SECONDS).length;
  return [
    ...bankProblemsOf(health),
    ...exceptions.map(({ what, open }) => `${exceptionText[what]} ${open} 件`),
    ...(broken > 0 ? [`${broken} 項帳務規則不符`] : []),
    ...brokenChains.map((chain) => `${chainText[chain]}與封存時不符`),
    ...(failed > 0 ? [`${failed} 項排程失敗`] : []),
    ...(messages.length > 0 ? [`${messages.length} 則訊息寄送失敗`] : []),
    ...(slow > 0 ? [`${slow} 個佇列停滯超過 ${SLOW_SECONDS / 60} 分鐘`] : []),
  ];
}
