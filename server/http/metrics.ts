// Metrics of every call: count and duration by route and status. Also the access log.
import type { FastifyInstance } from 'fastify';
import { Histogram, Registry, collectDefaultMetrics } from 'prom-client';

export const registry = new Registry();
collectDefaultMetrics({ register: registry });

const seconds = new Histogram({
  name: 'http_request_seconds',
  help: 'Time to answer a request, by route and status',
  labelNames: ['method', 'route', 'status'] as const,
  buckets: [0.005, 0.02, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10],
  registers: [registry],
});

/**
 * Logs routes as patterns, never as URLs, because a URL may contain a token or an e-mail address.
 */
export function observe(app: FastifyInstance): void {
  app.addHook('onResponse', async (request, reply) => {
    const route = request.routeOptions.url ?? 'unmatched';
    const { method } = request;
    seconds.observe({ method, route, status: reply.statusCode }, reply.elapsedTime / 1000);
    request.log.debug(
      { requestId: request.id, method, route, status: reply.statusCode, ms: reply.elapsedTime },
      'answered',
    );
  });
}
