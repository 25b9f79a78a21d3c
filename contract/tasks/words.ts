// Labels of tasks and their decisions: for choosing, for the button, and for the decided task.
import type { ListedTask, Task } from './calls.ts';
import type { DecisionWords } from './kind.ts';
import { decisionWords, type TaskKind } from './kinds.ts';

/** Labels of a task's states. */
export const taskStatusText = { open: '待處理', done: '已處理' } as const;

/** Labels of events that closed a task without a person's decision. */
const byItself: Record<string, string> = {
  overtaken: '已不需處理（案件狀態已變更）',
  covered: '已不需處理（專戶款項已補足）',
  closed: '已不需處理（銀行已結帳）',
  withdrawn: '已不需處理（原款項已沖正）',
  agreed: '已不需處理（銀行與帳上已相符）',
  taken_back: '已不需處理（檔案已撤回）',
  read_again: '已不需處理（檔案已重新讀取）',
  again: '已不需處理（已重新提出）',
  lapsed: '已不需處理（逾期未覆核，已復原）',
  unlisted: '已不需處理（名單或資料已變更）',
  repaired: '已不需處理（檔案已恢復完好或不再使用）',
};

/** Returns the possible decisions of a kind of task. */
export function decisionsOf(kind: TaskKind): [decision: string, words: DecisionWords][] {
  return Object.entries(decisionWords[kind]);
}

/**
 * Returns the possible decisions for one task; if two persons must decide it, the first person
 * proposes and the second approves.
 */
export function decisionsFor({ kind, maker }: Pick<Task, 'kind' | 'maker'>) {
  const whose = maker === null ? 'first' : 'second';
  const offered = Object.entries(decisionWords[kind]).filter(([, { by = whose }]) => by === whose);
  return offered as [decision: string, words: DecisionWords][];
}

/** Returns the label of a decision that was made. */
export function decidedText(kind: TaskKind, decision: string | null): string {
  if (decision === null) return '已完成';
  return decisionWords[kind][decision]?.done ?? byItself[decision] ?? '已完成';
}

export function decidedTone(kind: TaskKind, decision: string | null): 'done' | 'neutral' {
  const made = decision === null ? undefined : decisionWords[kind][decision];
  return made && !made.takes ? 'done' : 'neutral';
}

/** Labels for what an operator should notice about the member of a task. */
export const flagText: Record<ListedTask['flags'][number], string> = {
  pep: '政治性職務',
  suspended: '帳戶暫停',
  late: '逾期',
};
