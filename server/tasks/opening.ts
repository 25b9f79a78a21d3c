// Opening tasks, renewing them, and closing those that have become unnecessary.
import { addBusinessDays, endOfDay, publishedCalendar } from '#contract/core/day.ts';
import type { TaskDetailSent } from '#contract/tasks/details.ts';
import { type TaskKind, taskRules } from '#contract/tasks/kinds.ts';
import type { Work } from '../work.ts';
import { closeTask as closeRow, insertTask, lockTask, openTaskOf, rewriteTask } from './queries.ts';
import type { Subject } from './recording.ts';

/**
 * Opens a task unless one of its kind is already open for the subject. The task is due after the
 * number of business days of its kind.
 */
export async function openTask<K extends TaskKind>(
  work: Work,
  task: {
    kind: K;
    subject: Subject & { label: string };
    detail?: TaskDetailSent<K>;
    makerId?: number;
    /** Others who have made a part of it; none of the makers may decide it. */
    otherMakers?: readonly number[];
  },
): Promise<void> {
  const due = addBusinessDays(work.today, taskRules[task.kind].dueDays, publishedCalendar);
  await insertTask(work.tx, {
    kind: task.kind,
    subjectType: task.subject.type,
    subjectId: task.subject.id,
    subjectLabel: task.subject.label,
    detail: task.detail ?? {},
    makerId: task.makerId ?? null,
    otherMakers: task.otherMakers ?? [],
    now: work.now,
    dueAt: new Date(endOfDay(due)),
  });
  // The maker has presented again what was sent back to them.
  if (task.makerId !== undefined) await closeTask(work, 'sent_back', task.subject, 'again');
}

/** Updates the details of an open task; its waiting time does not change. */
export async function renewTask(
  work: Work,
  taskId: number,
  label: string,
  detail: TaskDetailSent<TaskKind> = {},
): Promise<void> {
  await rewriteTask(work.tx, taskId, { label, detail });
}

/**
 * Stores the details of a task as they were when it was decided, so that the task never shows a
 * later state.
 */
export async function keepDecided(
  work: Work,
  taskId: number,
  detail: TaskDetailSent<TaskKind>,
): Promise<void> {
  await rewriteTask(work.tx, taskId, { label: null, detail });
}

/**
 * Locks the open task of a kind on a subject, if there is one. A decision locks its task first and
 * then what it is about; whoever may close the task has to lock in the same order. Returns its id.
 */
export async function holdTask(
  work: Work,
  kind: TaskKind,
  subject: Subject,
): Promise<number | null> {
  const task = await openTaskOf(work.tx, kind, subject.type, subject.id);
  if (task) await lockTask(work.tx, task.id);
  return task?.id ?? null;
}

/**
 * Closes a task that has become unnecessary; does nothing if none of its kind is open for the
 * subject. `operatorId` is the person who did the work of the task elsewhere.
 */
export async function closeTask(
  work: Work,
  kind: TaskKind,
  subject: Subject,
  decision: string,
  reason?: string,
  operatorId: number | null = null,
): Promise<void> {
  const task = await openTaskOf(work.tx, kind, subject.type, subject.id);
  if (!task) return;
  await closeRow(work.tx, task.id, {
    checkerId: operatorId,
    decision,
    reason: reason ?? null,
    now: work.now,
  });
}
