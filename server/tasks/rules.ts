// Rules for who may decide which task and how, and that nobody checks their own work.
import type { Role } from '#contract/core/endpoint.ts';
import { Refusal } from '#contract/refusals.ts';
import { type TaskKind, taskKinds, taskRules } from '#contract/tasks/kinds.ts';

export type Deciding = {
  kind: TaskKind;
  status: 'open' | 'done';
  makerId: number | null;
  otherMakers: readonly number[];
  assigneeId: number | null;
  checker: string | null;
  assignee: string | null;
  operator: { id: number; roles: readonly Role[] };
  decision: string;
  reason: string | undefined;
};

/** Decisions to a person's disadvantage or about a listed person, which require a reason. */
const REASONED = new Set([
  'supplement',
  'reject',
  'return',
  'stop',
  'dismiss',
  'decline',
  'clear',
  'confirm',
  'report',
]);

/**
 * Returns whether any of these roles may decide this kind of task. Admins decide about accounts and
 * settings; all other decisions belong to the business roles.
 */
export function mayDecide(kind: TaskKind, roles: readonly Role[]): boolean {
  return taskRules[kind].roles.some((role) => roles.includes(role));
}

/** Returns whether an operator has made what a task is about, or a part of it. */
export const isMaker = (
  { makerId, otherMakers }: Pick<Deciding, 'makerId' | 'otherMakers'>,
  { id }: { id: number },
): boolean => makerId === id || otherMakers.includes(id);

export function assertMayDecide(deciding: Deciding): void {
  const rule = taskRules[deciding.kind];
  if (!mayDecide(deciding.kind, deciding.operator.roles)) throw new Refusal('ROLE_REQUIRED');
  if (deciding.status !== 'open') {
    throw new Refusal('TASK_DONE', { data: { who: deciding.checker } });
  }
  if (deciding.assigneeId !== null && deciding.assigneeId !== deciding.operator.id) {
    throw new Refusal('TASK_TAKEN', { data: { who: deciding.assignee } });
  }
  if (isMaker(deciding, deciding.operator)) throw new Refusal('MAKER_IS_CHECKER');
  if (!rule.decisions.includes(deciding.decision)) throw new Refusal('DECISION_INVALID');
  if (REASONED.has(deciding.decision) && !deciding.reason) {
    throw new Refusal('DECISION_INVALID', { fields: { reason: '請填寫原因' } });
  }
}

/**
 * Returns the kinds of task that an operator sees: the kinds that they may decide; auditors and
 * admins see all kinds.
 */
export function kindsFor(roles: readonly Role[]): TaskKind[] {
  if (seesAll(roles)) return [...taskKinds];
  return taskKinds.filter((kind) => mayDecide(kind, roles));
}

/** Returns whether an operator sees the tasks of all colleagues. */
export const seesAll = (roles: readonly Role[]): boolean =>
  roles.includes('auditor') || roles.includes('admin');

/** Work that was sent back is shown to its maker only; all other tasks to everybody by kind. */
export const isVisible = (
  { id, roles }: Who,
  { kind, assigneeId }: Pick<TaskClaim, 'kind' | 'assigneeId'>,
): boolean =>
  kindsFor(roles).includes(kind) && (kind !== 'sent_back' || seesAll(roles) || assigneeId === id);

type TaskClaim = {
  kind: TaskKind;
  status: 'open' | 'done';
  makerId: number | null;
  otherMakers: readonly number[];
  assigneeId: number | null;
};
type Who = { id: number; roles: readonly Role[] };

/**
 * Checks that an operator who takes a task could also decide it, because they have the role and did
 * not create it.
 */
function assertCouldDecide(task: TaskClaim, who: Who): void {
  if (!mayDecide(task.kind, who.roles)) throw new Refusal('ROLE_REQUIRED');
  if (task.status !== 'open') throw new Refusal('TASK_DONE');
  if (isMaker(task, who)) throw new Refusal('MAKER_IS_CHECKER');
}

export function assertMayTake(task: TaskClaim, operator: Who): void {
  assertCouldDecide(task, operator);
  if (task.assigneeId !== null && task.assigneeId !== operator.id) throw new Refusal('TASK_TAKEN');
}

/**
 * Checks that the operator may return the task: operators may return their own tasks, and admins
 * anybody's.
 */
export function assertMayRelease({ kind, status, assigneeId }: TaskClaim, operator: Who): void {
  const isAdmin = operator.roles.includes('admin');
  if (!isAdmin && !mayDecide(kind, operator.roles)) throw new Refusal('ROLE_REQUIRED');
  if (status !== 'open') throw new Refusal('TASK_DONE');
  if (!isAdmin && assigneeId !== null && assigneeId !== operator.id) {
    throw new Refusal('TASK_TAKEN');
  }
}

/**
 * Checks that the operator may assign the task: an admin may assign any task to any operator who
 * may decide it; other operators may take tasks or pass on their own.
 */
export function assertMayGive(task: TaskClaim, operator: Who, to: Who): void {
  const isAdmin = operator.roles.includes('admin');
  if (!isAdmin && to.id === operator.id) return assertMayTake(task, operator);
  if (!isAdmin && !mayDecide(task.kind, operator.roles)) throw new Refusal('ROLE_REQUIRED');
  assertCouldDecide(task, to);
  if (!isAdmin && task.assigneeId !== operator.id) throw new Refusal('TASK_TAKEN');
}
