// Runs the public read calls of the contract for a page that is rendered in this process.
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { site } from '#contract/index.ts';
import type { Endpoint } from '#contract/core/endpoint.ts';
import type { PageApi } from '#contract/page.ts';

type Reads = Record<string, Record<string, (input: unknown) => Promise<unknown>>>;

/**
 * Returns the read calls. They go through the same checks as calls from outside, without a network
 * and on behalf of the visitor's address. A refusal is thrown as a Response, which the router
 * shows.
 */
export function pageApiOf(app: FastifyInstance, visitor: FastifyRequest): PageApi {
  const reads: Reads = {};
  for (const [feature, calls] of Object.entries(site)) {
    const answered: Reads[string] = {};
    for (const [name, endpoint] of Object.entries<Endpoint>(calls)) {
      if (endpoint.access !== 'public' || endpoint.kind !== 'read') continue;
      answered[name] = (input) => ask(app, visitor, endpoint, input as Record<string, unknown>);
    }
    reads[feature] = answered;
  }
  return reads as unknown as PageApi;
}

async function ask(
  app: FastifyInstance,
  visitor: FastifyRequest,
  endpoint: Endpoint,
  input: Record<string, unknown>,
): Promise<unknown> {
  const rest = { ...input };
  const path = endpoint.path.replace(/:(\w+)/g, (_, name: string) => {
    const value = rest[name];
    delete rest[name];
    return encodeURIComponent(String(value));
  });
  const given = Object.entries(rest).filter(([, value]) => value !== undefined);
  const answer = await app.inject({
    method: endpoint.method,
    url: path,
    remoteAddress: visitor.ip,
    headers: { accept: 'application/json' },
    ...(endpoint.method === 'GET'
      ? { query: Object.fromEntries(given.map(([name, value]) => [name, String(value)])) }
      : { payload: Object.fromEntries(given) }),
  });
  if (answer.statusCode === 200) return answer.json();
  throw new Response(answer.body, {
    status: answer.statusCode,
    headers: { 'content-type': 'application/json' },
  });
}
