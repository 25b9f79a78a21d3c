// Test without a network connection: the page says so and recovers by itself. Also checks where
// links lead.
import { expect, test } from 'vitest';
import { listed, newOffice } from '../../server/lending/testing/cases.ts';
import { newMember } from '../../tests/actors/people.ts';
import { useServer } from '../../tests/server.ts';
import { expectAccessible } from '../kit/axe.ts';
import { hydrated, useBrowser, type Watched } from '../kit/browser.ts';
import { visitsOf } from '../kit/visits.ts';

const server = useServer({ pages: 'built' });
const pages = useBrowser();
const { enter } = visitsOf(server);

/** Opens the notices page as a signed-in member. */
async function openSignedIn(): Promise<Watched> {
  const watched = await pages.open({ mobile: true });
  const { page } = watched;
  await enter(page, await newMember(server), '/account/notification');
  await page.getByRole('heading', { level: 1, name: /通知/ }).waitFor();
  return watched;
}

/** Navigates to another page as a link of the site does, without loading a document. */
const navigate = ({ page }: Watched, to: string) =>
  page.evaluate((path) => {
    type Router = { navigate(to: string): Promise<void> };
    const { __reactRouterDataRouter: router } = window as unknown as Record<string, Router>;
    void router?.navigate(path);
  }, to);

test('offline in the app: a banner, a message instead of a skeleton, and recovery', async () => {
  const watched = await openSignedIn();
  const { page } = watched;
  const context = page.context();
  await context.setOffline(true);
  await page.getByText('目前沒有網路連線，恢復後會自動更新').waitFor();
  await expectAccessible(page);
  await navigate(watched, '/account/invest');
  // The page's code was never loaded, so an explanation appears in its place; the header stays.
  await page.getByRole('heading', { name: '目前沒有網路連線' }).waitFor();
  await page.getByRole('banner').waitFor();
  await page.getByRole('button', { name: '再試一次' }).waitFor();
  await context.setOffline(false);
  await page.getByRole('heading', { level: 1, name: /出資/ }).waitFor();
  await page.getByText('目前沒有網路連線').waitFor({ state: 'hidden' });
});

test('a visitor who follows a link offline is told so, and gets the page afterwards', async () => {
  const { page } = await pages.open({ mobile: false });
  await page.goto(server.siteUrl);
  await hydrated(page);
  await page.waitForLoadState('networkidle');
  await page.context().setOffline(true);
  await page.getByText('目前沒有網路連線，恢復後會自動更新').waitFor();
  const menu = page.getByRole('navigation', { name: '主選單' });
  await menu.getByRole('link', { name: '知識學堂' }).click();
  await page.getByRole('heading', { name: '目前沒有網路連線' }).waitFor();
  await page.context().setOffline(false);
  await page.getByRole('heading', { level: 1, name: /知識/ }).waitFor();
});

test('a page of notices past the end leads to the last one', async () => {
  const watched = await openSignedIn();
  const { page } = watched;
  await page.goto(`${server.siteUrl}/account/notification?page=99`);
  await page.waitForURL((url) => url.pathname === '/account/notification' && url.search === '');
  await page.getByRole('heading', { level: 1, name: /通知/ }).waitFor();
});

test('unreadable data is reported after a moment, and read after reconnecting', async () => {
  const watched = await openSignedIn();
  const { page } = watched;
  // The page's code is already loaded, so only its data request fails.
  await navigate(watched, '/account/loan');
  await page.getByRole('heading', { level: 1 }).waitFor();
  await navigate(watched, '/account/notification');
  await page.getByRole('heading', { level: 1, name: /通知/ }).waitFor();
  await page.route('**/v1/**', (route) => route.abort('internetdisconnected'));
  await page.evaluate(() => {
    Date.now = (
      (now) => () =>
        now() + 3_600_000
    )(Date.now);
  });
  await page.context().setOffline(true);
  await navigate(watched, '/account/profile/suitability');
  await page
    .getByRole('button', { name: /再試一次|重新載入|重試/ })
    .first()
    .waitFor();
  await page.unroute('**/v1/**');
  await page.context().setOffline(false);
  await page
    .getByRole('button', { name: /再試一次|重新載入|重試/ })
    .first()
    .waitFor({
      state: 'hidden',
    });
});

test('a stylesheet that failed to load is loaded again', async () => {
  const { page } = await pages.open();
  let refused = 0;
  await page.route('**/assets/site-*.css', (route) => {
    refused += 1;
    return refused === 1 ? route.abort() : route.continue();
  });
  await page.goto(server.siteUrl);
  await hydrated(page);
  const header = page.getByRole('banner');
  await expect.poll(() => header.evaluate((node) => getComputedStyle(node).position)).toBe('fixed');
  expect(refused).toBeGreaterThan(1);
});

test('the header marks the current area', async () => {
  const { page } = await pages.open();
  for (const [path, name] of [
    ['/loan/engineer', '申貸專區'],
    ['/investment', '出資專區'],
    ['/knowledge/article', '知識學堂'],
    ['/support/policy', '幫助中心'],
  ] as const) {
    await page.goto(server.siteUrl + path);
    const marked = page.getByRole('navigation', { name: '主選單' }).locator('[aria-current]');
    expect(await marked.allInnerTexts()).toEqual([name]);
  }
  await page.goto(server.siteUrl);
  const none = page.getByRole('navigation', { name: '主選單' }).locator('[aria-current]');
  expect(await none.count()).toBe(0);
});

test('a visitor’s case card leads through the login to its case', async () => {
  const { loan } = await listed(server, await newOffice(server));
  const { page } = await pages.open();
  await page.goto(`${server.siteUrl}/investment`);
  await hydrated(page);
  await page
    .getByRole('link', { name: /登入後查看這個案件/ })
    .first()
    .click();
  await page.waitForURL((url) => url.pathname === '/member/login');
  expect(new URL(page.url()).searchParams.get('redirectTo')).toBe(`/investment/${loan.id}`);
});
