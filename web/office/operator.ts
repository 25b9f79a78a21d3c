// Who is signed in at the office, what waits for him, and what he may decide.
import { useQuery } from '@tanstack/react-query';
import { type Role, roleText } from '#contract/core/endpoint.ts';
import { taskKinds, taskRules, type TaskKind } from '#contract/tasks/kinds.ts';
import { asked } from './api.ts';

/** Who is signed in; an expired session leads to the login page by itself. */
export function useOperator() {
  return useQuery({ ...asked('identity', 'operatorMe', {}), staleTime: 5 * 60_000 });
}

/** How many tasks wait, by kind; renewed every half minute while the page is seen. */
export function useQueues() {
  return useQuery({
    ...asked('tasks', 'listTasks', { status: 'open', item_per_page: 1 }),
    refetchInterval: 30_000,
  });
}

/** Admins and auditors see all tasks; deciding stays with the role the trade names. */
export function mayDecide(kind: TaskKind, own: readonly Role[]): boolean {
  return taskRules[kind].roles.some((role) => own.includes(role));
}

/** The kinds an operator sees. */
export function kindsFor(own: readonly Role[]): readonly TaskKind[] {
  const all = own.includes('auditor') || own.includes('admin');
  return all ? taskKinds : taskKinds.filter((kind) => mayDecide(kind, own));
}

/** Whose task a kind is, in words: 「出納・核准」. */
export function rolesOf(kind: TaskKind): string {
  return taskRules[kind].roles.map((role) => roleText[role]).join('・');
}

/** Who may look into the books. */
export function seesBooks(own: readonly Role[]): boolean {
  return own.some((role) => role === 'finance' || role === 'auditor' || role === 'admin');
}

/** Who may see which loans are late. */
export function seesLate(own: readonly Role[]): boolean {
  return own.some((role) => role !== 'editor');
}
