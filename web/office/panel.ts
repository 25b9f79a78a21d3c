// What a feature hands in for its kinds of tasks; `pages/TaskPage.tsx` puts it together.
import type { ComponentType } from 'react';
import type { TaskOf } from '#contract/tasks/calls.ts';
import type { TaskKind } from '#contract/tasks/kinds.ts';

export type PanelProps<K extends TaskKind> = { task: TaskOf<K> };

type TaskPanel<K extends TaskKind> = {
  /** Without a panel, the page of a task shows its facts. */
  panel?: ComponentType<PanelProps<K>>;
  /** Page on which the work is made, for the maker who got it back. */
  workplace?: (subjectId: string, subjectType: string) => string;
};
export type Panels = { readonly [K in TaskKind]?: TaskPanel<K> };
