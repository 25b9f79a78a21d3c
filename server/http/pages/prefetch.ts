// Recognises by headers the requests that a browser makes before anybody opens the page.
import type { FastifyRequest } from 'fastify';

const headersOfPurpose = ['sec-purpose', 'purpose', 'x-purpose', 'x-moz'];

/** Returns whether a browser prefetches the answer, or fetches it for a preview of the link. */
export const isFetchedAhead = ({ headers }: Pick<FastifyRequest, 'headers'>): boolean =>
  headersOfPurpose.some((name) => /prefetch|prerender|preview/i.test(String(headers[name] ?? '')));
