// The signed-in operator, their waiting tasks, and what they may decide.
import { useQuery } from '@tanstack/react-query';
import { type Role, roleText } from '#contract/core/endpoint.ts';
import { taskKinds, taskRules, type TaskKind } from '#contract/tasks/kinds.ts';
import { queryOf } from './api.ts';

/** Loads the signed-in operator; an expired session leads to the login page automatically. */
export function useOperator() {
  return useQuery({ ...queryOf('identity', 'operatorMe', {}), staleTime: 5 * 60_000 });
}

/**
 * Loads the number of waiting tasks by kind; refreshed every half minute while the page is visible.
 */
export function useQueues() {
  return useQuery({
    ...queryOf('tasks', 'listTasks', { status: 'open', item_per_page: 1 }),
    refetchInterval: 30_000,
  });
}

/** Loads the number of unread mentions of the operator; editors have none. */
export function useUnread(): number {
  const roles = useOperator().data?.data.roles ?? [];
  const query = useQuery({
    ...queryOf('tasks', 'listMentions', { item_per_page: 1 }),
    enabled: roles.some((role) => role !== 'editor'),
    refetchInterval: 30_000,
  });
  return query.data?.unread ?? 0;
}

/**
 * Returns whether a role may decide this kind of task. Admins and auditors see all tasks, but
 * deciding them belongs to the roles of the business.
 */
export function mayDecide(kind: TaskKind, own: readonly Role[]): boolean {
  return taskRules[kind].roles.some((role) => own.includes(role));
}

/** Returns the kinds of task that an operator sees. */
export function kindsFor(own: readonly Role[]): readonly TaskKind[] {
  const all = own.includes('auditor') || own.includes('admin');
  return all ? taskKinds : taskKinds.filter((kind) => mayDecide(kind, own));
}

/** Returns the roles that decide a kind of task, as text: 「出納・核准」. */
export function rolesOf(kind: TaskKind): string {
  return taskRules[kind].roles.map((role) => roleText[role]).join('・');
}

/** Returns whether the operator may see the ledger. */
export function seesBooks(own: readonly Role[]): boolean {
  return own.some((role) => role === 'finance' || role === 'auditor' || role === 'admin');
}

/** Returns whether the operator may see overdue loans. */
export function seesLate(own: readonly Role[]): boolean {
  return own.some((role) => role !== 'editor');
}

/** Returns whether the operator may see the pages of the money desk. */
export function seesMoney(own: readonly Role[]): boolean {
  return seesBooks(own) || own.includes('approver');
}
