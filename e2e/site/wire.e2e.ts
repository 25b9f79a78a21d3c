// What the specification says the client sends and shows, read from the wire and the browser.
import type { Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { newVerifiedMember, type Person } from '../../tests/actors/people.ts';
import { useServer } from '../../tests/server.ts';
import { useBrowser } from '../kit/browser.ts';
import { visitsOf } from '../kit/visits.ts';

const server = useServer({ pages: 'built' });
const pages = useBrowser();
const { visit, enter } = visitsOf(server);
let person: Person;
beforeAll(async () => {
  person = await newVerifiedMember(server);
});

/** Opens a page of the member and returns the body of the first request to `path`. */
async function sentFrom(page: Page, address: string, path: string): Promise<unknown> {
  const sent = page.waitForRequest((request) => new URL(request.url()).pathname === path);
  await page.goto(server.siteUrl + address);
  const request = await sent;
  expect(await request.headerValue('accept')).toContain('application/json');
  return request.postDataJSON() as unknown;
}

test('lists of orders, holdings and cases send the sizes of the specification', async () => {
  const { page } = await pages.open();
  await enter(page, person, '/account/profile');
  const whole = { orderby: 'created_at', is_orderby_asc: false, item_per_page: 999, offset: 0 };
  expect(await sentFrom(page, '/account/invest', '/v1/me/invest-order')).toEqual({
    ...whole,
    order_type: 'all',
  });
  expect(await sentFrom(page, '/account/invest/ongoing', '/v1/me/invest-search')).toEqual({
    ...whole,
    status: 'all',
  });
  expect(await sentFrom(page, '/investment?view=table', '/v1/invest/search')).toMatchObject({
    item_per_page: 100_000_000_000,
  });
});

test('the profile menu leads where the specification says', async () => {
  const { page } = await pages.open();
  await enter(page, person, '/about');
  await page.getByRole('button', { name: '會員選單' }).click();
  const links = page.locator('.disclosure a[href]:visible');
  const targets = await links.evaluateAll((all) => all.map((one) => one.getAttribute('href')));
  const wanted = ['/account/loan', '/account/invest', '/account/profile', '/account/notification'];
  expect(targets).toEqual(expect.arrayContaining(wanted));
});

test.each([
  [1_280, 100],
  [1_279, 80],
  [768, 80],
  [767, 60],
])('at %i px the content begins %i px below the edge', async (width, top) => {
  const { page } = await pages.open();
  await page.setViewportSize({ width, height: 800 });
  await visit(page, '/about');
  const box = await page.locator('.page').first().boundingBox();
  expect(box?.y).toBe(top);
});

test('a visitor is led to the login with the whole address, the hash included', async () => {
  const { page } = await pages.open();
  await page.goto(`${server.siteUrl}/account/invest?page=2#held`);
  await page.waitForURL((url) => url.pathname === '/member/login');
  const back = new URL(page.url()).searchParams.get('redirectTo');
  expect(back).toBe('/account/invest?page=2#held');
});

test('texts are set in Noto Sans TC and Roboto', async () => {
  const { page } = await pages.open();
  await visit(page, '/about');
  const family = await page.evaluate(() => getComputedStyle(document.body).fontFamily);
  const files = await page.evaluate(() =>
    [...document.fonts].filter(({ status }) => status === 'loaded').map((face) => face.family),
  );
  expect(family).toMatch(/Roboto/);
  expect(family).toMatch(/TC/);
  expect(files.length).toBeGreaterThan(1);
});
