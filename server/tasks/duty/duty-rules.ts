// Rules of the operators' work, as the settings in force define them, and who gets a task.
import type { Role } from '#contract/core/endpoint.ts';
import type { TaskKind } from '#contract/tasks/kinds.ts';
import { isMaker, mayDecide } from '../rules.ts';

export type DutyRules = {
  /** Hours after which an overdue task escalates; 0 switches a level off. */
  roleHours: number;
  adminHours: number;
  /** Kinds of task that are assigned automatically. */
  assigned: readonly TaskKind[];
};

export type Present = { id: number; roles: readonly Role[] };
type Task = { kind: TaskKind; makerId: number | null; otherMakers: readonly number[] };

/** Whoever made the work, or a part of it, never gets the check of it. */
export const mayGet = (task: Task, one: Present): boolean =>
  mayDecide(task.kind, one.roles) && !isMaker(task, one);

/**
 * Returns the operator whose turn it is: the next one by id after the operator who was assigned a
 * task of the kind last. Undefined if nobody present may decide the task.
 */
export function nextInTurn(
  task: Task,
  present: readonly Present[],
  lastId: number,
): Present | undefined {
  const able = present.filter((one) => mayGet(task, one)).toSorted((a, b) => a.id - b.id);
  return able.find(({ id }) => id > lastId) ?? able[0];
}

/** Returns the substitute if they are present and may get the task; otherwise undefined. */
export const substituteFor = (
  task: Task,
  present: readonly Present[],
  substituteId: number | null,
): Present | undefined => present.find((one) => one.id === substituteId && mayGet(task, one));
