// Calls from another origin: which sites may make them, and which answers they may read.
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Feature } from '#contract/core/endpoint.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** A route that answers a browser's question before a call, and nothing else. */
    preflight?: boolean;
  }
}

/** What our client sends beyond what any page may send, and what it reads of an answer. */
const SENT = 'Authorization, Content-Type, Idempotency-Key';
const READ = 'Retry-After, X-Request-Id, X-Business-Time, Content-Disposition';
/** How long a browser may keep the answer to its question. */
const KEPT_SECONDS = 600;

const allowedOrigin = (origins: readonly string[], { headers }: FastifyRequest) =>
  headers.origin !== undefined && origins.includes(headers.origin) ? headers.origin : undefined;

/**
 * Lets pages of `origins` call the member API: no cookies, for the bearer alone says who asks. Any
 * other origin gets no header, so that its pages read nothing. Without origins there is nothing to
 * answer, and OPTIONS stays unknown. `contracts` are those whose calls browsers make.
 */
export function allowOrigins(
  app: FastifyInstance,
  origins: readonly string[],
  ...contracts: Record<string, Feature>[]
): void {
  if (origins.length === 0) return;
  app.addHook('onRequest', async (request, reply) => {
    const { call, preflight } = request.routeOptions.config;
    if (!call && !preflight) return;
    reply.header('vary', 'Origin');
    const origin = allowedOrigin(origins, request);
    if (!origin) return;
    reply.header('access-control-allow-origin', origin);
    reply.header('access-control-expose-headers', READ);
  });
  for (const [path, methods] of pathsOf(contracts)) {
    app.options(path, { config: { preflight: true } }, (request, reply) => {
      const asks = request.headers['access-control-request-method'] !== undefined;
      if (!asks || !allowedOrigin(origins, request)) return reply.callNotFound();
      return reply
        .header('access-control-allow-methods', methods.join(', '))
        .header('access-control-allow-headers', SENT)
        .header('access-control-max-age', String(KEPT_SECONDS))
        .code(204)
        .send();
    });
  }
}

/** Every path that a browser calls with its methods; what the bank calls is none. */
function pathsOf(contracts: readonly Record<string, Feature>[]): Map<string, string[]> {
  const paths = new Map<string, string[]>();
  const endpoints = contracts.flatMap((contract) =>
    Object.values(contract).flatMap((feature) => Object.values(feature)),
  );
  for (const { path, method } of endpoints) {
    if (path.startsWith('/bank/')) continue;
    paths.set(path, [...(paths.get(path) ?? []), method]);
  }
  return paths;
}
