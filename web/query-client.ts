// How either site keeps the answers it has read.
import { notifyManager, QueryClient } from '@tanstack/react-query';
import { ApiFailure } from './api.ts';

const TRIES_MAX = 2;

// As soon as what is under way has ended: by a timer, TanStack's own way, a box that was ticked
// would be drawn as it was before until the change reached it, which a quick eye or hand meets.
notifyManager.setScheduler(queueMicrotask);

/** A refusal is final; only what the network or the server broke is tried again. */
export function newQueryClient(options: { freshMs: number }): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: options.freshMs,
        // Without a connection a query fails, and the page says so; by default it would wait
        // without end and show its skeleton.
        networkMode: 'always',
        refetchOnReconnect: true,
        retry: (count, error) => {
          const refused = error instanceof ApiFailure && error.status >= 400 && error.status < 500;
          return !refused && count < TRIES_MAX;
        },
      },
    },
  });
}
