// Serves pages from source during development: Vite inside the same Fastify.
import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { createServer, type ViteDevServer } from 'vite';
import type { Config } from '../../config/config.ts';
import { officeDocument, renderPages, type PagesOptions } from './pages.ts';

/** Serves the member site from web/, with hot reloading. */
export async function siteSources(app: FastifyInstance, options: PagesOptions): Promise<void> {
  const vite = await attach(app, 'vite.config.ts');
  const load = () => vite.ssrLoadModule('virtual:react-router/server-build');
  renderPages(app, options, { load, dev: true });
}

/** Serves the office from web/office/, with hot reloading. */
export async function officeSources(app: FastifyInstance, config: Config): Promise<void> {
  const vite = await attach(app, 'vite.office.config.ts');
  const file = resolve('web/office/index.html');
  const load = async () => vite.transformIndexHtml('/', await readFile(file, 'utf8'));
  officeDocument(app, config, { load, dev: true });
}

async function attach(app: FastifyInstance, configFile: string): Promise<ViteDevServer> {
  const vite = await createServer({
    configFile,
    appType: 'custom',
    server: { middlewareMode: true, hmr: { server: app.server } },
  });
  // Vite answers requests for the page's sources and passes on all other requests.
  app.addHook('onRequest', async (request, reply) => {
    await new Promise<void>((passed, failed) => {
      reply.raw.once('close', passed);
      vite.middlewares(request.raw, reply.raw, (error?: Error) =>
        error ? failed(error) : passed(),
      );
    });
    if (reply.raw.writableEnded) reply.hijack();
  });
  app.addHook('onClose', async () => vite.close());
  return vite;
}
