// Routes that are neither calls nor pages: pictures, feeds, the site map, robots.txt,
// security.txt.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Services } from '../../services.ts';
import { renditionTypes } from '../../adapters/images/renditions.ts';
import {
  feedOf,
  pictureBytes,
  policyPdf,
  robotsTxt,
  sharePicture,
  sitemapXml,
} from '../../content/front.ts';
import { FOR_GOOD, HOUR, isKnown, tagOf } from './caching.ts';
import { securityTxt } from './security-txt.ts';

type Sent = { body: string | Buffer | null; type: string; control: string };

/** Sends the content, a 304 if the reader has it, or a 404 if it does not exist. */
function send(request: FastifyRequest, reply: FastifyReply, { body, type, control }: Sent) {
  if (body === null) return reply.callNotFound();
  const tag = tagOf(body);
  reply.header('cache-control', control).header('etag', tag);
  // Our pictures may be embedded in e-mails and in pages of other sites.
  reply.header('cross-origin-resource-policy', 'cross-origin');
  if (isKnown(request.headers['if-none-match'], tag)) return reply.code(304).send();
  return reply.type(type).send(body);
}

const XML = 'application/atom+xml; charset=utf-8';
type ById = { Params: { id: string; file: string } };

/**
 * Registers only the pictures. The office serves them from its own origin, because its content
 * security policy requires this.
 */
export function registerPictures(app: FastifyInstance, services: Services): void {
  app.get<ById>('/media/:id/:file', async (request, reply) => {
    const { id, file } = request.params;
    const [, width, dark, format] = /^(\d{1,4})(-dark)?\.(avif|webp)$/.exec(file) ?? [];
    const known = /^\d{1,15}$/.test(id) && width !== undefined && format !== undefined;
    const of = { width: Number(width), format: format ?? '', dark: dark !== undefined };
    const body = known ? await pictureBytes(services, Number(id), of) : null;
    const type = renditionTypes[format as keyof typeof renditionTypes] ?? '';
    return send(request, reply, { body, type, control: FOR_GOOD });
  });
}

/** Registers the member site's pictures, feeds, site map, robots.txt and security.txt. */
export function registerMedia(app: FastifyInstance, services: Services): void {
  registerPictures(app, services);
  app.get<ById>('/og/:id/:file', async (request, reply) => {
    const { id: of, file } = request.params;
    const name = /^([a-z0-9-]{1,60})\.png$/.exec(file)?.[1];
    const body = name === undefined ? null : await sharePicture(services, of, name);
    return send(request, reply, { body, type: renditionTypes.png, control: HOUR });
  });
  app.get<ById>('/support/policy/:id/:file', async (request, reply) => {
    const { id: slug, file } = request.params;
    const [, version] = /^([1-9]\d{0,4})\.pdf$/.exec(file) ?? [];
    const known = version !== undefined && /^[a-z0-9-]{1,60}$/.test(slug);
    const body = known ? await policyPdf(services, slug, Number(version)) : null;
    return send(request, reply, { body, type: 'application/pdf', control: HOUR });
  });
  for (const kind of ['news', 'article', 'story'] as const) {
    app.get(`/knowledge/${kind}.xml`, async (request, reply) =>
      send(request, reply, { body: await feedOf(services, kind), type: XML, control: HOUR }),
    );
  }
  app.get('/sitemap.xml', async (request, reply) => {
    const body = await sitemapXml(services);
    return send(request, reply, { body, type: 'application/xml; charset=utf-8', control: HOUR });
  });
  app.get('/robots.txt', async (request, reply) => {
    const type = 'text/plain; charset=utf-8';
    return send(request, reply, { body: robotsTxt(services), type, control: HOUR });
  });
  app.get('/.well-known/security.txt', async (request, reply) => {
    const type = 'text/plain; charset=utf-8';
    return send(request, reply, { body: securityTxt(services), type, control: HOUR });
  });
}
