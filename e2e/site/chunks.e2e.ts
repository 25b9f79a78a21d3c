// Test of JavaScript chunks that fail to load, which cause one reload and then a message, and of
// slow chunks, during which no click is lost.
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { newMember } from '../../tests/actors/people.ts';
import { useServer } from '../../tests/server.ts';
import { hydrated, useBrowser } from '../kit/browser.ts';
import { visitsOf } from '../kit/visits.ts';

const server = useServer({ pages: 'built' });
const pages = useBrowser();
const { enter } = visitsOf(server);

const words = '網站已更新，請重新整理頁面';

/** A page open to every visitor, with its own chunk. */
const elsewhere = '/member/login';

/** Navigates to another page as a link of the site does, without loading a document. */
async function follow(page: Page): Promise<void> {
  await page.evaluate((to) => {
    type Router = { navigate(to: string): Promise<void> };
    const { __reactRouterDataRouter: router } = window as unknown as Record<string, Router>;
    void router?.navigate(to);
  }, elsewhere);
}

/** Opens the home page; afterwards every further script fails to load. */
async function openWithoutChunks(page: Page): Promise<void> {
  await page.goto(server.siteUrl);
  await hydrated(page);
  // Parts of the page that load after the first view are among the scripts that were loaded.
  await page.waitForLoadState('networkidle');
  const kept = new Set(
    await page.evaluate(() => performance.getEntriesByType('resource').map(({ name }) => name)),
  );
  await page.route('**/assets/*.js', (route) =>
    kept.has(route.request().url()) ? route.continue() : route.abort(),
  );
}

/** Returns a function that counts the documents loaded from now on. */
function countLoads(page: Page): () => number {
  let loads = 0;
  page.on('request', (request) => {
    if (request.isNavigationRequest() && request.frame() === page.mainFrame()) loads += 1;
  });
  return () => loads;
}

test('a blocked chunk loads the target’s document once, then there is a message', async () => {
  const { page } = await pages.open();
  await openWithoutChunks(page);
  const loads = countLoads(page);
  const reloaded = page.waitForEvent('load');
  await follow(page);
  await reloaded;
  expect(loads()).toBe(1);
  expect(new URL(page.url()).pathname).toBe(elsewhere);
  await page.goto(server.siteUrl);
  await hydrated(page);
  const back = loads();
  await follow(page);
  await page.getByText(words).waitFor();
  await page.waitForTimeout(1_500);
  expect(loads()).toBe(back);
});

test('a part that failed to load stays readable until it is used', async () => {
  const { page } = await pages.open();
  await page.addInitScript(() => sessionStorage.setItem('reloaded-for-chunk', String(Date.now())));
  const refused = page.waitForEvent('requestfailed', (request) =>
    request.url().includes('/assets/Calculators-'),
  );
  await page.route('**/assets/Calculators-*.js', (route) => route.abort());
  await page.goto(server.siteUrl);
  await hydrated(page);
  const amount = page.getByLabel('借款金額', { exact: true });
  await amount.scrollIntoViewIfNeeded();
  await refused;
  await page.waitForTimeout(500);
  expect(await page.getByText(words).count()).toBe(0);
  await amount.click();
  await page.getByText(words).waitFor();
});

test('without the members’ bar the page is whole', async () => {
  const { page } = await pages.open({ mobile: true });
  await page.addInitScript(() => sessionStorage.setItem('reloaded-for-chunk', String(Date.now())));
  const refused = page.waitForEvent('requestfailed', (request) =>
    request.url().includes('/assets/MemberBar-'),
  );
  await page.route('**/assets/MemberBar-*.js', (route) => route.abort());
  await enter(page, await newMember(server), '/');
  await refused;
  await page.getByRole('heading', { level: 1, name: /您好，/ }).waitFor();
  await page.waitForTimeout(500);
  expect(await page.getByText(words).count()).toBe(0);
  await page.getByRole('link', { name: '開始驗證' }).waitFor();
});

test('a minute later the next failure may reload again', async () => {
  const { page } = await pages.open();
  await openWithoutChunks(page);
  await page.evaluate(() =>
    sessionStorage.setItem('reloaded-for-chunk', String(Date.now() - 60_000)),
  );
  const loads = countLoads(page);
  await follow(page);
  await expect.poll(loads, { timeout: 20_000 }).toBe(1);
});

test('without session storage it never reloads', async () => {
  const { page } = await pages.open();
  await page.addInitScript(() => {
    Object.defineProperty(window, 'sessionStorage', {
      get() {
        throw new DOMException('denied', 'SecurityError');
      },
    });
  });
  await openWithoutChunks(page);
  const loads = countLoads(page);
  await follow(page);
  await page.getByText(words).waitFor();
  expect(loads()).toBe(0);
});

/** Holds back the chunk of that name until the returned function is called. */
async function holdBack(page: Page, name: string): Promise<() => void> {
  let come = () => {};
  const held = new Promise<void>((resolve) => (come = resolve));
  await page.route(`**/assets/${name}-*.js`, async (route) => {
    await held;
    await route.continue();
  });
  return come;
}

test('a click on a part that is not interactive yet takes effect once it is', async () => {
  const { page } = await pages.open();
  const come = await holdBack(page, 'PlanChoice');
  await page.goto(`${server.siteUrl}/loan/alllist`);
  await hydrated(page);
  const helper = page.getByRole('region', { name: '不確定哪個適合？' });
  const radio = helper.getByRole('radio', { name: '科技工程' });
  await radio.click();
  expect(await radio.isChecked()).toBe(false);
  come();
  await expect.poll(() => radio.isChecked(), { timeout: 20_000 }).toBe(true);
  await helper.getByRole('radio', { name: '10 萬元' }).check();
  expect(await radio.isChecked()).toBe(true);
});

test('text typed into a part that is not interactive yet counts once it is', async () => {
  const { page } = await pages.open();
  const come = await holdBack(page, 'Calculators');
  await page.goto(server.siteUrl);
  await hydrated(page);
  const amount = page.getByLabel('借款金額', { exact: true });
  await amount.fill('120000');
  come();
  await expect.poll(() => amount.inputValue(), { timeout: 20_000 }).toBe('120,000');
});
