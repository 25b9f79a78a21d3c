// Opens pages that record every browser complaint, in the Chromium of this worker.
import { setTimeout as sleep } from 'node:timers/promises';
import { type Browser, type Page, type Request, chromium } from 'playwright-core';
import { afterAll, beforeAll, expect, onTestFinished } from 'vitest';
import { findChromium, findHeadless, withChineseFont } from '../../scripts/tools.ts';
import { knownBrowserOf, signInOnNewBrowser } from '../../tests/actors/people.ts';
import type { TestServer } from '../../tests/server.ts';
import { recordCalls } from './recorded-calls.ts';

/** Browser flags for a fresh profile without background requests. */
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

/**
 * Flags that save processor time where no drawing is compared: one process less, and no optimizing
 * compiler, which pays only if a page is used for long.
 */
const thrifty = ['--in-process-gpu', '--js-flags=--max-lazy --no-turbofan'];

const KEEPS_STILL = process.env['PAGES'] === 'still';

export type Watched = {
  page: Page;
  /** The API calls of the page's scripts, with their results. */
  calls: string[];
  /** Console errors, uncaught exceptions and violations of the security policy, in order. */
  complaints: string[];
};

type PageOptions = {
  mobile?: boolean;
  worker?: boolean;
  userAgent?: string;
  /**
   * Whether things move. In the journeys and where drawings are compared they do; elsewhere pages
   * are told to keep still, as by visitors who prefer that, because movement costs time.
   */
  moves?: boolean;
};

export type Pages = {
  /** Opens a page in its own browser context, signed in nowhere. */
  open(options?: PageOptions): Promise<Watched>;
};

recordCalls();

/** The browsers of this worker, with and without windows, for one test file after another. */
const browsers = new Map<boolean, Browser>();

async function browserOf(whole: boolean): Promise<Browser> {
  const running = browsers.get(whole);
  if (running?.isConnected()) return running;
  const executablePath = whole ? findChromium() : findHeadless();
  if (!executablePath) throw new Error('Chromium is missing: install it, or set CHROMIUM_PATH.');
  // Without UTF-8 Chromium replaces the Chinese names of downloads by underscores.
  const env = { ...process.env, ...withChineseFont(), LC_ALL: 'C.UTF-8' };
  const args = whole ? flags : [...flags, ...thrifty];
  const browser = await chromium.launch({ executablePath, args, env });
  browsers.set(whole, browser);
  return browser;
}

/** Time in ms after which a page that does not close takes its browser with it. */
const CLOSING_MS = 10_000;

/**
 * Ends what a test file has left open. The next file gets a new browser if this one does not answer
 * any more.
 */
async function endPages(browser: Browser, closing: readonly Promise<void>[]): Promise<void> {
  const closed = await Promise.race([
    Promise.all(closing).then(() => browser.contexts().length === 0),
    sleep(CLOSING_MS, false, { ref: false }),
  ]);
  if (!closed) await browser.close();
}

/**
 * Call at the top of a test file. `whole`: a test needs what Chromium without windows lacks, that
 * is, PDFs, notifications, or the same drawing as before.
 */
export function useBrowser({ whole = false } = {}): Pages {
  let browser: Browser | undefined;
  const closing: Promise<void>[] = [];
  beforeAll(async () => {
    browser = await browserOf(whole);
  });
  afterAll(async () => {
    if (browser) await endPages(browser, closing.splice(0));
  });
  return {
    async open({ mobile, worker, userAgent, moves = whole || !KEEPS_STILL } = {}) {
      if (!browser) throw new Error('the browser runs inside tests only');
      const viewport = mobile ? { width: 390, height: 844 } : { width: 1280, height: 900 };
      // A service worker would hide requests from tests that intercept or delay them.
      const serviceWorkers = worker ? 'allow' : 'block';
      const agent = userAgent === undefined ? {} : { userAgent };
      const reducedMotion = moves ? 'no-preference' : 'reduce';
      const asked = { viewport, locale: 'zh-TW', serviceWorkers, reducedMotion, ...agent } as const;
      const context = await browser.newContext(asked);
      const page = await context.newPage();
      await slowDown(page);
      const watched = { page, calls: callsOf(page), complaints: await listen(page) };
      // The page is closed after each test, because pages left open until the end of their test
      // file used up the machine's memory.
      onTestFinished(async ({ task }) => {
        if (task.result?.state === 'fail') await tellOf(watched);
        // The closing is not awaited, because Chromium may never answer while a page is navigating.
        closing.push(context.close().catch(() => {}));
      });
      return watched;
    },
  };
}

/**
 * With the environment variable SLOWDOWN=6 the scripts of every page run six times slower, as on a
 * cheap phone or a busy machine. Tests that wait for too little fail then.
 */
async function slowDown(page: Page): Promise<void> {
  const rate = Number(process.env['SLOWDOWN'] ?? 1);
  if (rate <= 1) return;
  const cdp = await page.context().newCDPSession(page);
  await cdp.send('Emulation.setCPUThrottlingRate', { rate });
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

/** Maximum of a page's text to print when a test fails. */
const TEXT_MAX = 3_000;
const CALLS_MAX = 12;

/**
 * Prints what the page of a failed test shows, because this may be the only clue to the failure.
 */
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
    if (message.type() === 'error')
      complaints.push(`console: ${message.text()} ${message.location().url}`);
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

/**
 * Waits until React has hydrated the document that the server rendered and run the effects of its
 * components. React marks elements while it renders, long before they are interactive, so the state
 * of its root decides, and that of each `Suspense` inside, which React hydrates later; effects run
 * in a task after that. Parts that wait until they are near the window (`late.tsx`) do not count.
 */
export async function hydrated(page: Page): Promise<void> {
  // One function, because the page may navigate meanwhile, after which it is evaluated again. It is
  // not `async`, because Playwright would take its promise for a yes.
  await page.waitForFunction(() => {
    type Fiber = {
      memoizedState: { isDehydrated?: boolean; dehydrated?: Comment | null } | null;
      memoizedProps: { fallback?: { props?: { className?: string } } } | null;
      child: Fiber | null;
      sibling: Fiber | null;
    };
    const waits = (fiber: Fiber | null): boolean => {
      for (let one = fiber; one; one = one.sibling) {
        const isLate = one.memoizedProps?.fallback?.props?.className === 'deferred-room';
        if (one.memoizedState?.dehydrated ? !isLate : waits(one.child)) return true;
      }
      return false;
    };
    const found = Object.entries(document).find(([name]) => name.startsWith('__reactContainer'));
    const root = (found?.[1] as { stateNode: { current: Fiber } } | undefined)?.stateNode.current;
    if (root?.memoizedState?.isDehydrated !== false || waits(root.child)) return false;
    const seen = document as Document & { hasRunEffects?: boolean };
    if (!seen.hasRunEffects) {
      requestAnimationFrame(() => setTimeout(() => (seen.hasRunEffects = true)));
    }
    return seen.hasRunEffects === true;
  });
}

/**
 * Marks this browser as one the member has signed in on before, so that no second factor is
 * required.
 */
export async function isKnown(page: Page, server: TestServer, email: string): Promise<void> {
  const cookie = await knownBrowserOf(server, email);
  const { origin } = new URL(page.url());
  if (cookie) await page.context().addCookies([{ ...cookie, url: origin }]);
}

/**
 * Signs a member in on this browser, as the login page does, and forgets what the browser stored
 * before. The session takes effect with the next page that is loaded.
 */
export async function signInHere(
  page: Page,
  server: TestServer,
  { email }: { email: string },
): Promise<void> {
  const { user, device } = await signInOnNewBrowser(server, email);
  const { hostname, origin } = new URL(server.siteUrl);
  const session = { name: 'user', value: JSON.stringify(user) };
  const rest = { path: '/', expires: -1, httpOnly: true, secure: false, sameSite: 'Lax' } as const;
  await page.context().setStorageState({
    cookies: device ? [{ ...device, domain: hostname, ...rest }] : [],
    origins: [{ origin, localStorage: [session] }],
  });
}

/** Adds a virtual fingerprint reader that confirms every request. */
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

/**
 * Simulates a return to the tab while requests to `call` fail, so that its refresh gets no answer.
 * The test should afterwards check that the data loaded before is still shown.
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
  // The page sends the request once and repeats it twice.
  await expect.poll(() => lost.length).toBe(3);
  await expect.poll(() => complaints.length).toBe(3);
  complaints.length = 0;
  await page.unroute(call);
}
