// The operator's own decisions that have not taken effect, as the server holds them.
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import type { heldOffice } from '#contract/tasks/held.ts';
import type { TaskKind } from '#contract/tasks/kinds.ts';
import { decidedText } from '#contract/tasks/words.ts';
import type { Answer } from '../../api.ts';
import { queryOf } from '../api.ts';

export type HeldDecision = Answer<(typeof heldOffice)['heldDecisions']>['data'][number];

const POLL_MS = 1_000;

/** What has become of a task with a serious warning that only one person has answered. */
export const LEFT_TO_ANOTHER = '已送另一位同仁決定';

/** What a decision that is held will do, in the words for one that was carried out. */
export const heldText = (
  kind: TaskKind,
  { decision, toAnother }: Pick<HeldDecision, 'decision' | 'toAnother'>,
) => (toAnother ? LEFT_TO_ANOTHER : decidedText(kind, decision));

/**
 * The task that was opened in place of one whose decision is held, by the id of the latter; it is
 * given back if the decision is taken back.
 */
export const takenAfter = new Map<string, string>();

const heldQuery = queryOf('tasks', 'heldDecisions', {});
const waitingIn = (answer: { data: HeldDecision[] } | undefined) =>
  (answer?.data ?? []).filter(({ failure }) => failure === null);

/** Returns the ids of the tasks of which a decision of the operator waits. */
export function useWaitingTasks(): ReadonlySet<string> {
  return new Set(waitingIn(useQuery(heldQuery).data).map(({ task }) => task.id));
}

/**
 * Returns the operator's decisions that wait, the newest first, and when they were read. `onEnd` is
 * called once for each that waited before and waits no longer.
 */
export function useHeldDecisions(onEnd: (held: HeldDecision, failure: string | null) => void) {
  const client = useQueryClient();
  const { data, dataUpdatedAt: readAt } = useQuery({
    ...heldQuery,
    refetchInterval: ({ state }) => (waitingIn(state.data).length > 0 ? POLL_MS : false),
  });
  const waiting = waitingIn(data);
  const before = useRef<readonly HeldDecision[]>([]);
  useEffect(() => {
    const isWaiting = (id: string) => waiting.some(({ task }) => task.id === id);
    const ended = before.current.filter(({ task }) => !isWaiting(task.id));
    before.current = waiting;
    if (ended.length === 0) return;
    void client.invalidateQueries({ queryKey: ['tasks'] });
    for (const held of ended) {
      onEnd(held, data?.data.find(({ task }) => task.id === held.task.id)?.failure ?? null);
    }
    // Only a new answer can end one.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [data]);
  return { waiting, readAt };
}
