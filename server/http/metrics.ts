// Duration, trace span and log line of every call; all that a call causes refers to its request.
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { type Span, SpanStatusCode } from '@opentelemetry/api';
import { record } from '../telemetry/metrics.ts';
import { namesFile } from './bodies/files.ts';
import { runAs } from '../telemetry/running.ts';
import { SpanKind, isTracing, startSpan } from '../telemetry/tracing.ts';

const spans = new WeakMap<FastifyRequest, Span>();

/**
 * Routes are recorded as patterns, never as URLs, because a URL may contain a token or an e-mail
 * address. The file of a list has a name of its own, because it may take minutes.
 */
const routeOf = (request: FastifyRequest) => {
  const { url = 'unmatched' } = request.routeOptions;
  return namesFile(request) ? `${url} file` : url;
};

/** Measures every route that is registered afterwards. */
export function observe(app: FastifyInstance): void {
  app.addHook('onRoute', (route) => {
    const { handler } = route;
    route.handler = function (request, reply) {
      const { id: requestId } = request;
      const span = spans.get(request) ?? null;
      return runAs({ requestId, span }, () => handler.call(this, request, reply));
    };
  });
  app.addHook('onRequest', async (request) => {
    if (!isTracing()) return;
    const { method } = request;
    const route = routeOf(request);
    const attributes = { 'http.request.method': method, 'http.route': route };
    const span = startSpan(`${method} ${route}`, { kind: SpanKind.SERVER, attributes });
    if (span) spans.set(request, span);
  });
  app.addHook('onResponse', async (request, reply) => {
    const { method } = request;
    const route = routeOf(request);
    const { statusCode: status, elapsedTime: ms } = reply;
    record('http_server_request_duration_seconds', ms / 1000, { method, route, status });
    const span = spans.get(request);
    span?.setAttribute('http.response.status_code', status);
    if (status >= 500) span?.setStatus({ code: SpanStatusCode.ERROR });
    request.log.debug(
      {
        'http.request.method': method,
        'http.route': route,
        'http.response.status_code': status,
        'http.server.request.duration': ms / 1000,
      },
      'answered',
    );
    span?.end();
  });
}
