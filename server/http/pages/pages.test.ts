// Tests what is shown if a page, and then its error page, cannot be rendered.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Fastify from 'fastify';
import { RouterContextProvider } from 'react-router';
import { afterAll, expect, test } from 'vitest';
import { readConfig } from '../../config/config.ts';
import { createPageCache } from './page-cache.ts';
import { renderPages } from './pages.ts';

const folder = mkdtempSync(join(tmpdir(), 'baixi-pages-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** A build with one route, whose rendering always fails. */
const broken = {
  entry: {
    module: {
      pageContext: () => new RouterContextProvider(),
      handleError: () => {},
      default: () => {
        throw new Error('nothing can be rendered');
      },
    },
  },
  routes: { root: { id: 'root', path: '', module: { default: () => null } } },
  assets: { entry: { imports: [], module: '' }, routes: {}, url: '', version: '1' },
  future: {},
  ssr: true,
  isSpaMode: false,
  basename: '/',
  publicPath: '/',
  assetsBuildDirectory: '',
  prerender: [],
  routeDiscovery: { mode: 'initial', manifestPath: '' },
};

test.each([
  ['every rendering fails', async () => broken],
  ['the build is no build', async () => ({ ...broken, routes: null })],
])('if %s, a text and a link home are shown', async (_what, load) => {
  const app = Fastify();
  const cache = createPageCache(async () => 0);
  const config = readConfig({}, folder);
  renderPages(
    app,
    { config, apiFor: () => ({}) as never, cache: () => cache, opened: () => {} },
    { load, dev: false },
  );
  const answer = await app.inject({ url: '/', headers: { accept: 'text/html' } });
  expect(answer.statusCode).toBe(500);
  expect(answer.headers['content-type']).toBe('text/html; charset=utf-8');
  expect(answer.body).toContain('An error occurred while showing the error page');
  expect(answer.body).toContain('<a href="/">');
  expect(answer.body).not.toMatch(/<(script|style|link)/);
  await app.close();
});

test('a prefetched page does not count as a view', async () => {
  const app = Fastify();
  const cache = createPageCache(async () => 0);
  const opened: string[] = [];
  const page = async () =>
    new Response('<!doctype html><p>百溪</p>', {
      headers: { 'content-type': 'text/html; charset=utf-8' },
    });
  const module = { ...broken.entry.module, default: page };
  const given = { config: readConfig({}, folder), apiFor: () => ({}) as never };
  renderPages(
    app,
    { ...given, cache: () => cache, opened: (agent) => void opened.push(agent) },
    { load: async () => ({ ...broken, entry: { module } }), dev: false },
  );
  const ask = (headers: Record<string, string>, method: 'GET' | 'HEAD' = 'GET') =>
    app.inject({ url: '/', method, headers: { accept: 'text/html', ...headers } });
  for (const name of ['sec-purpose', 'purpose']) {
    expect((await ask({ [name]: 'prefetch', 'user-agent': 'ahead' })).statusCode).toBe(200);
  }
  expect((await ask({ 'user-agent': 'head' }, 'HEAD')).statusCode).toBe(200);
  expect(opened).toEqual([]);
  expect((await ask({ 'user-agent': 'somebody' })).statusCode).toBe(200);
  expect(opened).toEqual(['somebody']);
  await app.close();
});
