// The cache of answers, around the pages and parts that ask for some in the browser.
import { type QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { Outlet } from 'react-router';
import { newQueryClient } from '../query-client.ts';

const FRESH_MS = 30_000;

let ofDocument: QueryClient | undefined;

/** One for as long as the document lives; on the server one for each rendering. */
function currentClient(): QueryClient {
  if (typeof document === 'undefined') return newQueryClient({ freshMs: FRESH_MS });
  ofDocument ??= newQueryClient({ freshMs: FRESH_MS });
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
