// Rate limit of each API token, told to its program in the headers of every answer.
import type { FastifyInstance } from 'fastify';
import { CALLS_PER_MINUTE } from '#contract/identity/scopes.ts';
import { Refusal } from '#contract/refusals.ts';
import { isApiToken, tokenHash } from '../../identity/front.ts';
import { carriedToken, memberHttp } from './session.ts';

const MINUTE_MS = 60_000;
const POLICY = `"token";q=${CALLS_PER_MINUTE};w=60`;

/**
 * Counts the calls of each API token per process, before anything is read from the database. Sends
 * `RateLimit-Policy` and `RateLimit` (draft-ietf-httpapi-ratelimit-headers), and refuses
 * TOO_MANY_REQUESTS.
 */
export function limitTokens(app: FastifyInstance): void {
  const count = app.createRateLimit({
    max: CALLS_PER_MINUTE,
    timeWindow: MINUTE_MS,
    keyGenerator: (request) =>
      tokenHash(carriedToken(memberHttp, request) ?? '').toString('base64url'),
  });
  app.addHook('onRequest', async (request, reply) => {
    if (!request.routeOptions.config.call) return;
    const token = carriedToken(memberHttp, request);
    if (token === null || !isApiToken(token)) return;
    const limit = await count(request);
    if (limit.isAllowed) return;
    reply.header('ratelimit-policy', POLICY);
    reply.header('ratelimit', `"token";r=${limit.remaining};t=${limit.ttlInSeconds}`);
    if (limit.isExceeded) {
      throw new Refusal('TOO_MANY_REQUESTS', { retryAfter: Math.max(1, limit.ttlInSeconds) });
    }
  });
}
