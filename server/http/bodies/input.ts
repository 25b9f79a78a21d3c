// The input of a call: from the query, the body and the path of its request, by its schema.
import type { FastifyRequest } from 'fastify';
import type { Endpoint } from '#contract/core/endpoint.ts';
import { Refusal } from '#contract/refusals.ts';
import { assertStorable } from '../security/storable.ts';

/**
 * Returns query and path parameters for GET, and body and path parameters for POST; the body may be
 * missing if the call needs none. A file's format may stand in the query of a POST too.
 */
export function inputFrom(endpoint: Endpoint, request: FastifyRequest): unknown {
  const params = request.params as Record<string, string>;
  if (endpoint.method === 'GET') return { ...(request.query as object), ...params };
  const body = request.body ?? {};
  if (typeof body !== 'object' || Array.isArray(body)) throw new Refusal('MALFORMED');
  return { ...(endpoint.kind === 'export' && fileIn(request)), ...body, ...params };
}

/** Which file is asked for: of the query of a POST nothing else counts, because it is logged. */
function fileIn({ query }: FastifyRequest): object {
  const { format, table } = query as { format?: unknown; table?: unknown };
  return { ...(format !== undefined && { format }), ...(table !== undefined && { table }) };
}

/** Parses the input with the call's schema. Throws if it does not match. */
export function inputOf(endpoint: Endpoint, sent: unknown): unknown {
  assertStorable(sent);
  return endpoint.input.parse(sent);
}
