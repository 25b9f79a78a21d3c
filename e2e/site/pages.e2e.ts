// Pages in a real browser: server-rendered, hydrated by React, no violation of the CSP.
import { once } from 'node:events';
import { existsSync, statSync } from 'node:fs';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { useServer } from '../../tests/server.ts';
import { hydrated, useBrowser } from '../kit/browser.ts';

const server = useServer({ pages: 'built' });
const pages = useBrowser();

test('the home page has its content without any script', async () => {
  const answer = await fetch(server.siteUrl);
  expect(answer.status).toBe(200);
  expect(answer.headers.get('content-type')).toBe('text/html; charset=utf-8');
  const html = await answer.text();
  expect(html).toContain('<html lang="zh-Hant-TW"');
  expect(html).toMatch(/<h1[ >]/);
});

test('a document has its own nonce and a policy without unsafe sources', async () => {
  const nonces = new Set<string>();
  for (let round = 0; round < 2; round += 1) {
    const answer = await fetch(server.siteUrl);
    const policy = answer.headers.get('content-security-policy') ?? '';
    const nonce = /'nonce-([^']+)'/.exec(policy)?.[1] ?? '';
    nonces.add(nonce);
    expect(policy).toContain("object-src 'none'");
    expect(policy).toContain("frame-ancestors 'none'");
    expect(policy).not.toMatch(/unsafe|\*/);
    const html = await answer.text();
    const tags = [...html.matchAll(/<script\b[^>]*>/g)].map(([tag]) => tag);
    // Linked data (JSON-LD) is not executed, so the CSP requires no nonce for it.
    const run = tags.filter((tag) => tag !== '<script type="application/ld+json">');
    expect(run.length).toBeGreaterThan(1);
    for (const tag of run) expect(tag).toContain(`nonce="${nonce}"`);
    expect(html).not.toMatch(/<style\b|\sstyle=|\son[a-z]+=/);
  }
  expect(nonces.size).toBe(2);
});

test.each(['/', '/member/login', '/investment'])(
  '%s hydrates without console messages',
  async (path) => {
    const { page, complaints } = await pages.open();
    await page.goto(server.siteUrl + path);
    await hydrated(page);
    await page.waitForLoadState('networkidle');
    expect(complaints).toEqual([]);
  },
);

test('before the first paint of a first visit only styles are requested', async () => {
  const html = await (await fetch(server.siteUrl)).text();
  expect(html).not.toMatch(/rel="(?:module)?preload"/);
  expect(html).not.toMatch(/<script[^>]* (?:src|type="module")/);
  const { page } = await pages.open();
  const ahead = page.locator('link[rel=preload][as=font]');
  await page.goto(server.siteUrl);
  await hydrated(page);
  expect(await ahead.count()).toBe(0);
  const family = () => page.evaluate(() => getComputedStyle(document.body).fontFamily);
  await expect.poll(family).toContain('TC Core');
  const owned = () => page.evaluate(() => localStorage.getItem('fonts'));
  await expect.poll(owned).toContain('tc-core-400');
  // From then on the browser has the fonts, so that they may come before the paint.
  await page.reload();
  expect(await ahead.count()).toBe(3);
  expect(await family()).toContain('TC Core');
});

test('all fonts of a first visit are shown at once, when the last one has arrived', async () => {
  const { page } = await pages.open();
  const arrived = Promise.withResolvers<void>();
  await page.route(/tc-core-700/, async (route) => {
    await arrived.promise;
    await route.continue();
  });
  const others = ['roboto', 'tc-core-400'].map((name) =>
    page.waitForResponse((response) => response.url().includes(name)),
  );
  await page.goto(server.siteUrl, { waitUntil: 'commit' });
  await Promise.all(others);
  const family = () => page.evaluate(() => getComputedStyle(document.body).fontFamily);
  expect(await family()).not.toContain('TC Core');
  arrived.resolve();
  await expect.poll(family).toContain('TC Core');
});

/** Opens the home page without any frame; returns what it requests, and lets frames come later. */
async function withoutFrames(hidden: boolean) {
  const { page } = await pages.open();
  const requests: string[] = [];
  page.on('request', (request) => requests.push(new URL(request.url()).pathname));
  await page.addInitScript((isHidden) => {
    let held: FrameRequestCallback[] | null = [];
    const native = window.requestAnimationFrame.bind(window);
    window.requestAnimationFrame = (callback) => held?.push(callback) ?? native(callback);
    Object.assign(window, {
      letFramesCome() {
        const callbacks = held ?? [];
        held = null;
        for (const callback of callbacks) native(callback);
      },
    });
    if (isHidden) Object.defineProperty(document, 'hidden', { value: true });
  }, hidden);
  await page.goto(server.siteUrl, { waitUntil: 'load' });
  await page.waitForTimeout(500);
  const started = () => requests.filter((path) => /\.(?:js|woff2)$/.test(path));
  const letFramesCome = () =>
    page.evaluate(() => (window as unknown as { letFramesCome(): void }).letFramesCome());
  return { page, started, letFramesCome };
}

test('scripts and fonts of a first visit are requested after the first frame', async () => {
  const { page, started, letFramesCome } = await withoutFrames(false);
  expect(started()).toEqual([]);
  let isInteractive = false;
  const waiting = hydrated(page).then(() => (isInteractive = true));
  await page.waitForTimeout(500);
  expect(isInteractive).toBe(false);
  await letFramesCome();
  await waiting;
  expect(started().some((path) => path.endsWith('.js'))).toBe(true);
  await expect.poll(() => started().some((path) => path.endsWith('.woff2'))).toBe(true);
});

test('a page in the background, which has no frames, starts at once', async () => {
  const { started } = await withoutFrames(true);
  expect(started().some((path) => path.includes('/entry.client-'))).toBe(true);
  expect(started().some((path) => path.endsWith('.woff2'))).toBe(true);
});

test('files are compressed and cached permanently', async () => {
  const html = await (await fetch(server.siteUrl)).text();
  const script = /\/assets\/frame-[\w-]+\.js/.exec(html)?.[0] ?? '';
  for (const encoding of ['br', 'gzip']) {
    const answer = await fetch(server.siteUrl + script, {
      headers: { 'accept-encoding': encoding },
    });
    expect(answer.headers.get('content-encoding')).toBe(encoding);
    expect(answer.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
    expect(answer.headers.get('x-content-type-options')).toBe('nosniff');
  }
});

/** Returns the gzip size in bytes of the scripts and styles loaded on a first view of `path`. */
async function weigh(path: string): Promise<Record<'js' | 'css', number>> {
  const html = await (await fetch(server.siteUrl + path)).text();
  const weight = { js: 0, css: 0 };
  for (const asset of new Set(html.match(/\/assets\/[\w.-]+\.(?:js|css)/g))) {
    const file = join('build/site/client', asset);
    const { size } = statSync(existsSync(`${file}.gz`) ? `${file}.gz` : file);
    weight[asset.endsWith('.js') ? 'js' : 'css'] += size;
  }
  return weight;
}

/**
 * Limits in KiB. Public pages may have 160 KiB; these pages have less and must not grow without a
 * reason.
 */
test.each([
  ['/', 138],
  ['/investment', 145],
  ['/loan/alllist', 142],
  ['/loan/engineer', 152],
  ['/knowledge/article/45', 145],
  ['/member/verify', 149],
  ['/member/forgot', 158],
  ['/member/login', 160],
  ['/member/register', 160],
])('%s stays within %d KiB of scripts and 20 of styles', async (path, limit) => {
  const { js, css } = await weigh(path);
  expect(js).toBeGreaterThan(50 * 1024);
  expect(js).toBeLessThanOrEqual(limit * 1024);
  expect(css).toBeLessThanOrEqual(20 * 1024);
});

test('a page that does not exist answers 404 with a message', async () => {
  const { page } = await pages.open();
  const answer = await page.goto(`${server.siteUrl}/no-such-page`);
  expect(answer?.status()).toBe(404);
  for (const path of ['/loan/no-such-plan', '/loan/no-such-plan/apply']) {
    expect((await fetch(server.siteUrl + path)).status, path).toBe(404);
  }
  expect(await page.getByRole('heading', { level: 1 }).textContent()).toContain('找不到');
  expect(await page.title()).toBe('找不到這個頁面｜百溪');
  expect(await page.locator('meta[name=robots]').getAttribute('content')).toBe('noindex');
});

test('an unknown call or built file answers JSON, not a page', async () => {
  const addresses = [`${server.siteUrl}/v1/no-such-call`, `${server.siteUrl}/docs/no-such-file`];
  for (const site of [server.siteUrl, server.officeUrl]) addresses.push(`${site}/assets/no.js`);
  for (const address of addresses) {
    const answer = await fetch(address);
    expect([address, answer.status]).toEqual([address, 404]);
    expect(await answer.json()).toMatchObject({ status: 404, code: 'NOT_FOUND' });
  }
});

test('built files are kept for good, and their compressed copies have no address', async () => {
  const script =
    /\/assets\/[\w.-]+\.js/.exec(await (await fetch(server.siteUrl)).text())?.[0] ?? '';
  const answer = await fetch(server.siteUrl + script, { headers: { 'accept-encoding': 'br' } });
  expect([answer.status, answer.headers.get('content-encoding')]).toEqual([200, 'br']);
  expect(answer.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
  expect((await fetch(`${server.siteUrl + script}.br`)).status).toBe(404);
  const head = await fetch(server.siteUrl + script, { method: 'HEAD' });
  expect([head.status, Number(head.headers.get('content-length')) > 0]).toEqual([200, true]);
});

test('the office has its own document and no page of the site', async () => {
  const { page, complaints } = await pages.open();
  const answer = await page.goto(`${server.officeUrl}/anything`);
  expect(answer?.status()).toBe(200);
  await page.waitForSelector('#root > *');
  const family = await page.evaluate(() => getComputedStyle(document.body).fontFamily);
  expect(family).toContain('TC Core');
  const files = await page.evaluate(() =>
    performance
      .getEntriesByType('resource')
      .map(({ name }) => new URL(name).pathname)
      .filter((path) => /^\/assets\/.*\.(?:js|css)$/.test(path)),
  );
  expect(files.length, files.join(' ')).toBeLessThanOrEqual(6);
  expect(complaints.filter((what) => !what.includes('401'))).toEqual([]);
});

/** Starts a proxy to the server, whose connection can be cut and restored at the same address. */
async function lineTo(url: string) {
  const open = new Set<Socket>();
  let whole = true;
  const line = createServer((near) => {
    if (!whole) {
      near.destroy();
      return;
    }
    const far = connect(Number(new URL(url).port), '127.0.0.1');
    for (const [end, other] of [
      [near, far],
      [far, near],
    ] as const) {
      open.add(end);
      end.on('error', () => end.destroy());
      end.on('close', () => {
        open.delete(end);
        other.destroy();
      });
      end.pipe(other);
    }
  });
  await once(line.listen(0, '127.0.0.1'), 'listening');
  const { port } = line.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    /**
     * The proxy keeps listening, so that the address stays reserved, but closes every connection.
     */
    cut() {
      whole = false;
      for (const end of open) end.destroy();
    },
    mend() {
      whole = true;
    },
    close() {
      this.cut();
      line.close();
    },
  };
}

test('without a connection our offline page is shown, and with it the page again', async () => {
  const line = await lineTo(server.siteUrl);
  const { page } = await pages.open({ worker: true });
  await page.goto(`${line.url}/sitemap`);
  const script = await page.evaluate(async () => {
    const { active } = await navigator.serviceWorker.ready;
    return active?.scriptURL;
  });
  expect(script).toBe(`${line.url}/worker.js`);
  // A chunk interrupted while loading would make the page reload itself.
  await page.waitForLoadState('networkidle');
  line.cut();
  await page.goto(`${line.url}/about`);
  expect(await page.getByRole('heading', { level: 1 }).textContent()).toBe('目前離線');
  const ground = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
  // The offline page's stylesheet is cached too, but nothing else is, so other requests still fail.
  expect(await ground()).not.toBe('rgba(0, 0, 0, 0)');
  const call = page.evaluate(() => fetch('/v1/plan/menu-list').then(() => 'answered'));
  await expect(call).rejects.toThrow('Failed to fetch');
  line.mend();
  await page.getByRole('link').click();
  await page.waitForURL(`${line.url}/about`);
  await page.getByRole('contentinfo').waitFor();
  await page.context().close();
  line.close();
});
