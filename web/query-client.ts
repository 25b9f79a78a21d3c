// Query client of both sites: how they cache what they have loaded.
import { notifyManager, QueryClient } from '@tanstack/react-query';
import { ApiFailure } from './api.ts';

const TRIES_MAX = 2;

// Updates run right after the current task. With TanStack's default timer, a ticked box would
// briefly show its old state.
notifyManager.setScheduler(queueMicrotask);

/** A refusal is final; only network and server errors are retried. */
export function newQueryClient(options: { freshMs: number }): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: options.freshMs,
        // Without a connection a query fails and the page says so; by default it would wait
        // endlessly and show its skeleton.
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
