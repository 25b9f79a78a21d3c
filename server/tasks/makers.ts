// Who has made a part of what a task is about, and may therefore not decide it.
import type { ActionName } from '#contract/core/action-words.ts';
import type { TaskKind } from '#contract/tasks/kinds.ts';
import type { Operator } from '../call.ts';
import type { Work } from '../work.ts';
import { actorsSince, joinTask as joinRow, openTaskOf } from './queries.ts';
import type { Subject } from './recording.ts';

/**
 * Returns the operators who took part in what a task is about: those who did one of the acts since
 * one of the ends. None of them may check the work.
 */
export async function makersSince(
  { tx }: Work,
  subject: Subject,
  { acts, ends }: { acts: readonly ActionName[]; ends: readonly ActionName[] },
): Promise<number[]> {
  return (await actorsSince(tx, subject, acts, ends)).map(({ id }) => id);
}

/**
 * Adds another person's words to the open task of a kind on a subject; they may not decide it
 * either. Returns false if no such task is open.
 */
export async function joinTask(
  work: Work & { operator: Operator },
  kind: TaskKind,
  subject: Subject,
  of: { field: string; words: string },
): Promise<boolean> {
  const task = await openTaskOf(work.tx, kind, subject.type, subject.id);
  if (task) await joinRow(work.tx, task.id, { ...of, makerId: work.operator.id });
  return task !== null;
}
