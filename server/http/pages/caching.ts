// How long what everybody may see is kept, in one table; and answers known by their content.
import { createHash } from 'node:crypto';
import type { FastifyInstance } from 'fastify';

/** Asked again each time, answered with 304 where nothing changed: a change shows at once. */
const CHECKED = 'public, no-cache';
/** Figures of the books: a minute's age harms nobody. */
const MINUTE = 'public, max-age=60, stale-while-revalidate=300';

/** By call; any other answer is never kept by anything between us and the reader. */
const kept: Readonly<Record<string, string>> = {
  'content.listArticles': CHECKED,
  'content.getArticle': CHECKED,
  'content.listAds': CHECKED,
  'content.listQuestions': CHECKED,
  'content.search': CHECKED,
  'content.listPolicies': CHECKED,
  'content.getPolicy': CHECKED,
  'content.platformFigures': MINUTE,
  'lending.planMenu': CHECKED,
  'lending.planList': CHECKED,
  'lending.planDetail': CHECKED,
  'lending.refundFee': CHECKED,
  'lending.investorPagePlanInfo': CHECKED,
  'lending.investorCasePlanInfo': CHECKED,
};

/** A picture's address is of this picture for good. */
export const FOR_GOOD = 'public, max-age=31536000, immutable';
export const HOUR = 'public, max-age=3600';

/** The tag of an answer: the same bytes, the same tag. */
export const tagOf = (payload: string | Buffer): string =>
  `"${createHash('sha256').update(payload).digest('base64url').slice(0, 27)}"`;

/** Whether the reader has it already; a weak tag of a proxy's is as good. */
export function isKnown(header: string | undefined, tag: string): boolean {
  const known = header?.split(',').map((each) => each.trim().replace(/^W\//, '')) ?? [];
  return known.includes(tag) || known.includes('*');
}

/** Marks answers of the table with their age and tag; answers 304 to whoever has them. */
export function keepPublicAnswers(app: FastifyInstance): void {
  app.addHook('onSend', async (request, reply, payload) => {
    const control = kept[request.routeOptions.config.call ?? ''];
    if (!control || reply.statusCode !== 200 || typeof payload !== 'string') return payload;
    const tag = tagOf(payload);
    reply.header('cache-control', control).header('etag', tag);
    if (!isKnown(request.headers['if-none-match'], tag)) return payload;
    reply.code(304).removeHeader('content-type').removeHeader('content-length');
    return null;
  });
}
