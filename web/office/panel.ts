// What the page of one kind of task is given.
import type { Task } from '#contract/tasks/calls.ts';

export type TaskWithDetail = Task & { detail: Record<string, unknown> };

export type PanelProps = { task: TaskWithDetail };

/** The detail as its feature's server file lays it out; absent parts stay absent. */
export function detailOf<Detail>(task: TaskWithDetail): Partial<Detail> {
  return task.detail as Partial<Detail>;
}
