// CORS: which sites may call the member API, and which answers they may read.
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Feature } from '#contract/core/endpoint.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Route that only answers CORS preflight requests. */
    preflight?: boolean;
  }
}

/**
 * Headers that the web app sends beyond the standard ones, and headers of answers that it reads.
 */
const SENT = 'Authorization, Content-Type, Idempotency-Key';
const READ =
  'Retry-After, X-Request-Id, X-Business-Time, Content-Disposition, RateLimit, RateLimit-Policy, ' +
  'Deprecation, Sunset, Link';
/** Seconds for which a browser may cache the preflight answer. */
const PREFLIGHT_CACHE_SECONDS = 600;

const allowedOrigin = (origins: readonly string[], { headers }: FastifyRequest) =>
  headers.origin !== undefined && origins.includes(headers.origin) ? headers.origin : undefined;

/**
 * Lets pages of `origins` call the member API, without cookies, because only the bearer token
 * identifies the caller. Other origins get no CORS header, so their pages cannot read anything. If
 * no origins are configured, OPTIONS stays unknown. `contracts` contain the calls that browsers
 * make.
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
        .header('access-control-max-age', String(PREFLIGHT_CACHE_SECONDS))
        .code(204)
        .send();
    });
  }
}

/** Returns every path that browsers call, with its methods; the bank's calls are left out. */
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
