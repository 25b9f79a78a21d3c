// Tests the page cache: a page is rendered once, each visitor gets a separate nonce, and failures
// are never cached.
import { gunzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { createPageCache } from './page-cache.ts';

const document = (nonce: string, more: ResponseInit = {}) =>
  new Response(`<script nonce="${nonce}"></script><p>${nonce}`, {
    headers: { 'content-type': 'text/html; charset=utf-8' },
    ...more,
  });

/** A cache with a controlled clock and text counter, and the pages it has rendered so far. */
function trial(answer: (nonce: string) => Response | Promise<Response> = document) {
  const state = { now: 0, texts: 0, rendered: 0, looks: 0, isDown: false };
  const cache = createPageCache(
    async () => {
      state.looks += 1;
      if (state.isDown) throw new Error('no database');
      return state.texts;
    },
    () => state.now,
  );
  const ask = async (nonce: string, key = '/') => {
    const page = await cache.page(key, nonce, async () => {
      state.rendered += 1;
      return answer(nonce);
    });
    return { status: page.status, body: String(await page.bytes()), zip: await page.gzip?.() };
  };
  return { state, ask };
}

test('each visitor gets a separate nonce in the same rendering', async () => {
  const { state, ask } = trial();
  const pages = await Promise.all(['one', 'two', 'six'].map((nonce) => ask(nonce)));
  expect(pages.map((page) => page.body)).toEqual(
    ['one', 'two', 'six'].map((nonce) => `<script nonce="${nonce}"></script><p>${nonce}`),
  );
  expect(pages.map(({ zip }) => gunzipSync(zip ?? '').toString())).toEqual(
    pages.map(({ body }) => body),
  );
  expect(state.rendered).toBe(1);
});

test('it is rendered again after a second, after changed texts, for another key', async () => {
  const { state, ask } = trial();
  await ask('a');
  state.now = 1_000;
  await ask('b');
  expect(state.rendered).toBe(1);
  state.now = 1_001;
  await ask('c');
  expect(state.rendered).toBe(2);
  state.texts = 1;
  state.now = 1_052;
  await ask('d');
  expect(state.rendered).toBe(3);
  await ask('e', '/about');
  expect(state.rendered).toBe(4);
});

test('it looks at the texts once in 50 ms for all, and again after a failure', async () => {
  const { state, ask } = trial();
  await Promise.all(['a', 'b', 'c'].map((nonce) => ask(nonce)));
  state.now = 50;
  await ask('d');
  expect(state.looks).toBe(1);
  state.now = 51;
  state.isDown = true;
  await expect(ask('e')).rejects.toThrow('no database');
  state.isDown = false;
  await ask('f');
  expect(state.looks).toBe(3);
});

test.each<[string, (nonce: string) => Response]>([
  ['a page not found', (nonce) => document(nonce, { status: 404 })],
  ['a failure', () => new Response(null, { status: 500 })],
  ['a redirect', () => new Response(null, { status: 302, headers: { location: '/' } })],
  [
    'what sets a cookie',
    (nonce) =>
      document(nonce, { headers: { 'content-type': 'text/html', 'set-cookie': 'mine=1' } }),
  ],
])('%s is not cached: the caller gets it, the next one gets another', async (_what, answer) => {
  const { state, ask } = trial(answer);
  const { status } = answer('a');
  expect((await ask('a')).status).toBe(status);
  expect((await ask('b')).status).toBe(status);
  expect(state.rendered).toBe(2);
});

test('a rendering that throws is repeated for the next caller', async () => {
  let isBroken = true;
  const { ask } = trial(async (nonce) => {
    if (isBroken) throw new Error('no database');
    return document(nonce);
  });
  await expect(ask('a')).rejects.toThrow('no database');
  isBroken = false;
  expect((await ask('b')).status).toBe(200);
});

test('it never grows beyond its limit', async () => {
  const { state, ask } = trial();
  for (let i = 0; i < 300; i += 1) await ask('a', `/${i}`);
  expect(state.rendered).toBe(300);
  await ask('a', '/299');
  expect(state.rendered).toBe(300);
  await ask('a', '/0');
  expect(state.rendered).toBe(301);
});
