// Every path of the back office; nothing else writes one by hand.
import type { TaskKind } from '#contract/tasks.ts';

export const overview = () => '/';
export const login = (redirectTo?: string) =>
  redirectTo ? `/login?redirectTo=${encodeURIComponent(redirectTo)}` : '/login';
export const inbox = (kind?: TaskKind, status?: 'done') => {
  const query = new URLSearchParams({ ...(kind && { kind }), ...(status && { status }) });
  const text = query.toString();
  return text ? `/tasks?${text}` : '/tasks';
};
export const task = (id: string) => `/tasks/${encodeURIComponent(id)}`;
export const books = () => '/books';
