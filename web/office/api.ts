// The office's API client: cookie session, the header that every call carries, cached reads.
import { queryOptions } from '@tanstack/react-query';
import type { Office } from '#contract/index.ts';
import { clientOf, type Answer, type Client, type InputOf } from '../api.ts';
import { leaveFor } from '../leave.ts';
import { learnNow } from '../ui/clock.ts';
import { officeCalls } from './calls.ts';
import * as paths from './paths.ts';

/** Opens the login page, which leads back to the current URL after the operator has signed in. */
function expire(): void {
  const { pathname, search, hash } = window.location;
  if (pathname !== paths.login()) leaveFor(paths.login(pathname + search, hash));
}

/**
 * Client of the office's calls: `api.tasks.decideTask({id, decision})`. Throws ApiFailure for any
 * status other than 200.
 */
export const api: Client<Office> = clientOf<Office>(officeCalls, {
  baseUrl: '',
  headers: () => ({ 'x-office': '1' }),
  token: () => undefined,
  onExpired: expire,
  onTime: learnNow,
});

/** Options of a cached read: `useQuery(queryOf('tasks', 'listTasks', {status: 'open'}))`. */
export function queryOf<F extends keyof Office & string, N extends keyof Office[F] & string>(
  feature: F,
  name: N,
  input: InputOf<Office[F][N]>,
) {
  type Call = (input: unknown, options: { signal: AbortSignal }) => Promise<Answer<Office[F][N]>>;
  return queryOptions({
    queryKey: [feature, name, input] as const,
    queryFn: ({ signal }) => (api[feature][name] as Call)(input, { signal }),
  });
}
