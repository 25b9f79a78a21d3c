// The cache of answers, around the pages and parts that ask for some in the browser.
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { Outlet } from 'react-router';
import { ApiFailure } from '../api.ts';

const FRESH_MS = 30_000;
const TRIES_MAX = 2;

/** A refusal is final; only what the network or the server broke is tried again. */
function makeQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: FRESH_MS,
        retry: (count, error) => {
          const refused = error instanceof ApiFailure && error.status >= 400 && error.status < 500;
          return !refused && count < TRIES_MAX;
        },
      },
    },
  });
}

let ofDocument: QueryClient | undefined;

/** One for as long as the document lives; on the server one for each rendering. */
function currentClient(): QueryClient {
  if (typeof document === 'undefined') return makeQueryClient();
  ofDocument ??= makeQueryClient();
  return ofDocument;
}

/**
 * Not around everything: what a visitor reads comes with the document, and he need not load what
 * asks for more. All that stand in one document share their answers.
 */
export function Queries({ children }: { children: ReactNode }) {
  const [client] = useState(currentClient);
  return <QueryClientProvider client={client}>{children}</QueryClientProvider>;
}

/** As a route layout. */
export default function QueriedPages() {
  return (
    <Queries>
      <Outlet />
    </Queries>
  );
}
