// Serves the demonstration's "Google" on the site's own port, so both share one address.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Services } from '../services.ts';

const PREFIX = '/dev/google';

/** Forwards the issuer's pages and its token exchange; registers nothing if there is no issuer. */
export async function registerDemoIssuer(
  app: FastifyInstance,
  { demonstration }: Services,
): Promise<void> {
  const issuer = demonstration?.google;
  if (!issuer) return;
  const pass = async (request: FastifyRequest, reply: FastifyReply) => {
    const form = typeof request.body === 'string' ? request.body : undefined;
    const { status, headers, body } = await issuer.ask(request.url.slice(PREFIX.length), form);
    return reply.code(status).headers(headers).header('cache-control', 'no-store').send(body);
  };
  await app.register(async (part) => {
    part.addContentTypeParser(
      'application/x-www-form-urlencoded',
      { parseAs: 'string' },
      (_request, body, done) => done(null, body),
    );
    part.get(`${PREFIX}/authorize`, pass);
    part.get(`${PREFIX}/authorize/chosen`, pass);
    part.post(`${PREFIX}/token`, pass);
  });
}
