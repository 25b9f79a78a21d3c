// Who may decide which task, with what; and that a checker is never the maker.
import type { Role } from '#contract/endpoint.ts';
import { Refusal } from '#contract/refusals.ts';
import { type TaskKind, taskKinds, taskRules } from '#contract/tasks.ts';

export type Deciding = {
  kind: TaskKind;
  status: 'open' | 'done';
  makerId: number | null;
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
  if (deciding.status !== 'open') throw new Refusal('TASK_DONE');
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
