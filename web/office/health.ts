// Whether the platform is well, as the office asks and judges it.
import { useQuery } from '@tanstack/react-query';
import type { Health } from '#contract/tasks-health.ts';
import { asked } from './api.ts';

const REFRESH_MS = 30_000;
/** A queue that stands still this long needs a person, as the readiness of the process has it. */
export const SLOW_SECONDS = 600;

export function useHealth() {
  return useQuery({ ...asked('tasks', 'health', {}), refetchInterval: REFRESH_MS });
}

/** What needs a person, in words; nothing when all is well. */
export function problemsOf({ invariants, jobs, messages, queues }: Health): string[] {
  const broken = invariants.filter((law) => law.broken > 0).length;
  const failed = jobs.filter(({ failure }) => failure !== null).length;
  const slow = Object.values(queues).filter((q) => q.oldestSeconds > SLOW_SECONDS).length;
  return [
    ...(broken > 0 ? [`${broken} 項帳務規則不符`] : []),
    ...(failed > 0 ? [`${failed} 項排程失敗`] : []),
    ...(messages.length > 0 ? [`${messages.length} 則訊息寄送失敗`] : []),
    ...(slow > 0 ? [`${slow} 個佇列停滯超過 ${SLOW_SECONDS / 60} 分鐘`] : []),
  ];
}
