// Cache lifetimes of public answers, in one table; and ETags.
import { createHash } from 'node:crypto';
import type { FastifyInstance } from 'fastify';

/**
 * The browser must ask each time and is answered 304 if nothing changed, so that changes show at
 * once.
 */
export const CHECKED = 'public, no-cache';
/** Answers with figures from the books may be a minute old. */
const MINUTE = 'public, max-age=60, stale-while-revalidate=300';

/** Cache-Control by call; caches never store any other answer. */
const cachePolicies: Readonly<Record<string, string>> = {
  'content.listArticles': CHECKED,
  'content.getArticle': CHECKED,
  'content.listAds': CHECKED,
  'content.listQuestions': CHECKED,
  'content.search': CHECKED,
  'content.listPolicies': CHECKED,
  'content.getPolicy': CHECKED,
  'content.platformFigures': MINUTE,
  'reports.statistics': CHECKED,
  'lending.planMenu': CHECKED,
  'lending.planList': CHECKED,
  'lending.planDetail': CHECKED,
  'lending.refundFee': CHECKED,
  'lending.investorPagePlanInfo': CHECKED,
  'lending.investorCasePlanInfo': CHECKED,
};

/** Pictures and published files may be cached for ever, because their URLs never change meaning. */
export const FOR_GOOD = 'public, max-age=31536000, immutable';
export const HOUR = 'public, max-age=3600';

/** Returns the ETag of an answer; the same bytes have the same tag. */
export const tagOf = (payload: string | Buffer): string =>
  `"${createHash('sha256').update(payload).digest('base64url').slice(0, 27)}"`;

/** Returns whether the reader already has the answer; a proxy's weak tag counts too. */
export function isKnown(header: string | undefined, tag: string): boolean {
  const known = header?.split(',').map((each) => each.trim().replace(/^W\//, '')) ?? [];
  return known.includes(tag) || known.includes('*');
}

/**
 * Adds Cache-Control and ETag to the answers of the table; answers 304 if the reader has them
 * already.
 */
export function keepPublicAnswers(app: FastifyInstance): void {
  app.addHook('onSend', async (request, reply, payload) => {
    const control = cachePolicies[request.routeOptions.config.call ?? ''];
    if (!control || reply.statusCode !== 200 || typeof payload !== 'string') return payload;
    const tag = tagOf(payload);
    reply.header('cache-control', control).header('etag', tag);
    if (!isKnown(request.headers['if-none-match'], tag)) return payload;
    reply.code(304).removeHeader('content-type').removeHeader('content-length');
    return null;
  });
}
