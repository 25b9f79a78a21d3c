// One Chromium for a test file, and pages that remember everything the browser complained about.
import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { type Browser, type Page, type Request, chromium } from 'playwright-core';
import { afterAll, beforeAll, expect, onTestFinished } from 'vitest';
import { findChromium, withChineseFont } from '../../scripts/tools.ts';
import { knownBrowserOf } from '../../tests/actors/people.ts';
import type { TestServer } from '../../tests/server.ts';
import { recordCalls } from './recorded-calls.ts';

/** A fresh profile that fetches nothing in the background. */
const flags = [
  '--headless',
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

export type Watched = {
  page: Page;
  /** What its scripts asked the server for, and what came of it. */
  calls: string[];
  /** Console errors, uncaught exceptions and violations of the security policy, as they came. */
  complaints: string[];
};

export type Pages = {
  /** A page in a context of its own, signed in nowhere. */
  open(options?: { mobile?: boolean; worker?: boolean; userAgent?: string }): Promise<Watched>;
};

recordCalls();

/** For the top of a test file: the browser runs while its tests do. */
export function useBrowser(): Pages {
  let browser: Browser | undefined;
  beforeAll(async () => {
    const executablePath = findChromium();
    if (!executablePath) throw new Error('Chromium is missing: install it, or set CHROMIUM_PATH.');
    // Without UTF-8 Chromium writes the Chinese names of downloads as underscores.
    const env = { ...process.env, ...withChineseFont(), LC_ALL: 'C.UTF-8' };
    browser = await chromium.launch({ executablePath, args: flags, env });
  });
  afterAll(() => browser?.close());
  return {
    async open({ mobile = false, worker = false, userAgent } = {}) {
      if (!browser) throw new Error('the browser runs inside tests only');
      const viewport = mobile ? { width: 390, height: 844 } : { width: 1280, height: 900 };
      // Left to itself it would keep requests from the tests that stop or hold them.
      const serviceWorkers = worker ? 'allow' : 'block';
      const agent = userAgent === undefined ? {} : { userAgent };
      const asked = { viewport, locale: 'zh-TW', serviceWorkers, ...agent } as const;
      const context = await browser.newContext(asked);
      const page = await context.newPage();
      const watched = { page, calls: callsOf(page), complaints: await listen(page) };
      // Pages that stayed open until the end of their file filled the machine's memory.
      onTestFinished(async ({ task }) => {
        if (task.result?.state === 'fail') await tellOf(watched);
        // Not waited for: Chromium may never answer while a page is on its way to another.
        void context.close().catch(() => {});
      });
      return watched;
    },
  };
}

function callsOf(page: Page): string[] {
  const calls: string[] = [];
  const note = (request: Request, outcome: string) => {
    if (!['fetch', 'xhr'].includes(request.resourceType())) return;
    calls.push(`${request.method()} ${new URL(request.url()).pathname} ${outcome}`);
  };
  page.on('request', (request) => note(request, '…'));
  page.on('response', (response) => note(response.request(), String(response.status())));
  page.on('requestfailed', (request) => note(request, request.failure()?.errorText ?? '✗'));
  return calls;
}

/** As much of a page's text as helps to see why a test failed. */
const TEXT_MAX = 3_000;
const CALLS_MAX = 12;

/** Writes what a failed test's page shows: where nobody can look, this is all there will be. */
async function tellOf({ page, calls, complaints }: Watched): Promise<void> {
  const shown = await page
    .evaluate(() => document.body.innerText)
    .catch((error: unknown) => `(${String(error)})`);
  const text = shown.replace(/\s*\n\s*/g, ' | ').slice(0, TEXT_MAX);
  process.stderr.write(
    `\n${page.url()}\n${[...calls.slice(-CALLS_MAX), ...complaints, text].join('\n')}\n`,
  );
}

async function listen(page: Page): Promise<string[]> {
  const complaints: string[] = [];
  page.on('console', (message) => {
    if (message.type() === 'error') complaints.push(`console: ${message.text()}`);
  });
  page.on('pageerror', (error) => complaints.push(`exception: ${error.message}`));
  await page.exposeFunction('reportViolation', (what: string) => void complaints.push(what));
  await page.addInitScript(() => {
    document.addEventListener('securitypolicyviolation', (event) => {
      const report = (window as unknown as { reportViolation(what: string): void }).reportViolation;
      const { violatedDirective, blockedURI, sourceFile, lineNumber } = event;
      report(`policy: ${violatedDirective} ${blockedURI} at ${sourceFile}:${lineNumber}`);
    });
  });
  return complaints;
}

/** Waits until React has taken over the document that the server rendered. */
export async function hydrated(page: Page): Promise<void> {
  await page.waitForFunction(() =>
    Object.keys(document.body ?? {}).some((name) => name.startsWith('__reactFiber')),
  );
}

/** Makes this browser one that the member has signed in on before: it is asked for no more. */
export async function isKnown(page: Page, server: TestServer, email: string): Promise<void> {
  const cookie = await knownBrowserOf(server, email);
  const { origin } = new URL(page.url());
  if (cookie) await page.context().addCookies([{ ...cookie, url: origin }]);
}

/** A phone or computer with a fingerprint reader, whose owner always says yes. */
export async function addAuthenticator(page: Page): Promise<void> {
  const cdp = await page.context().newCDPSession(page);
  await cdp.send('WebAuthn.enable');
  await cdp.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
}

/** A port nobody listens on: the office compares its own origin with what the browser names. */
export async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const { port } = probe.address() as AddressInfo;
  probe.close();
  await once(probe, 'close');
  return port;
}

/**
 * Coming back to a tab reads anew what it shows, and what is asked for at `call` is not answered.
 * What was read before is to be looked for afterwards: it must be there still.
 */
export async function losesTheNetworkForAWhile(
  { page, complaints }: Pick<Watched, 'page' | 'complaints'>,
  call: string,
) {
  const lost: string[] = [];
  await page.route(call, (route) => {
    lost.push(route.request().url());
    return route.abort();
  });
  await page.evaluate(() => {
    const { now } = Date;
    Date.now = () => now() + 60_000;
    window.dispatchEvent(new Event('visibilitychange'));
  });
  // Once, and twice again.
  await expect.poll(() => lost.length).toBe(3);
  await expect.poll(() => complaints.length).toBe(3);
  complaints.length = 0;
  await page.unroute(call);
}
