// Common Fastify setup of both sites: bodies, limits, failures, request ids, the access log.
import { randomUUID } from 'node:crypto';
import multipart from '@fastify/multipart';
import rateLimit from '@fastify/rate-limit';
import underPressure from '@fastify/under-pressure';
import Fastify, { type FastifyInstance, LogController } from 'fastify';
import { z } from 'zod';
import { inputWords } from '#contract/core/input-words.ts';
import { Refusal } from '#contract/refusals.ts';
import type { Services } from '../services.ts';
import { networkOf } from '../identity/rules.ts';
import { answerBroken } from './broken-requests.ts';
import { answerFailure } from './failure.ts';
import { undecodable } from './pages/plain-pages.ts';
import { observe } from './metrics.ts';
import { securityHeaders } from './security/security.ts';
import { observeSecurity } from './security/security-events.ts';
import { type Pace, pacedServer } from './security/pace.ts';
import { serializerOf } from './wire-schema.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** Raw JSON body, because a bank's signature covers it. */
    rawBody?: string;
  }
  interface FastifyContextConfig {
    call?: string;
    /** The call answers files besides its page. */
    files?: boolean;
    multipart?: boolean;
  }
}

// Users read zod's messages about their input; `jitless` prevents zod from testing whether eval is
// allowed.
z.config({ customError: inputWords, jitless: true });

/**
 * Longer than the time for which proxies keep an idle connection; otherwise a proxy might write to
 * a connection that was just closed.
 */
const KEEP_ALIVE_MS = 72_000;
const JSON_BYTES = 512 * 1024;
const JSON_TYPE = /^application\/json(; ?charset=utf-8)?$/i;
const MULTIPART_TYPE = /^multipart\/form-data; ?boundary=\S+$/i;

/** Creates a Fastify with the app's limits; calls and pages are registered on it elsewhere. */
export async function createApp(
  services: Services,
  options: { kind: 'site' | 'office'; pace?: Partial<Pace> | undefined },
): Promise<FastifyInstance> {
  const app = Fastify({
    serverFactory: (handler) => pacedServer(handler, KEEP_ALIVE_MS, options.pace),
    loggerInstance: services.log,
    logController: new LogController({
      disableRequestLogging: true,
      requestIdLogLabel: 'request.id',
    }),
    genReqId: () => randomUUID(),
    requestIdHeader: false,
    bodyLimit: JSON_BYTES,
    trustProxy: services.config.trustProxy,
    routerOptions: { maxParamLength: 200 },
    onProtoPoisoning: 'error',
    onConstructorPoisoning: 'error',
    // Hooks do not run for a URL that cannot be decoded, so its headers are set here.
    frameworkErrors: (error, request, reply) => {
      reply.headers(securityHeaders(services.config, options.kind));
      const isPage = options.kind === 'site' && request.method === 'GET';
      return isPage && request.headers.accept?.includes('text/html')
        ? undecodable(reply, services.config)
        : answerFailure(error, request, reply);
    },
    // A request that arrives on a keep-alive connection while the site closes is still answered.
    return503OnClosing: false,
    clientErrorHandler: answerBroken,
    // When the server closes, running requests are answered and idle connections are closed.
    forceCloseConnections: 'idle',
  }) as unknown as FastifyInstance;

  app.setSerializerCompiler(({ schema }) => serializerOf(schema as z.ZodType));
  readJson(app);
  await app.register(multipart);
  await app.register(rateLimit, {
    global: false,
    keyGenerator: ({ ip }) => networkOf(ip),
    errorResponseBuilder: (_request, { ttl }) =>
      new Refusal('TOO_MANY_REQUESTS', { retryAfter: Math.max(1, Math.ceil(ttl / 1000)) }),
  });
  await app.register(underPressure, {
    maxEventLoopDelay: 3_000,
    pressureHandler: (_request, _reply, _type, value) => {
      // The event-loop delay is Infinity until it is measured for the first time, for example right
      // after the start.
      if (value !== Infinity) throw new Refusal('BUSY', { retryAfter: 2 });
    },
  });
  app.setErrorHandler((error, request, reply) => answerFailure(error, request, reply));
  app.setNotFoundHandler((request, reply) =>
    answerFailure(new Refusal('NOT_FOUND'), request, reply),
  );
  onlyKnownBodies(app);
  app.addHook('onRequest', async (request, reply) => {
    // Closing the connection makes a proxy open its next one to another process.
    if (services.leaving.aborted) reply.header('connection', 'close');
    reply.header('x-request-id', request.id);
  });
  observe(app);
  observeSecurity(app, services, options.kind);
  return app;
}

/** Parses JSON as Fastify does and keeps the raw text, because one call has a signature over it. */
function readJson(app: FastifyInstance) {
  const parse = app.getDefaultJsonParser('error', 'error');
  app.removeContentTypeParser(['application/json', 'text/plain']);
  app.addContentTypeParser<string>(
    'application/json',
    { parseAs: 'string' },
    (request, body, done) => {
      if (request.routeOptions.config.call === 'banking.bankCallback') request.rawBody = body;
      if (body === '') done(null, {});
      else void parse(request, body, done);
    },
  );
}

/**
 * Allows only one type of body per call, because misleading Content-Type headers have bypassed
 * parsers before.
 */
function onlyKnownBodies(app: FastifyInstance) {
  app.addHook('onRequest', async (request) => {
    const { call, multipart: isMultipart } = request.routeOptions.config;
    if (!call || request.method !== 'POST') return;
    const type = request.headers['content-type'];
    const length = request.headers['content-length'];
    const empty = (length === undefined || length === '0') && !request.headers['transfer-encoding'];
    if (type === undefined && empty && !isMultipart) return;
    const wanted = isMultipart ? MULTIPART_TYPE : JSON_TYPE;
    if (type === undefined || !wanted.test(type)) throw new Refusal('UNSUPPORTED_MEDIA_TYPE');
  });
}
