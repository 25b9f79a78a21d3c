// Requests that a browser makes before anybody has opened the page, told by their headers.
import type { FastifyRequest } from 'fastify';

const headersOfPurpose = ['sec-purpose', 'purpose', 'x-purpose', 'x-moz'];

/** Whether a browser fetches the answer in advance, or for a preview of the link. */
export const isFetchedAhead = ({ headers }: Pick<FastifyRequest, 'headers'>): boolean =>
  headersOfPurpose.some((name) => /prefetch|prerender|preview/i.test(String(headers[name] ?? '')));
