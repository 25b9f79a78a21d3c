// Who may decide which task, with what; and that a checker is never the maker.
import type { Role } from '#contract/core/endpoint.ts';
import { Refusal } from '#contract/refusals.ts';
import { type TaskKind, taskKinds, taskRules } from '#contract/tasks/calls.ts';

export type Deciding = {
  kind: TaskKind;
  status: 'open' | 'done';
  makerId: number | null;
  assigneeId: number | null;
  checker: string | null;
  assignee: string | null;
  operator: { id: number; roles: readonly Role[] };
  decision: string;
  reason: string | undefined;
};

/** Decisions that take something away from somebody need a reason. */
const REASONED = new Set(['supplement', 'reject', 'return', 'stop', 'dismiss', 'decline']);

/** Admins see to accounts and settings; deciding stays with the role the trade names. */
export function mayDecide(kind: TaskKind, roles: readonly Role[]): boolean {
  return taskRules[kind].roles.some((role) => roles.includes(role));
}

export function assertMayDecide(deciding: Deciding): void {
  const rule = taskRules[deciding.kind];
  if (!mayDecide(deciding.kind, deciding.operator.roles)) throw new Refusal('ROLE_REQUIRED');
  if (deciding.status !== 'open') {
    throw new Refusal('TASK_DONE', { data: { who: deciding.checker } });
  }
  if (deciding.assigneeId !== null && deciding.assigneeId !== deciding.operator.id) {
    throw new Refusal('TASK_TAKEN', { data: { who: deciding.assignee } });
  }
  if (deciding.makerId === deciding.operator.id) throw new Refusal('MAKER_IS_CHECKER');
  if (!rule.decisions.includes(deciding.decision)) throw new Refusal('DECISION_INVALID');
  if (REASONED.has(deciding.decision) && !deciding.reason) {
    throw new Refusal('DECISION_INVALID', { fields: { reason: '請填寫原因' } });
  }
}

/** The kinds an operator sees: those he may decide; auditors and admins see all. */
export function kindsFor(roles: readonly Role[]): TaskKind[] {
  if (roles.includes('auditor') || roles.includes('admin')) return [...taskKinds];
  return taskKinds.filter((kind) => mayDecide(kind, roles));
}

type Held = {
  kind: TaskKind;
  status: 'open' | 'done';
  makerId: number | null;
  assigneeId: number | null;
};
type Who = { id: number; roles: readonly Role[] };

/** Whoever takes a task must be able to decide it: its role, and not its maker. */
function assertCouldDecide({ kind, status, makerId }: Held, who: Who): void {
  if (!mayDecide(kind, who.roles)) throw new Refusal('ROLE_REQUIRED');
  if (status !== 'open') throw new Refusal('TASK_DONE');
  if (makerId === who.id) throw new Refusal('MAKER_IS_CHECKER');
}

export function assertMayTake(task: Held, operator: Who): void {
  assertCouldDecide(task, operator);
  if (task.assigneeId !== null && task.assigneeId !== operator.id) throw new Refusal('TASK_TAKEN');
}

/** One's own, or anybody's by an admin. */
export function assertMayRelease({ kind, status, assigneeId }: Held, operator: Who): void {
  const isAdmin = operator.roles.includes('admin');
  if (!isAdmin && !mayDecide(kind, operator.roles)) throw new Refusal('ROLE_REQUIRED');
  if (status !== 'open') throw new Refusal('TASK_DONE');
  if (!isAdmin && assigneeId !== null && assigneeId !== operator.id) {
    throw new Refusal('TASK_TAKEN');
  }
}

/** An admin gives anybody's task to anybody who may decide it; others take, or give their own. */
export function assertMayGive(task: Held, operator: Who, to: Who): void {
  const isAdmin = operator.roles.includes('admin');
  if (!isAdmin && to.id === operator.id) return assertMayTake(task, operator);
  if (!isAdmin && !mayDecide(task.kind, operator.roles)) throw new Refusal('ROLE_REQUIRED');
  assertCouldDecide(task, to);
  if (!isAdmin && task.assigneeId !== operator.id) throw new Refusal('TASK_TAKEN');
}
