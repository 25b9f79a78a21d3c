// Cache of API answers, for the pages and parts that load data in the browser.
import { type QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { Outlet } from 'react-router';
import { newQueryClient } from '../query-client.ts';

const FRESH_MS = 30_000;

let ofDocument: QueryClient | undefined;

/** One client per document in the browser; on the server one per rendering. */
function currentClient(): QueryClient {
  if (typeof document === 'undefined') return newQueryClient({ freshMs: FRESH_MS });
  ofDocument ??= newQueryClient({ freshMs: FRESH_MS });
  return ofDocument;
}

/**
 * Not used around the whole site, because the document contains everything that visitors read, so
 * that they need not load the query library. All parts of a document share the cache.
 */
export function Queries({ children }: { children: ReactNode }) {
  const [client] = useState(currentClient);
  return <QueryClientProvider client={client}>{children}</QueryClientProvider>;
}

/** `Queries` as a layout for routes. */
export default function QueriedPages() {
  return (
    <Queries>
      <Outlet />
    </Queries>
  );
}
