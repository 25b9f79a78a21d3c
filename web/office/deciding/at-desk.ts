// Actions on tasks other than deciding: take, return, assign, raise the priority.
import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from 'react-router';
import type { TaskKind } from '#contract/tasks/kinds.ts';
import type { Outcomes } from '#contract/tasks/desk.ts';
import { toast } from '../../ui/overlay/toasts.tsx';
import { api } from '../api.ts';
import { outcomeWords } from './left-words.ts';
import { useAct } from '../../use-act.ts';
import * as paths from '../paths.ts';

/** Runs one action at a time and shows its result; `busy` is true meanwhile. */
export function useDesk() {
  const client = useQueryClient();
  const { busy, run } = useAct(
    async (verb: string, act: () => Promise<{ data: Outcomes }>) => {
      const { data } = await act();
      await client.invalidateQueries({ queryKey: ['tasks'] });
      toast(outcomeWords(data, verb), { tone: data.left.length > 0 ? 'info' : 'ok' });
    },
    { toasted: 'danger' },
  );
  return {
    busy,
    claim: (ids: string[]) => run('取得', () => api.tasks.claimTasks({ ids })),
    release: (ids: string[]) => run('釋出', () => api.tasks.releaseTasks({ ids })),
    assign: (ids: string[], operator: string) =>
      run('指派', () => api.tasks.assignTasks({ ids, operator })),
    decide: (ids: string[], decision: string) =>
      run('確認', () => api.tasks.decideTasks({ ids, decision })),
  };
}

/**
 * Gives back a task that was assigned to the operator automatically; if that fails, the operator
 * keeps the task.
 */
export function useGiveBack() {
  const client = useQueryClient();
  return (id: string): void =>
    void api.tasks
      .releaseTasks({ ids: [id] })
      .catch(() => {})
      .then(() => client.invalidateQueries({ queryKey: ['tasks'] }));
}

/** Takes the next unassigned task and opens it. */
export function useNext(kind: TaskKind | undefined) {
  const client = useQueryClient();
  const navigate = useNavigate();
  const { busy, run: take } = useAct(
    async () => {
      const { data } = await api.tasks.nextTask(kind ? { kind } : {});
      await client.invalidateQueries({ queryKey: ['tasks'] });
      if (data) await navigate(paths.task(data.id));
      else toast('沒有可以取得的案件了', { tone: 'info' });
    },
    { toasted: 'danger' },
  );
  return { busy, take: () => void take() };
}
