// Query client of both sites: how data that was loaded is cached.
import { notifyManager, QueryClient } from '@tanstack/react-query';
import { ApiFailure } from './api.ts';

const TRIES_MAX = 2;

// Updates run right after the current task. With TanStack's default timer, a checkbox that was
// clicked would briefly show its old state.
notifyManager.setScheduler(queueMicrotask);

/** Creates the query client. A refusal is final; only network and server errors are retried. */
export function newQueryClient(options: { freshMs: number }): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: options.freshMs,
        // Without a connection a query fails and the page says so; by default the query would wait
        // endlessly, and the page would show placeholders.
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
