// What is shown when a page, and then its error page, cannot be rendered.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Fastify from 'fastify';
import { RouterContextProvider } from 'react-router';
import { afterAll, expect, test } from 'vitest';
import { readConfig } from '../config.ts';
import { renderPages } from './pages.ts';

const folder = mkdtempSync(join(tmpdir(), 'baixi-pages-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** A build with one route, whose every rendering fails. */
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
])('where %s, words and a link home are left', async (_what, load) => {
  const app = Fastify();
  const config = readConfig({}, folder);
  renderPages(
    app,
    { config, apiFor: () => ({}) as never, textStamp: async () => 0, opened: () => {} },
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
