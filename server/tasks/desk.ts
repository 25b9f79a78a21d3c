// The inbox: taking one or many tasks, assigning them to others, task order, saved views.
import { Refusal } from '#contract/refusals.ts';
import { bulkDecisions, taskKinds } from '#contract/tasks/kinds.ts';
import { type deskOffice, leftReasons } from '#contract/tasks/desk.ts';
import type { Output } from '#contract/core/endpoint.ts';
import type { Actions, Operator } from '../call.ts';
import type { Work } from '../work.ts';
import { taskView } from './actions.ts';
import { carryOut } from './deciding.ts';
import { recordMove } from './recording.ts';
import {
  assign,
  keepView,
  operatorAtWork,
  operatorsAtWork,
  removeView,
  setPriority,
  takeNext,
  viewsOf,
} from './desk-queries.ts';
import { type TaskDbRow, lockMany, taskById } from './queries.ts';
import { assertMayGive, assertMayRelease, assertMayTake, isVisible, mayDecide } from './rules.ts';
import { hooks } from '../hooks.ts';

type AtDesk = Work & { operator: Operator };

/**
 * Applies an action to each of many tasks; a task that refuses the action is skipped and does not
 * stop the others.
 */
async function eachOf(
  context: AtDesk,
  ids: readonly number[],
  act: (row: TaskDbRow) => Promise<void>,
): Promise<Output<(typeof deskOffice)['claimTasks']>> {
  const rows = new Map((await lockMany(context.tx, ids)).map((row) => [row.id, row]));
  const data: Output<(typeof deskOffice)['claimTasks']>['data'] = { done: [], left: [] };
  for (const id of new Set(ids)) {
    const row = rows.get(id);
    try {
      if (!row || !isVisible(context.operator, row)) throw new Refusal('TASK_NOT_FOUND');
      await act(row);
      data.done.push(id);
    } catch (error) {
      const why = leftReasons.find((one) => error instanceof Refusal && error.code === one);
      if (!why) throw error;
      const who = why === 'TASK_DONE' ? row?.checker : why === 'TASK_TAKEN' ? row?.assignee : null;
      data.left.push({ id, why, who: who ?? null });
    }
  }
  return { data };
}

async function give(context: AtDesk, row: TaskDbRow, to: number | null): Promise<void> {
  if (row.assigneeId === to) return;
  await assign(context.tx, row.id, to, context.now);
  const verb = to === null ? 'released' : to === context.operator.id ? 'claimed' : 'assigned';
  await recordMove(context, {
    subject: { type: 'task', id: row.id },
    action: `task.${verb}`,
    from: row.assigneeId,
    to,
  });
}

export const deskActions: Actions<{ tasks: typeof deskOffice }>['tasks'] = {
  async nextTask(context, { kind }) {
    const { tx, operator, now } = context;
    const kinds = taskKinds.filter(
      (own) => own !== 'sent_back' && mayDecide(own, operator.roles) && (!kind || own === kind),
    );
    const taken = await takeNext(tx, kinds, operator.id, now);
    const row = taken && (await taskById(tx, taken.id));
    if (!row) return { data: null };
    await recordMove(context, {
      subject: { type: 'task', id: row.id },
      action: 'task.claimed',
      to: operator.id,
    });
    return { data: taskView(row) };
  },

  claimTasks(context, { ids }) {
    return eachOf(context, ids, async (row) => {
      assertMayTake(row, context.operator);
      await give(context, row, context.operator.id);
    });
  },

  releaseTasks(context, { ids }) {
    return eachOf(context, ids, async (row) => {
      assertMayRelease(row, context.operator);
      await give(context, row, null);
    });
  },

  async assignTasks(context, { ids, operator: to }) {
    const colleague = await operatorAtWork(context.tx, to);
    if (!colleague) throw new Refusal('NOT_FOUND');
    return eachOf(context, ids, async (row) => {
      assertMayGive(row, context.operator, colleague);
      await give(context, row, colleague.id);
    });
  },

  setTaskPriority(context, { ids, priority, reason }) {
    const { tx, operator } = context;
    return eachOf(context, ids, async (row) => {
      const isAdmin = operator.roles.includes('admin');
      if (!isAdmin && !mayDecide(row.kind, operator.roles)) throw new Refusal('ROLE_REQUIRED');
      if (row.status === 'done') throw new Refusal('TASK_DONE');
      await setPriority(tx, row.id, priority, reason);
      await recordMove(context, {
        subject: { type: 'task', id: row.id },
        action: 'task.priority',
        from: row.priority,
        to: priority,
        reason,
      });
    });
  },

  decideTasks(context, { ids, decision }) {
    return eachOf(context, ids, async (row) => {
      const isSafe = bulkDecisions[row.kind]?.includes(decision);
      // Tasks whose decision is carried out by a feature can fail halfway, so they are never
      // decided in bulk.
      if (!isSafe || hooks.tasks[row.kind]) throw new Refusal('DECISION_INVALID');
      await carryOut(context, row, { id: row.id, decision });
    });
  },

  async colleagues({ tx }) {
    return { data: await operatorsAtWork(tx) };
  },

  async listViews({ tx, operator }, { list }) {
    return { data: await viewsOf(tx, operator.id, list) };
  },

  async saveListView({ tx, operator }, view) {
    return { data: await keepView(tx, operator.id, view) };
  },

  async removeListView({ tx, operator }, { id }) {
    if ((await removeView(tx, operator.id, id)) === 0) throw new Refusal('NOT_FOUND');
    return { data: { ok: true } };
  },
};
