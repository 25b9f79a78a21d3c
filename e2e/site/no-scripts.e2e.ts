// Pages in a browser without JavaScript: what needs it says so, and texts are shown as usual.
import { type Browser, chromium, type Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { findHeadless, withChineseFont } from '../../scripts/tools.ts';
import { useServer } from '../../tests/server.ts';

const server = useServer({ pages: 'built' });

/** Scripts are switched off for a whole browser context, which `useBrowser` has no option for. */
let browser: Browser;
beforeAll(async () => {
  const executablePath = findHeadless();
  if (!executablePath) throw new Error('Chromium is missing: install it, or set CHROMIUM_PATH.');
  const args = ['--headless', '--no-sandbox', '--disable-gpu'];
  const env = { ...process.env, ...withChineseFont(), LC_ALL: 'C.UTF-8' };
  browser = await chromium.launch({ executablePath, args, env });
});
afterAll(() => browser?.close());

async function open(url: string): Promise<{ page: Page; complaints: string[] }> {
  const context = await browser.newContext({ javaScriptEnabled: false, locale: 'zh-TW' });
  const page = await context.newPage();
  const complaints: string[] = [];
  page.on('console', (message) => {
    if (message.type() === 'error') complaints.push(message.text());
  });
  await page.goto(url);
  return { page, complaints };
}

test.each([
  ['/member/login', '這一頁的表單需要 JavaScript'],
  ['/member/register', '這一頁的表單需要 JavaScript'],
  ['/member/forgot', '這一頁的表單需要 JavaScript'],
  ['/member/resetPassword', '這一頁需要 JavaScript'],
  ['/account/invest', '這一頁需要 JavaScript'],
  ['/loan/engineer/apply', '這一頁需要 JavaScript'],
  ['/verify', '這一頁的表單需要 JavaScript'],
  ['/', '試算需要 JavaScript'],
  ['/loan/engineer', '試算需要 JavaScript'],
])('%s says that it needs scripts', async (path, words) => {
  const { complaints, page } = await open(server.siteUrl + path);
  await page.getByText(words, { exact: true }).waitFor({ timeout: 5_000 });
  expect(await page.getByText(/需要 JavaScript$/).count()).toBe(1);
  expect(complaints).toEqual([]);
  await page.context().close();
});

test('texts are read without a word about scripts', async () => {
  const { page } = await open(`${server.siteUrl}/about`);
  await page.getByRole('heading', { level: 1 }).waitFor();
  expect(await page.getByText(/JavaScript/).count()).toBe(0);
  await page.context().close();
});

test('the office says that it needs scripts', async () => {
  const { complaints, page } = await open(`${server.officeUrl}/login`);
  await page.getByText('百溪後台需要 JavaScript', { exact: true }).waitFor({ timeout: 5_000 });
  expect(complaints).toEqual([]);
  await page.context().close();
});
