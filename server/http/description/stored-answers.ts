// Stores answers of routes that always answer the same, with their policy and compressed, because
// the page of the API has a script of 4 MB, and its description takes long to write as YAML.
import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { CHECKED, isKnown, tagOf } from '../pages/caching.ts';

const brotli = promisify(brotliCompress);
const zip = promisify(gzip);

type StoredAnswer = {
  type: string;
  policy: string;
  tag: string;
  plain: Buffer;
  br: Buffer;
  gzip: Buffer;
};

/** Lets a page run its own scripts, which the policy names by their hashes, and nothing else. */
function policyOf(type: string, text: string): string {
  const isPage = type.startsWith('text/html');
  const scripts = isPage ? [...text.matchAll(/<script[^>]*>([^]*?)<\/script>/g)] : [];
  const hashes = scripts
    .map(([, script]) => script!)
    .filter((script) => script.trim() !== '')
    .map((script) => ` 'sha256-${createHash('sha256').update(script).digest('base64')}'`);
  return [
    "default-src 'none'",
    `script-src 'self'${hashes.join('')}`,
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data:",
    "font-src 'self' data:",
    "connect-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; ');
}

async function storedAnswerOf(type: string, text: string): Promise<StoredAnswer> {
  const plain = Buffer.from(text);
  const params = { [constants.BROTLI_PARAM_QUALITY]: 5 };
  const [br, gzipped] = await Promise.all([brotli(plain, { params }), zip(plain)]);
  return { type, policy: policyOf(type, text), tag: tagOf(plain), plain, br, gzip: gzipped };
}

/** Sets the headers of a stored answer; returns its body in a form that the reader accepts. */
function bodyFor(
  request: FastifyRequest,
  reply: FastifyReply,
  stored: StoredAnswer,
): Buffer | null {
  const { type, policy, tag } = stored;
  reply.headers({ 'content-security-policy': policy, 'cache-control': CHECKED, etag: tag });
  reply.header('vary', 'accept-encoding');
  if (isKnown(request.headers['if-none-match'], tag)) {
    reply.code(304).removeHeader('content-type').removeHeader('content-length');
    return null;
  }
  reply.type(type).removeHeader('content-length');
  const accepted = String(request.headers['accept-encoding'] ?? '');
  const encoding = (['br', 'gzip'] as const).find((name) =>
    new RegExp(`\\b${name}\\b`).test(accepted),
  );
  if (!encoding) return stored.plain;
  reply.header('content-encoding', encoding);
  return stored[encoding];
}

/** Keeps each successful answer of the routes that are registered on `app` afterwards. */
export function storeAnswers(app: FastifyInstance): void {
  const answers = new Map<string, Promise<StoredAnswer>>();
  const addressOf = ({ routeOptions }: FastifyRequest) => routeOptions.url ?? '';
  app.addHook('onRequest', async (request, reply) => {
    const stored = answers.get(addressOf(request));
    if (stored) return reply.send(bodyFor(request, reply, await stored));
  });
  app.addHook('onSend', async (request, reply, payload) => {
    if (reply.statusCode !== 200 || typeof payload !== 'string') return payload;
    const type = String(reply.getHeader('content-type'));
    const stored = answers.get(addressOf(request)) ?? storedAnswerOf(type, payload);
    answers.set(addressOf(request), stored);
    return bodyFor(request, reply, await stored);
  });
}
