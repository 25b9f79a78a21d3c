// The office's client: cookie session, the header every call carries, cached reads.
import { queryOptions } from '@tanstack/react-query';
import type { Office } from '#contract/index.ts';
import { clientOf, type Answer, type Client, type InputOf } from '../api.ts';
import { learnNow } from '../ui/clock.ts';
import { officeCalls } from './calls.ts';
import * as paths from './paths.ts';

/** `api.tasks.decideTask({id, decision})`; throws ApiFailure on anything but 200. */
export const api: Client<Office> = clientOf<Office>(officeCalls, {
  baseUrl: '',
  headers: () => ({ 'x-office': '1' }),
  token: () => undefined,
  onExpired: () => {
    const { pathname, search } = window.location;
    if (pathname === paths.login()) return;
    window.location.assign(paths.login(pathname + search));
  },
  onTime: learnNow,
});

/** A cached read: `useQuery(asked('tasks', 'listTasks', {status: 'open'}))`. */
export function asked<F extends keyof Office & string, N extends keyof Office[F] & string>(
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
