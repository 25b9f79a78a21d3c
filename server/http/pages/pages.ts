// Serves what browsers open: built files, the member site's pages, the office's one document.
import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import fastifyStatic, { type FastifyStaticOptions } from '@fastify/static';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { createRequestHandler, type RouterContextProvider, type ServerBuild } from 'react-router';
import { consentIn, type PageApi, type PageContext } from '#contract/page.ts';
import { type Config, pageSettings } from '../../config/config.ts';
import { StartFailure } from '../../start-failure.ts';
import { isFetchedAhead } from './prefetch.ts';
import { type PageCache, type ReadyPage, readyPage } from './page-cache.ts';
import { officePolicy, sitePolicy, workerPolicy } from '../security/security.ts';
import { lastResort } from './plain-pages.ts';

export type PagesOptions = {
  config: Config;
  /** Read calls of the contract, made on behalf of whoever requested the page. */
  apiFor: (visitor: FastifyRequest) => PageApi;
  /** Returns the cache of the pages that show the present database. */
  cache: () => PageCache;
  /** Called for each complete page that was sent, with the browser's user agent. */
  opened: (agent: string) => void;
};

/**
 * Exports of web/entry.server beyond those that React Router needs: the only interface to the
 * pages.
 */
type Entry = { pageContext(handed: PageContext): RouterContextProvider };
type SiteBuild = ServerBuild & { entry: { module: Entry } };

/** Source of the build: loaded once in production, and for every request during development. */
export type BuildSource = { load(): Promise<unknown>; dev: boolean };

const siteFolder = resolve('build/site/client');
const officeFolder = resolve('build/office');

/**
 * Paths of calls. An unknown path of this form is answered like a call, not like a page, except the
 * style page under /dev.
 */
const callPath = /^\/(?!dev\/style(\.data)?\/?$)(v1|ops|dev|bank|docs|openapi\.json|metrics)(\/|$)/;

/** Serves the member site: its files, and a page for every other address. */
export async function sitePages(app: FastifyInstance, options: PagesOptions): Promise<void> {
  const file = resolve('build/site/server/index.js');
  if (!existsSync(file)) throw new StartFailure('There is no build: run "npm run build" first.');
  const build: unknown = await import(pathToFileURL(file).href);
  await serveFiles(app, siteFolder);
  renderPages(app, options, { load: async () => build, dev: false });
}

/** Renders a page for every address that nothing else answers. */
export function renderPages(
  app: FastifyInstance,
  { config, apiFor, cache, opened }: PagesOptions,
  source: BuildSource,
): void {
  const settings = pageSettings(config);
  const mode = source.dev ? 'development' : 'production';
  let ready: { build: unknown; handle: ReturnType<typeof createRequestHandler> } | undefined;
  app.route({
    method: ['GET', 'HEAD'],
    url: '*',
    handler: async (request, reply) => {
      const path = request.url.split('?')[0] ?? '/';
      if (callPath.test(path)) return reply.callNotFound();
      const build = (await source.load()) as SiteBuild;
      if (ready?.build !== build) ready = { build, handle: createRequestHandler(build, mode) };
      const nonce = newNonce();
      const report = (error: unknown) => request.log.error({ err: error }, 'a page failed');
      const consent = consentIn(request.headers.cookie ?? '') === 'granted';
      const { handle } = ready;
      const render = (asked: Request) => {
        const api = apiFor(request);
        const context = build.entry.module.pageContext({ nonce, settings, api, report });
        return handle(asked, context).catch((error: unknown) => {
          report(error);
          return new Response(null, { status: 500 });
        });
      };
      const asked = () => asWebRequest(request, reply, config.publicUrl);
      // The first visitor of a shared page may disconnect while others still wait for the page.
      const answer = isShared(request, source)
        ? await cache().page(`${consent} ${path}`, nonce, () =>
            render(new Request(asked(), { signal: null })),
          )
        : readyPage(await render(asked()));
      // If the answer is not an HTML document, the page's own error page failed as well.
      if (answer.status === 500 && !path.endsWith('.data') && !answer.isHtml) {
        return lastResort(reply);
      }
      const isOpened = request.method === 'GET' && !isFetchedAhead(request);
      if (isOpened && answer.status === 200 && answer.isHtml) {
        opened(request.headers['user-agent'] ?? '');
      }
      const policy = sitePolicy(config, nonce, path, { dev: source.dev, consent });
      reply.header('content-security-policy', policy);
      reply.header('vary', config.tagManager ? 'accept-encoding, cookie' : 'accept-encoding');
      return sendAnswer(request, reply, answer);
    },
  });
}

/**
 * A document is shared because it does not depend on who is signed in, unless it has a query
 * string, which may be personal.
 */
const isShared = (request: FastifyRequest, source: BuildSource) =>
  !source.dev &&
  request.method === 'GET' &&
  !request.url.includes('?') &&
  !request.url.endsWith('.data');

/** Serves the office: its files, and its one document for every other address. */
export async function officePages(app: FastifyInstance, config: Config): Promise<void> {
  const file = join(officeFolder, 'index.html');
  if (!existsSync(file)) throw new StartFailure('There is no build: run "npm run build" first.');
  await serveFiles(app, officeFolder);
  const html = readFileSync(file, 'utf8');
  officeDocument(app, config, { load: async () => html, dev: false });
}

/** Answers with the office's document at every address that is not a call. */
export function officeDocument(app: FastifyInstance, config: Config, source: BuildSource): void {
  app.route({
    method: ['GET', 'HEAD'],
    url: '*',
    handler: async (request, reply) => {
      if (callPath.test(request.url.split('?')[0] ?? '/')) return reply.callNotFound();
      reply.header('content-security-policy', officePolicy(config, source.dev));
      reply.header('cache-control', 'no-cache');
      return reply.type('text/html; charset=utf-8').send(await source.load());
    },
  });
}

/**
 * Built files have a hash in their names, so that browsers may cache them for good. These hundreds
 * of files share one route, because a route for each would take an eighth of the start.
 */
async function serveFiles(app: FastifyInstance, root: string): Promise<void> {
  await app.register(fastifyStatic, {
    root: join(root, 'assets'),
    prefix: '/assets/',
    allowedPath: (path) => !/\.(br|gz)$/.test(path),
    ...sendingWith('max-age=31536000, immutable'),
  });
  await app.register(fastifyStatic, {
    root,
    wildcard: false,
    globIgnore: ['**/*.br', '**/*.gz', 'index.html', 'assets/**'],
    decorateReply: false,
    ...sendingWith('max-age=3600'),
  });
}

function sendingWith(kept: string): Partial<FastifyStaticOptions> {
  return {
    index: false,
    preCompressed: true,
    cacheControl: false,
    setHeaders(reply, path) {
      reply.header('cache-control', `public, ${kept}`);
      // A compressed worker has a suffix, so its file name differs.
      if (/\/worker\.js(\.\w+)?$/.test(path)) {
        reply.header('content-security-policy', workerPolicy);
      }
    },
  };
}

/** The URL is built from our own origin; no header of the client influences it. */
function asWebRequest(request: FastifyRequest, reply: FastifyReply, origin: string): Request {
  const gone = new AbortController();
  reply.raw.once('close', () => {
    if (!reply.raw.writableFinished) gone.abort();
  });
  const headers = new Headers();
  for (const [name, value] of Object.entries(request.headers)) {
    if (typeof value === 'string') headers.set(name, value);
    else for (const item of value ?? []) headers.append(name, item);
  }
  // Two leading slashes would name another host.
  const url = new URL(origin + request.url.replace(/^\/+/, '/'));
  return new Request(url, { method: request.method, headers, signal: gone.signal });
}

/** Nonces taken at once from the system's random numbers, because each alone takes longer. */
const NONCES_AT_ONCE = 256;
const NONCE_BYTES = 16;
let random = Buffer.alloc(0);

/** Returns 128 random bits in base64; no two calls get the same. */
function newNonce(): string {
  if (random.length === 0) random = randomBytes(NONCE_BYTES * NONCES_AT_ONCE);
  const nonce = random.toString('base64', 0, NONCE_BYTES);
  random = random.subarray(NONCE_BYTES);
  return nonce;
}

const brotli = promisify(brotliCompress);
const zip = promisify(gzip);

/**
 * Documents are compressed lightly, because they differ each time; files are compressed once and
 * strongly. Cached documents are stored as gzip, because a nonce cannot be filled into brotli
 * later.
 */
async function sendAnswer(request: FastifyRequest, reply: FastifyReply, answer: ReadyPage) {
  reply.code(answer.status);
  reply.header('cache-control', 'no-cache');
  for (const [name, value] of answer.headers) reply.header(name, value);
  const accepted = String(request.headers['accept-encoding'] ?? '');
  if (answer.gzip && /\bgzip\b/.test(accepted)) {
    return reply.header('content-encoding', 'gzip').send(await answer.gzip());
  }
  const body = await answer.bytes();
  if (request.method === 'HEAD' || body.length < 1024) return reply.send(body);
  if (/\bbr\b/.test(accepted)) {
    const params = { [constants.BROTLI_PARAM_QUALITY]: 4 };
    return reply.header('content-encoding', 'br').send(await brotli(body, { params }));
  }
  if (/\bgzip\b/.test(accepted)) {
    return reply.header('content-encoding', 'gzip').send(await zip(body, { level: 5 }));
  }
  return reply.send(body);
}
