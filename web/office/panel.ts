// Props of the panels for each kind of task.
import type { TaskOf } from '#contract/tasks/calls.ts';
import type { TaskKind } from '#contract/tasks/kinds.ts';

export type PanelProps<K extends TaskKind> = { task: TaskOf<K> };
